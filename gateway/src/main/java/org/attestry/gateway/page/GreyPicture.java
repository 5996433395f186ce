package org.attestry.gateway.page;

import java.util.Base64;
import org.attestry.contracts.FailureException;

/**
 * A picture without colours.
 *
 * @param levels a byte for each pixel, row by row from the top; 0 is black, -1 (255) is white
 */
record GreyPicture(int width, int height, byte[] levels) {

  /** The largest picture: as JSON, it fits into a request body of 1 MB. */
  private static final int MOST_PIXELS = 1_440_000;

  private static final int WIDEST = 4_000;

  /**
   * Reads a picture of 16 levels.
   *
   * @param pixels base64 (RFC 4648) of two pixels a byte, the first one in the four high bits
   * @return fails with INVALID if that is no picture of this width
   */
  static GreyPicture of(int width, String pixels) {
    if (width < 1 || width > WIDEST) {
      throw invalid("/width", "range", "A picture is 1 to %,d pixels wide.".formatted(WIDEST));
    }
    byte[] packed = decoded(pixels);
    int count = packed.length * 2;
    if (count > MOST_PIXELS) {
      throw invalid(
          "/pixels", "maxLength", "The picture has more than %,d pixels.".formatted(MOST_PIXELS));
    }
    if (count < width) {
      throw invalid("/pixels", "minLength", "The picture has less than one row of pixels.");
    }
    byte[] levels = new byte[count];
    for (int i = 0; i < packed.length; i++) {
      levels[2 * i] = (byte) ((packed[i] >> 4 & 0xf) * 0x11);
      levels[2 * i + 1] = (byte) ((packed[i] & 0xf) * 0x11);
    }
    return new GreyPicture(width, count / width, levels);
  }

  /** Returns a copy of half the width and height. */
  GreyPicture halved() {
    int columns = Math.max(1, width / 2);
    int rows = Math.max(1, height / 2);
    byte[] copy = new byte[columns * rows];
    for (int y = 0; y < rows; y++) {
      for (int x = 0; x < columns; x++) {
        copy[y * columns + x] = (byte) mean(2 * x, 2 * y);
      }
    }
    return new GreyPicture(columns, rows, copy);
  }

  private int mean(int x, int y) {
    int right = Math.min(x + 1, width - 1);
    int below = Math.min(y + 1, height - 1);
    return (level(x, y) + level(right, y) + level(x, below) + level(right, below)) / 4;
  }

  private int level(int x, int y) {
    return levels[y * width + x] & 0xff;
  }

  private static byte[] decoded(String pixels) {
    try {
      return Base64.getDecoder().decode(pixels);
    } catch (IllegalArgumentException e) {
      throw invalid("/pixels", "base64", "The pixels are not base64 (RFC 4648, section 4).");
    }
  }

  private static FailureException invalid(String pointer, String rule, String message) {
    return FailureException.invalid("gateway.body.invalid", pointer, rule, message);
  }
}

package org.attestry.credential.rendering;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Iterator;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/** Reads PNG and JPEG images in {@code data:} addresses, of a bounded number of pixels. */
final class SafeImage {

  private static final String PNG = "data:image/png;base64,";
  private static final String JPEG = "data:image/jpeg;base64,";
  private static final String JPG = "data:image/jpg;base64,";
  private static final int MOST_CHARACTERS = 400_000;
  private static final long MOST_PIXELS = 2_000_000;
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10};
  private static final Set<String> DRAWN = Set.of("IHDR", "PLTE", "tRNS", "IDAT", "IEND");

  private SafeImage() {}

  /** Returns the same pixels without compressed texts or profiles; null for any other value. */
  static String of(String written) {
    String address = written.startsWith(JPG) ? JPEG + written.substring(JPG.length()) : written;
    String form = address.startsWith(PNG) ? PNG : address.startsWith(JPEG) ? JPEG : null;
    if (form == null || address.length() > MOST_CHARACTERS) {
      return null;
    }
    try {
      byte[] image = Base64.getMimeDecoder().decode(address.substring(form.length()));
      byte[] kept = form.equals(PNG) ? pixels(image) : image;
      return kept != null && small(kept, form.equals(PNG) ? "png" : "jpeg")
          ? form + Base64.getEncoder().encodeToString(kept)
          : null;
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  private static byte[] pixels(byte[] png) {
    ByteBuffer in = ByteBuffer.wrap(png);
    byte[] signature = new byte[SIGNATURE.length];
    in.get(signature);
    if (!java.util.Arrays.equals(signature, SIGNATURE)) {
      return null;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(png.length);
    out.writeBytes(signature);
    while (in.remaining() >= 12) {
      int start = in.position();
      int length = in.getInt();
      String type = new String(png, in.position(), 4, java.nio.charset.StandardCharsets.US_ASCII);
      if (length < 0 || length > in.remaining() - 8) {
        return null;
      }
      in.position(start + 12 + length);
      if (DRAWN.contains(type)) {
        out.write(png, start, 12 + length);
      }
    }
    return out.toByteArray();
  }

  private static boolean small(byte[] image, String form) throws IOException {
    Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName(form);
    ImageReader reader = readers.next();
    try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(image))) {
      reader.setInput(in, true, true);
      return (long) reader.getWidth(0) * reader.getHeight(0) <= MOST_PIXELS;
    } finally {
      reader.dispose();
    }
  }
}

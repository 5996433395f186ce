package org.attestry.credential.rendering;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;

/** QR codes (ISO/IEC 18004) as PNG images in {@code data:} addresses, and as SVG documents. */
final class QrCode {

  private static final int MODULE_PIXELS = 4;
  private static final int QUIET_MODULES = 2;

  private QrCode() {}

  /** Returns a code of the text; empty if the text does not fit. */
  static String dataAddress(String text) {
    return modules(text)
        .map(QrCode::png)
        .map(png -> "data:image/png;base64," + Base64.getEncoder().encodeToString(png))
        .orElse("");
  }

  /** Returns the code as an SVG document, with a unit for each module. */
  static String svg(String text) {
    return modules(text).map(QrCode::svg).orElse("");
  }

  private static String svg(BitMatrix modules) {
    StringBuilder dark = new StringBuilder();
    for (int y = 0; y < modules.getHeight(); y++) {
      for (int x = 0; x < modules.getWidth(); x++) {
        if (modules.get(x, y)) {
          dark.append('M').append(x).append(' ').append(y).append("h1v1h-1z");
        }
      }
    }
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %1$d" shape-rendering="crispEdges">\
    <path fill="#fff" d="M0 0h%1$dv%1$dH0z"/><path d="%2$s"/></svg>\
    """
        .formatted(modules.getWidth(), dark);
  }

  private static Optional<BitMatrix> modules(String text) {
    try {
      return Optional.of(
          new QRCodeWriter()
              .encode(
                  text,
                  BarcodeFormat.QR_CODE,
                  0,
                  0,
                  Map.of(
                      EncodeHintType.ERROR_CORRECTION,
                      text.length() > 400 ? ErrorCorrectionLevel.L : ErrorCorrectionLevel.M,
                      EncodeHintType.MARGIN,
                      QUIET_MODULES)));
    } catch (WriterException tooLong) {
      return Optional.empty();
    }
  }

  private static byte[] png(BitMatrix modules) {
    int size = modules.getWidth() * MODULE_PIXELS;
    BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_BYTE_BINARY);
    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size; x++) {
        boolean dark = modules.get(x / MODULE_PIXELS, y / MODULE_PIXELS);
        image.setRGB(x, y, dark ? 0xFF000000 : 0xFFFFFFFF);
      }
    }
    try (ByteArrayOutputStream png = new ByteArrayOutputStream()) {
      ImageIO.setUseCache(false);
      ImageIO.write(image, "png", png);
      return png.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package org.attestry.credential.rendering;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Images in templates and values, hostile ones among them. */
class SafeImageTest {

  private static final int SIGNATURE = 8;
  private static final int HEADER = 25;
  private static final int HUGE = 60_000;

  @ParameterizedTest
  @ValueSource(strings = {"png", "jpeg"})
  void smallImagesAreKept(String form) throws Exception {
    String kept = SafeImage.of(address(form, image(form)));

    assertNotNull(kept);
    assertEquals(20, ImageIO.read(new ByteArrayInputStream(bytes(kept))).getWidth());
  }

  @Test
  void compressedTextsAndProfilesAreLeftOut() throws Exception {
    byte[] png = image("png");
    byte[] bomb = deflated(10_000_000);
    byte[] withTexts =
        joined(
            Arrays.copyOf(png, SIGNATURE + HEADER),
            chunk("zTXt", joined("title\0\0".getBytes(US_ASCII), bomb)),
            chunk("iCCP", joined("profile\0\0".getBytes(US_ASCII), bomb)),
            Arrays.copyOfRange(png, SIGNATURE + HEADER, png.length));

    String kept = SafeImage.of(address("png", withTexts));

    assertEquals(Base64.getEncoder().encodeToString(png), kept.substring(kept.indexOf(',') + 1));
    assertFalse(new String(bytes(kept), US_ASCII).contains("zTXt"));
  }

  @Test
  void imagesOfManyPixelsAreLeftOut() throws Exception {
    byte[] png = image("png");
    ByteBuffer size = ByteBuffer.allocate(13).putInt(HUGE).putInt(HUGE).put(png, 24, 5);
    byte[] large =
        joined(
            Arrays.copyOf(png, SIGNATURE),
            chunk("IHDR", size.array()),
            chunk("IDAT", deflated(10_000_000)),
            chunk("IEND", new byte[0]));
    assertNull(SafeImage.of(address("png", large)));

    byte[] jpeg = image("jpeg");
    int frame = frame(jpeg);
    ByteBuffer.wrap(jpeg).putShort(frame + 5, (short) HUGE).putShort(frame + 7, (short) HUGE);
    assertNull(SafeImage.of(address("jpeg", jpeg)));
  }

  @Test
  void whatIsNoImageOfItsFormIsLeftOut() throws Exception {
    byte[] png = image("png");
    assertNull(SafeImage.of(address("png", Arrays.copyOf(png, 20))));
    assertNull(SafeImage.of(address("png", image("jpeg"))));
    assertNull(SafeImage.of(address("jpeg", "no image".getBytes(US_ASCII))));
    assertNull(SafeImage.of(address("gif", png)));
    assertNull(SafeImage.of("data:image/png;base64," + "A".repeat(400_000)));
  }

  private static byte[] image(String form) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(20, 10, BufferedImage.TYPE_INT_RGB), form, out);
    return out.toByteArray();
  }

  /** Returns the beginning of the frame of a JPEG (ITU-T T.81, B.2.2). */
  private static int frame(byte[] jpeg) {
    int at = 2;
    while ((jpeg[at + 1] & 0xff) != 0xc0) {
      at += 2 + (ByteBuffer.wrap(jpeg).getShort(at + 2) & 0xffff);
    }
    return at;
  }

  private static byte[] chunk(String type, byte[] content) {
    CRC32 sum = new CRC32();
    sum.update(type.getBytes(US_ASCII));
    sum.update(content);
    return ByteBuffer.allocate(12 + content.length)
        .putInt(content.length)
        .put(type.getBytes(US_ASCII))
        .put(content)
        .putInt((int) sum.getValue())
        .array();
  }

  private static byte[] deflated(int zeros) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater =
        new DeflaterOutputStream(out, new Deflater(Deflater.BEST_COMPRESSION))) {
      deflater.write(new byte[zeros]);
    }
    return out.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Arrays.stream(parts).forEach(out::writeBytes);
    return out.toByteArray();
  }

  private static String address(String form, byte[] image) {
    return "data:image/" + form + ";base64," + Base64.getEncoder().encodeToString(image);
  }

  private static byte[] bytes(String address) {
    return Base64.getDecoder().decode(address.substring(address.indexOf(',') + 1));
  }
}

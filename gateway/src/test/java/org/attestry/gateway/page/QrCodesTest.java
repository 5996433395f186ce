package org.attestry.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import org.attestry.contracts.FailureException;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QrCodesTest {

  private static final int SIDE = 1_200;

  /** A dark square in a light one in a dark one: what the corners of a code look like. */
  private static final String[] CORNER = {
    "#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######"
  };

  @ParameterizedTest
  @ValueSource(ints = {200, 600, 1_200})
  void readsACodeOfAnySizeInThePicture(int side) throws WriterException {
    assertEquals(Optional.of("urn:uuid:1"), QrCodes.read(read(code("urn:uuid:1", side))));
  }

  @Test
  void readsACodeThatHoldsACredential() throws WriterException {
    String text = "ATT1:" + "0A1B2C3D4E".repeat(200);
    assertEquals(Optional.of(text), QrCodes.read(read(code(text, SIDE))));
  }

  @Test
  void findsNoneInAPictureWithoutACode() {
    assertEquals(Optional.empty(), QrCodes.read(read(new byte[SIDE * SIDE])));
    assertEquals(Optional.empty(), QrCodes.read(new GreyPicture(1, 1, new byte[1])));
  }

  @Test
  void endsSoonInAPictureFullOfCorners() {
    byte[] grey = white();
    for (int y = 0; y + 16 < SIDE; y += 16) {
      for (int x = 0; x + 16 < SIDE; x += 16) {
        draw(grey, x, y);
      }
    }
    Cost.atMost(
        Duration.ofMinutes(1), () -> assertEquals(Optional.empty(), QrCodes.read(read(grey))));
  }

  /** The pictures are codes in which some pixels are exchanged; whatever is found is no failure. */
  @Test
  void failsWithNothingInPicturesThatAreBroken() throws WriterException {
    Random random = new Random(7);
    byte[] whole = code("https://registry.example.org/verify/1", 300);
    for (int i = 0; i < 100; i++) {
      byte[] broken = whole.clone();
      for (int n = 0; n < 20 * i; n++) {
        broken[random.nextInt(broken.length)] = (byte) random.nextInt();
      }
      assertTrue(QrCodes.read(read(broken)).stream().noneMatch(String::isEmpty));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2, '!', The pixels are not base64",
    "4, 'AA==', The picture has less than one row",
    "0, 'AA==', A picture is 1 to",
    "4001, 'AA==', A picture is 1 to"
  })
  void refusesWhatIsNoPicture(int width, String pixels, String message) {
    FailureException refused =
        assertThrows(FailureException.class, () -> GreyPicture.of(width, pixels));
    assertTrue(refused.failure().message().startsWith(message), refused.failure().message());
  }

  @Test
  void refusesALargePicture() {
    String pixels = Base64.getEncoder().encodeToString(new byte[720_001]);
    assertThrows(FailureException.class, () -> GreyPicture.of(1_200, pixels));
  }

  private static byte[] code(String text, int side) throws WriterException {
    BitMatrix code = new QRCodeWriter().encode(text, BarcodeFormat.QR_CODE, side, side);
    byte[] grey = white();
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        grey[y * SIDE + x] = (byte) (code.get(x, y) ? 0x11 : 0xee);
      }
    }
    return grey;
  }

  private static void draw(byte[] grey, int left, int top) {
    for (int y = 0; y < 14; y++) {
      for (int x = 0; x < 14; x++) {
        boolean dark = CORNER[y / 2].charAt(x / 2) == '#';
        grey[(top + y) * SIDE + left + x] = (byte) (dark ? 0 : 0xff);
      }
    }
  }

  private static byte[] white() {
    byte[] grey = new byte[SIDE * SIDE];
    Arrays.fill(grey, (byte) 0xff);
    return grey;
  }

  /** Returns the picture as a page sends it. */
  private static GreyPicture read(byte[] grey) {
    byte[] packed = new byte[grey.length / 2];
    for (int i = 0; i < packed.length; i++) {
      packed[i] = (byte) ((grey[2 * i] & 0xf0) | (grey[2 * i + 1] & 0xff) >> 4);
    }
    return GreyPicture.of(SIDE, Base64.getEncoder().encodeToString(packed));
  }
}

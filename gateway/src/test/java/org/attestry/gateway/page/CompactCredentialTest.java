package org.attestry.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompactCredentialTest {

  private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"name\": \"मीरा\"}", "", "x", "{\"a\": \"எண்\"}"})
  void readsWhatWasWritten(String credential) throws IOException {
    assertEquals(Optional.of(credential), CompactCredential.read(code(credential)));
  }

  /** RFC 9285 section 4.3 has {@code QED8WEX0} for {@code ietf!}. */
  @Test
  void readsTheBase45OfTheRfc() {
    assertEquals("QED8WEX0", base45("ietf!".getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "00", "::", ":::", "GGW", "abc", "QED8WEX0", "एक"})
  void refusesWhatIsMalformed(String base45) {
    assertEquals(Optional.empty(), CompactCredential.read("ATT1:" + base45));
  }

  @Test
  void refusesACodeThatIsCutOrHasOtherBytesThanText() throws IOException {
    String whole = code("{\"name\": \"Meera Iyer\"}");
    assertEquals(Optional.empty(), CompactCredential.read(whole.substring(0, whole.length() - 6)));
    assertEquals(Optional.empty(), CompactCredential.read(code(new byte[] {(byte) 0xff, 1})));
  }

  @Test
  void refusesASmallCodeOfALargeText() throws IOException {
    String bomb = code(" ".repeat(2_000_000));
    assertTrue(bomb.length() < 4_296, bomb.length() + " characters");
    assertEquals(Optional.empty(), CompactCredential.read(bomb));
  }

  @Test
  void refusesMoreThanACodeHolds() {
    assertEquals(Optional.empty(), CompactCredential.read("ATT1:" + "0".repeat(4_300)));
    assertEquals(Optional.empty(), CompactCredential.read("ATT1:" + "\n".repeat(1_000_000)));
  }

  static String code(String credential) throws IOException {
    return code(credential.getBytes(StandardCharsets.UTF_8));
  }

  private static String code(byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflated = new DeflaterOutputStream(out)) {
      deflated.write(content);
    }
    return "ATT1:" + base45(out.toByteArray());
  }

  private static String base45(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bytes.length; i += 2) {
      boolean pair = i + 1 < bytes.length;
      int n = pair ? (bytes[i] & 0xff) * 256 + (bytes[i + 1] & 0xff) : bytes[i] & 0xff;
      for (int digits = pair ? 3 : 2; digits > 0; digits--, n /= 45) {
        text.append(ALPHABET.charAt(n % 45));
      }
    }
    return text.toString();
  }
}

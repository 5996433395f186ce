package org.attestry.gateway.page;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.InflaterInputStream;

/**
 * A credential as the text of a QR code: {@code ATT1:} followed by the Base45 encoding (RFC 9285)
 * of its UTF-8, compressed by zlib (RFC 1950).
 */
final class CompactCredential {

  private static final String PREFIX = "ATT1:";
  private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

  /**
   * The capacity of the largest QR code in characters of this alphabet (ISO/IEC 18004, version
   * 40-L).
   */
  private static final int LONGEST = 4_296;

  /** The most bytes of decompressed content; the registry makes no code with more. */
  private static final int LARGEST = 100_000;

  private CompactCredential() {}

  static boolean isOne(String text) {
    return text.startsWith(PREFIX);
  }

  /**
   * @param code as scanned or pasted; line breaks and tabs are removed
   * @return the credential; empty for a code that is malformed or too large
   */
  static Optional<String> read(String code) {
    if (code.length() > 2 * LONGEST) {
      return Optional.empty();
    }
    String text = code.replaceAll("[\\r\\n\\t]", "");
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    return bytes(text.substring(PREFIX.length())).flatMap(CompactCredential::inflated);
  }

  private static Optional<byte[]> bytes(String base45) {
    ByteBuffer bytes = ByteBuffer.allocate(base45.length());
    for (int i = 0; i < base45.length(); i += 3) {
      int characters = Math.min(3, base45.length() - i);
      int value = 0;
      for (int j = characters - 1; j >= 0; j--) {
        int digit = ALPHABET.indexOf(base45.charAt(i + j));
        if (digit < 0) {
          return Optional.empty();
        }
        value = value * 45 + digit;
      }
      if (characters == 1 || value >= 1 << 8 * (characters - 1)) {
        return Optional.empty();
      }
      if (characters == 3) {
        bytes.put((byte) (value >> 8));
      }
      bytes.put((byte) value);
    }
    byte[] read = new byte[bytes.position()];
    bytes.flip().get(read);
    return Optional.of(read);
  }

  private static Optional<String> inflated(byte[] compressed) {
    try (var in = new InflaterInputStream(new ByteArrayInputStream(compressed))) {
      byte[] bytes = in.readNBytes(LARGEST + 1);
      return bytes.length > LARGEST ? Optional.empty() : Optional.of(text(bytes));
    } catch (IOException malformed) {
      return Optional.empty();
    }
  }

  private static String text(byte[] utf8) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
  }
}

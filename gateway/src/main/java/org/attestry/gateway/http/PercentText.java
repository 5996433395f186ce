package org.attestry.gateway.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Decodes percent-encoded text (RFC 3986, section 2.1) in paths, queries and forms. {@code
 * URLDecoder} replaces octets that are not UTF-8, so that different names become equal.
 */
public final class PercentText {

  private PercentText() {}

  /**
   * Decodes a part of a path.
   *
   * @return empty unless it is UTF-8 that is encoded properly
   */
  static Optional<String> ofPath(String encoded) {
    return decoded(encoded, '+');
  }

  /**
   * Decodes a name or value of a query or form, where a plus sign is a space.
   *
   * @return empty unless it is UTF-8 that is encoded properly
   */
  public static Optional<String> ofForm(String encoded) {
    return decoded(encoded, ' ');
  }

  private static Optional<String> decoded(String encoded, char plus) {
    if (encoded.indexOf('%') < 0) {
      return Optional.of(encoded.replace('+', plus));
    }
    try {
      ByteBuffer octets = octets(encoded.getBytes(StandardCharsets.UTF_8), (byte) plus);
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(octets).toString());
    } catch (IllegalArgumentException | CharacterCodingException malformed) {
      return Optional.empty();
    }
  }

  private static ByteBuffer octets(byte[] encoded, byte plus) {
    ByteBuffer octets = ByteBuffer.allocate(encoded.length);
    for (int i = 0; i < encoded.length; i++) {
      switch (encoded[i]) {
        case '%' -> octets.put(octet(encoded, ++i, ++i));
        case '+' -> octets.put(plus);
        default -> octets.put(encoded[i]);
      }
    }
    return octets.flip();
  }

  private static byte octet(byte[] encoded, int high, int low) {
    if (low >= encoded.length) {
      throw new IllegalArgumentException("An octet has two digits.");
    }
    return (byte)
        (HexFormat.fromHexDigit(encoded[high]) << 4 | HexFormat.fromHexDigit(encoded[low]));
  }
}

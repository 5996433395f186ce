package org.attestry.runtime.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.attestry.contracts.FailureException;

/**
 * Refuses what is not JSON in UTF-8 (RFC 8259, section 8.1). A parser that reads other encodings
 * too would read another text than the checks of the bytes do.
 */
public final class EncodingCheck {

  private static final int DETECTED_BYTES = 4;

  private EncodingCheck() {}

  /**
   * @throws FailureException of kind INVALID for malformed UTF-8, which parsers accept in part
   *     (overlong forms, encoded surrogates), and for a text that begins with a byte order mark, a
   *     zero byte or another character than JSON begins with
   */
  public static void refuseIn(byte[] text) {
    refuseBrokenCharacters(text);
    boolean ascii = text.length == 0 || text[0] > 0;
    for (int i = 0; i < Math.min(DETECTED_BYTES, text.length); i++) {
      ascii &= text[i] != 0;
    }
    if (!ascii) {
      throw refused("json", "The body must be JSON in UTF-8.");
    }
  }

  private static void refuseBrokenCharacters(byte[] text) {
    byte seen = 0;
    for (byte each : text) {
      seen |= each;
    }
    if (seen >= 0) {
      return;
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
    } catch (CharacterCodingException e) {
      throw refused("encoding", "The body is not UTF-8.");
    }
  }

  private static FailureException refused(String rule, String message) {
    return FailureException.invalid("json.malformed", "", rule, message);
  }
}

package org.attestry.credential.jose;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An SD-JWT with the disclosures that its holder shows, and an optional key binding (RFC 9901,
 * section 4).
 *
 * @param issued the JWT of the issuer
 * @param keyBinding the JWT of the holder, or null
 * @param presented the text that the key binding signs: everything before it
 */
record SdJwt(Jws issued, List<String> disclosures, Jws keyBinding, String presented) {

  /** The header's {@code typ} of a credential (SD-JWT VC, section 3.1). */
  static final String TYPE = "dc+sd-jwt";

  /** The header's {@code typ} of a key binding (RFC 9901, section 4.3). */
  static final String KEY_BINDING = "kb+jwt";

  static final String MALFORMED = "sd-jwt.malformed";

  private static final Pattern FORM =
      Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*~[A-Za-z0-9_.~-]*");

  /** Says whether a text has the form of an SD-JWT. */
  static boolean isOne(String text) {
    return FORM.matcher(text).matches();
  }

  /**
   * @throws InvalidProofException if it is malformed
   */
  static SdJwt parse(String text) {
    if (!isOne(text)) {
      throw new InvalidProofException(MALFORMED);
    }
    String[] parts = text.split("~", -1);
    String last = parts[parts.length - 1];
    List<String> disclosures = List.of(Arrays.copyOfRange(parts, 1, parts.length - 1));
    return new SdJwt(
        Jws.parse(parts[0], MALFORMED),
        disclosures,
        last.isEmpty() ? null : Jws.parse(last, MALFORMED),
        text.substring(0, text.length() - last.length()));
  }
}

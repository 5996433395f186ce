package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/**
 * An SD-JWT with the disclosures that its holder shows, and perhaps a key binding (RFC 9901,
 * section 4).
 *
 * @param issued the JWT of the issuer
 * @param keyBinding the JWT of the holder, or null
 * @param presented what the key binding is about: everything before it
 */
record SdJwt(Jws issued, List<String> disclosures, Jws keyBinding, String presented) {

  /** The header's {@code typ} of a credential (SD-JWT VC, section 3.1). */
  static final String TYPE = "dc+sd-jwt";

  /** The header's {@code typ} of a key binding (RFC 9901, section 4.3). */
  static final String KEY_BINDING = "kb+jwt";

  private static final Pattern FORM =
      Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*~[A-Za-z0-9_.~-]*");

  /**
   * A JWT whose signature was not looked at.
   *
   * @param input what is signed
   * @param signature its bytes
   */
  record Jws(JsonNode header, ObjectNode payload, String input, byte[] signature) {

    static Jws parse(String text) {
      String[] parts = text.split("\\.", -1);
      if (parts.length != 3) {
        throw malformed();
      }
      JsonNode header = json(parts[0]);
      if (!header.isObject() || !(json(parts[1]) instanceof ObjectNode payload)) {
        throw malformed();
      }
      return new Jws(header, payload, parts[0] + "." + parts[1], DetachedJws.decode(parts[2]));
    }

    private static JsonNode json(String encoded) {
      try {
        return Json.parse(JsonBytes.of(DetachedJws.decode(encoded)));
      } catch (FailureException e) {
        throw malformed();
      }
    }

    String type() {
      return header.path("typ").asText();
    }
  }

  /** Whether a text has the form of one. */
  static boolean isOne(String text) {
    return FORM.matcher(text).matches();
  }

  /**
   * @throws InvalidProofException if it is malformed
   */
  static SdJwt parse(String text) {
    if (!isOne(text)) {
      throw malformed();
    }
    String[] parts = text.split("~", -1);
    String last = parts[parts.length - 1];
    List<String> disclosures = List.of(Arrays.copyOfRange(parts, 1, parts.length - 1));
    return new SdJwt(
        Jws.parse(parts[0]),
        disclosures,
        last.isEmpty() ? null : Jws.parse(last),
        text.substring(0, text.length() - last.length()));
  }

  private static InvalidProofException malformed() {
    return new InvalidProofException("sd-jwt.malformed");
  }
}

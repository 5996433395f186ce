package org.attestry.gateway.access;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Base64;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/**
 * The protected header of a signed token (RFC 7515 section 4.1), before anything is verified.
 *
 * @param algorithm {@code alg}
 * @param keyId {@code kid}, or null
 * @param type {@code typ}, or null
 */
record TokenHeader(String algorithm, String keyId, String type) {

  private static final Pattern COMPACT = Pattern.compile("[\\w-]+\\.[\\w-]+\\.[\\w-]+");
  private static final int LONGEST = 16_384;

  /** The most different member names in a part; a provider's tokens have some dozens. */
  private static final int MOST_NAMES = 200;

  /**
   * @throws FailureException when it is not a signed token in compact form, or has critical
   *     extensions ({@code crit}), of which none is understood
   */
  static TokenHeader read(String token) {
    if (token.length() > LONGEST || !COMPACT.matcher(token).matches()) {
      throw TokenFailures.refused();
    }
    JsonNode header = part(token.substring(0, token.indexOf('.')));
    if (header.has("crit") || text(header, "alg") == null) {
      throw TokenFailures.refused();
    }
    return new TokenHeader(text(header, "alg"), text(header, "kid"), text(header, "typ"));
  }

  private static String text(JsonNode header, String member) {
    JsonNode value = header.path(member);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isTextual()) {
      throw TokenFailures.refused();
    }
    return value.textValue();
  }

  /**
   * Reads a part of a token: a JSON object in base64url. It is parsed strictly, because parsers
   * differ in which one of two members with the same name they return.
   *
   * @throws FailureException when it is anything else
   */
  static JsonNode part(String encoded) {
    try {
      JsonNode json = Json.parse(JsonBytes.of(Base64.getUrlDecoder().decode(encoded)), MOST_NAMES);
      if (json.isObject()) {
        return json;
      }
    } catch (FailureException | IllegalArgumentException notJson) {
      // Refused below, without a reason.
    }
    throw TokenFailures.refused();
  }
}

package org.attestry.gateway.access;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

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

  /**
   * @throws org.attestry.contracts.FailureException when it is not a signed token in compact form,
   *     or has critical extensions ({@code crit}), of which none is understood
   */
  static TokenHeader read(String token) {
    if (token.length() > LONGEST || !COMPACT.matcher(token).matches()) {
      throw TokenFailures.refused();
    }
    JsonNode header = TokenPart.json(token.substring(0, token.indexOf('.')));
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
}

package org.attestry.gateway.access;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
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
    try {
      byte[] json = Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.')));
      JsonObject header = new JsonObject(Buffer.buffer(json));
      if (header.containsKey("crit") || header.getString("alg") == null) {
        throw TokenFailures.refused();
      }
      return new TokenHeader(
          header.getString("alg"), header.getString("kid"), header.getString("typ"));
    } catch (DecodeException | IllegalArgumentException | ClassCastException e) {
      throw TokenFailures.refused();
    }
  }
}

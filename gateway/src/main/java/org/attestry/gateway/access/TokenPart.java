package org.attestry.gateway.access;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Base64;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** A part of a signed token in compact form: an object of JSON in base64url. */
final class TokenPart {

  /** Different member names; tokens of a provider have some dozens. */
  private static final int MOST_NAMES = 200;

  private TokenPart() {}

  /**
   * Read strictly: of a member that stands there twice, each reader could take another.
   *
   * @throws FailureException when it is anything else
   */
  static JsonNode json(String part) {
    try {
      JsonNode json = Json.parse(JsonBytes.of(Base64.getUrlDecoder().decode(part)), MOST_NAMES);
      if (json.isObject()) {
        return json;
      }
    } catch (FailureException | IllegalArgumentException notJson) {
      // Refused below, without saying more of it.
    }
    throw TokenFailures.refused();
  }
}

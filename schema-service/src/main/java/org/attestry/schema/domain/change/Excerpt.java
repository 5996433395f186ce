package org.attestry.schema.domain.change;

import com.fasterxml.jackson.databind.JsonNode;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** A value in a report of differences. */
final class Excerpt {

  private static final int LONGEST = 2_000;

  private Excerpt() {}

  /** The value, or a text with its length if it is long; null for a missing node. */
  static JsonBytes of(JsonNode node) {
    if (node == null || node.isMissingNode()) {
      return null;
    }
    JsonBytes whole = Json.write(node);
    return whole.utf8().length <= LONGEST
        ? whole
        : Json.write("(%d bytes of JSON)".formatted(whole.utf8().length));
  }
}

package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of an endpoint's requests.
 *
 * @param mediaTypes those that it may be sent as; empty where there is no body
 * @param schema the name of the schema that the gateway checks it against, empty where it checks
 *     none
 * @param optional whether it may be left out
 * @param fields of a form
 */
record Body(List<String> mediaTypes, String schema, boolean optional, List<String> fields) {

  /**
   * @param described a Request Body Object of OpenAPI; missing where there is no body
   */
  static Body of(JsonNode described, boolean unchecked) {
    String reference = described.at("/content/application~1json/schema/$ref").asText();
    return new Body(
        MediaTypes.of(described),
        unchecked || reference.isEmpty() ? "" : reference.substring(OpenApi.SCHEMAS.length()),
        !described.path("required").asBoolean(),
        fields(described.path("content").path(MediaTypes.FORM)));
  }

  private static List<String> fields(JsonNode form) {
    List<String> fields = new ArrayList<>();
    form.at("/schema/properties").fieldNames().forEachRemaining(fields::add);
    return fields;
  }

  /** Whether it is JSON. JSON, forms and lines are read as a whole; files and rows are streamed. */
  boolean isJson() {
    return mediaTypes.contains(MediaTypes.JSON);
  }

  /** Whether a request streams lines to an operation that else takes one JSON value. */
  boolean isStreamed(String contentType) {
    return isJson()
        && mediaTypes.contains(MediaTypes.NDJSON)
        && MediaTypes.is(MediaTypes.NDJSON, contentType);
  }

  /** Whether it is nothing but lines, which are read as a whole, as a JSON string. */
  boolean isLines() {
    return mediaTypes.equals(List.of(MediaTypes.NDJSON));
  }

  /** Whether it is a form of texts, which is read as a JSON object. */
  boolean isForm() {
    return mediaTypes.contains(MediaTypes.FORM);
  }
}

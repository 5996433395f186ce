package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of an endpoint's requests.
 *
 * @param mediaTypes the accepted media types; empty where there is no body
 * @param schema the name of the schema that the gateway checks the body against; empty for no check
 * @param optional whether the body may be left out
 * @param fields the names of a form's fields
 * @param openForm whether a form may have other fields, which are passed on too
 */
public record Body(
    List<String> mediaTypes,
    String schema,
    boolean optional,
    List<String> fields,
    boolean openForm) {

  /**
   * @param described a Request Body Object of OpenAPI; missing where there is no body
   */
  static Body of(JsonNode described, boolean unchecked) {
    String reference = described.at("/content/application~1json/schema/$ref").asText();
    return new Body(
        MediaTypes.of(described),
        unchecked || reference.isEmpty() ? "" : reference.substring(OpenApi.SCHEMAS.length()),
        !described.path("required").asBoolean(),
        fields(described.path("content").path(MediaTypes.FORM)),
        described
            .path("content")
            .path(MediaTypes.FORM)
            .at("/schema/additionalProperties")
            .booleanValue());
  }

  private static List<String> fields(JsonNode form) {
    List<String> fields = new ArrayList<>();
    form.at("/schema/properties").fieldNames().forEachRemaining(fields::add);
    return fields;
  }

  /**
   * Whether the body is JSON. JSON, forms and lines are read as a whole; files and rows are
   * streamed.
   */
  public boolean isJson() {
    return mediaTypes.contains(MediaTypes.JSON);
  }

  /** Whether a request streams lines to an operation that otherwise accepts one JSON value. */
  public boolean isStreamed(String contentType) {
    return isJson()
        && mediaTypes.contains(MediaTypes.NDJSON)
        && MediaTypes.is(MediaTypes.NDJSON, contentType);
  }

  /** Whether a request sends a JWT to an operation that otherwise accepts JSON. */
  public boolean isJwt(String contentType) {
    return mediaTypes.contains(MediaTypes.JWT) && MediaTypes.is(MediaTypes.JWT, contentType);
  }

  /** Whether the body is accepted as lines only, which are read as a whole, as a JSON string. */
  public boolean isLines() {
    return mediaTypes.equals(List.of(MediaTypes.NDJSON));
  }

  /** Whether the body is a form, which is read as a JSON object of strings. */
  public boolean isForm() {
    return mediaTypes.contains(MediaTypes.FORM);
  }
}

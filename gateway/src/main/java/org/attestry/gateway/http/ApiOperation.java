package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * An operation of the OpenAPI document.
 *
 * @param described its Operation Object, with the extensions
 */
public record ApiOperation(HttpMethod method, String path, ObjectNode described) {

  public String operationId() {
    return described.path("operationId").asText();
  }

  /** The first of its tags. */
  public String tag() {
    return described.at("/tags/0").asText();
  }

  /** Whether the description also shows the operation once for each published type. */
  public boolean isOfEachType() {
    return has("x-each-type");
  }

  /** Whether a boolean extension is set to true. */
  boolean has(String extension) {
    return described.path(extension).booleanValue();
  }

  /** The response to a successful request. */
  JsonNode success() {
    JsonNode created = described.at("/responses/201");
    return created.isMissingNode() ? described.at("/responses/200") : created;
  }

  /** Returns the names of the parameters in the {@code path}, {@code query} or {@code header}. */
  List<String> parameters(String in) {
    return StreamSupport.stream(described.path("parameters").spliterator(), false)
        .filter(parameter -> parameter.path("in").asText().equals(in))
        .map(parameter -> parameter.path("name").asText())
        .toList();
  }
}

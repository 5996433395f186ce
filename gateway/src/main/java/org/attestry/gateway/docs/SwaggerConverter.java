package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.gateway.http.MediaTypes;

/**
 * Converts operations and schemas of our OpenAPI 3.1 document to Swagger 2.0. A schema keeps the
 * keywords of the Swagger 2.0 Schema Object and loses the others, so that the description allows
 * what the schema allows and possibly more. Media types other than the first, and the header that
 * every response has, are left out.
 */
final class SwaggerConverter {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String REQUEST_ID = "X-Request-Id";
  private static final String REFERENCE = "$ref";
  private static final List<String> COPIED_OF_OPERATIONS =
      List.of("operationId", "summary", "description", "tags");

  private static final Set<String> COPIED_OF_SCHEMAS =
      Set.of(
          "title",
          "description",
          "format",
          "pattern",
          "multipleOf",
          "maximum",
          "minimum",
          "maxLength",
          "minLength",
          "maxItems",
          "minItems",
          "uniqueItems",
          "maxProperties",
          "minProperties",
          "required",
          "enum",
          "default",
          "readOnly");

  private final JsonNode headers;
  private final ObjectNode responses;

  /**
   * @param components the document's responses and headers, which Swagger 2.0 repeats in each
   *     operation
   */
  SwaggerConverter(ObjectNode components) {
    headers = components.path("headers");
    responses = NODES.objectNode();
    components
        .path("responses")
        .properties()
        .forEach(each -> responses.set(each.getKey(), response(each.getValue())));
  }

  ObjectNode operation(ObjectNode source) {
    ObjectNode out = NODES.objectNode();
    COPIED_OF_OPERATIONS.forEach(name -> out.set(name, source.path(name)));
    ArrayNode parameters = parameters(source);
    if (!parameters.isEmpty()) {
      out.set("parameters", parameters);
    }
    mediaTypes(source.at("/requestBody/content"), "consumes", out);
    mediaTypes(source.at("/responses/200/content"), "produces", out);
    ObjectNode all = out.putObject("responses");
    for (Map.Entry<String, JsonNode> response : source.path("responses").properties()) {
      JsonNode named = response.getValue().path(REFERENCE);
      all.set(
          response.getKey(),
          named.isTextual() ? responses.get(lastName(named)) : response(response.getValue()));
    }
    return out;
  }

  private ArrayNode parameters(ObjectNode operation) {
    ArrayNode all = NODES.arrayNode();
    for (JsonNode source : operation.path("parameters")) {
      ObjectNode parameter = all.addObject().setAll((ObjectNode) source);
      parameter.set("type", parameter.remove("schema").path("type"));
    }
    JsonNode security = operation.path("security");
    if (!security.isEmpty()) {
      authorization(security.get(0).isEmpty(), all.addObject());
    }
    if (operation.has("requestBody")) {
      body(operation.get("requestBody"), all);
    }
    return all;
  }

  /**
   * Writes the Authorization header as a parameter, because the interface's document has no member
   * for security schemes.
   */
  private static void authorization(boolean optional, ObjectNode parameter) {
    parameter
        .put("name", "authorization")
        .put("in", "header")
        .put("required", !optional)
        .put("type", "string")
        .put(
            "description",
            optional
                ? "Bearer <ACCESS_TOKEN>, unless anonymous may call"
                : "Bearer <ACCESS_TOKEN>");
  }

  private void body(JsonNode source, ArrayNode parameters) {
    Map.Entry<String, JsonNode> content = first(source.path("content"));
    JsonNode schema = content.getValue().path("schema");
    if (content.getKey().equals(MediaTypes.FORM)) {
      schema.path("properties").fieldNames().forEachRemaining(name -> field(name, parameters));
      return;
    }
    ObjectNode parameter = parameters.addObject();
    if (content.getKey().equals("multipart/form-data")) {
      String part = first(schema.path("properties")).getKey();
      parameter.put("name", part).put("in", "formData").put("type", "file").put("required", true);
      return;
    }
    parameter.put("name", "body").put("in", "body").set("required", source.path("required"));
    parameter.set(
        "schema",
        schema.isMissingNode() ? NODES.objectNode().put("type", "string") : schema(schema));
  }

  private static void field(String name, ArrayNode parameters) {
    parameters
        .addObject()
        .put("name", name)
        .put("in", "formData")
        .put("type", "string")
        .put("required", true);
  }

  private ObjectNode response(JsonNode source) {
    ObjectNode out = NODES.objectNode();
    out.set("description", source.path("description"));
    JsonNode contents = source.path("content");
    if (!contents.isEmpty()) {
      Map.Entry<String, JsonNode> content = first(contents);
      JsonNode schema = content.getValue().path("schema");
      out.set(
          "schema",
          schema.isMissingNode()
              ? NODES.objectNode().put("type", isJson(content.getKey()) ? "object" : "file")
              : schema(schema));
    }
    for (Map.Entry<String, JsonNode> header : source.path("headers").properties()) {
      if (!header.getKey().equals(REQUEST_ID)) {
        out.withObjectProperty("headers")
            .putObject(header.getKey())
            .put("type", "string")
            .set("description", headers.path(header.getKey()).path("description"));
      }
    }
    return out;
  }

  private static void mediaTypes(JsonNode content, String member, ObjectNode operation) {
    boolean usual = content.isEmpty() || content.size() == 1 && content.has(MediaTypes.JSON);
    if (!usual) {
      content.fieldNames().forEachRemaining(operation.putArray(member)::add);
    }
  }

  private static boolean isJson(String mediaType) {
    return mediaType.equals(MediaTypes.JSON) || mediaType.endsWith("+json");
  }

  private static Map.Entry<String, JsonNode> first(JsonNode object) {
    return object.properties().iterator().next();
  }

  private static String lastName(JsonNode reference) {
    return reference.textValue().substring(reference.textValue().lastIndexOf('/') + 1);
  }

  /**
   * @param source a schema of 2020-12
   */
  ObjectNode schema(JsonNode source) {
    ObjectNode out = NODES.objectNode();
    if (source.path(REFERENCE).isTextual()) {
      return out.put(REFERENCE, OpenApiSchemas.DEFINITIONS + lastName(source.get(REFERENCE)));
    }
    for (Map.Entry<String, JsonNode> member : source.properties()) {
      keyword(member.getKey(), member.getValue(), out);
    }
    if (source.has("prefixItems") || isArray(out) && !out.has("items")) {
      out.putObject("items");
    }
    return out;
  }

  private void keyword(String name, JsonNode value, ObjectNode out) {
    switch (name) {
      case "type" -> type(value, out);
      case "const" -> out.putArray("enum").add(value);
      case "properties" -> {
        ObjectNode properties = out.putObject(name);
        value.properties().forEach(each -> properties.set(each.getKey(), schema(each.getValue())));
      }
      case "items" -> out.set(name, schema(value));
      case "additionalProperties" -> out.set(name, value.isObject() ? schema(value) : value);
      case "exclusiveMaximum" -> exclusive(name, "maximum", value, out);
      case "exclusiveMinimum" -> exclusive(name, "minimum", value, out);
      case "allOf" -> {
        ArrayNode parts = out.putArray(name);
        value.forEach(part -> parts.add(schema(part)));
      }
      default -> {
        boolean emptyList = value.isArray() && value.isEmpty();
        if (COPIED_OF_SCHEMAS.contains(name) && !emptyList) {
          out.set(name, value);
        }
      }
    }
  }

  /** Swagger 2.0 allows a single type, and not null. */
  private static void type(JsonNode value, ObjectNode out) {
    if (value.isTextual() && !value.textValue().equals("null")) {
      out.set("type", value);
    }
  }

  private static boolean isArray(ObjectNode schema) {
    return schema.path("type").asText().equals("array");
  }

  /**
   * Converts an exclusive bound, which is a number in JSON Schema and a flag beside the bound in
   * Swagger 2.0.
   */
  private static void exclusive(String name, String bound, JsonNode value, ObjectNode out) {
    if (value.isNumber()) {
      out.set(bound, value);
      out.put(name, true);
    }
  }
}

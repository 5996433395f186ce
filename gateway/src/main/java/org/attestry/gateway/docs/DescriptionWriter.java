package org.attestry.gateway.docs;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.attestry.gateway.http.ApiOperation;
import org.attestry.gateway.http.OpenApi;

/**
 * Writes the description as an OpenAPI 3.1 document, and the same converted to Swagger 2.0. Both
 * are written one operation and one schema at a time: a tree of the whole would take ten times the
 * document's size.
 *
 * @param api the fixed operations
 * @param types the published types, by name
 * @param address where clients reach the gateway
 * @param issuer the identity provider's address
 */
record DescriptionWriter(OpenApi api, List<DescribedType> types, URI address, String issuer) {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  void openApi(JsonGenerator out) throws IOException {
    out.writeStartObject();
    members(openApiHead(), UnaryOperator.identity(), out);
    paths(UnaryOperator.identity(), out);
    out.writeObjectFieldStart("components");
    schemas("schemas", UnaryOperator.identity(), out);
    members(components(), UnaryOperator.identity(), out);
    out.writeEndObject();
    out.writeEndObject();
  }

  void swagger(JsonGenerator out) throws IOException {
    SwaggerConverter converter = new SwaggerConverter(components());
    out.writeStartObject();
    members(swaggerHead(), UnaryOperator.identity(), out);
    paths(converter::operation, out);
    schemas("definitions", converter::schema, out);
    out.writeEndObject();
  }

  private ObjectNode openApiHead() {
    ObjectNode head = NODES.objectNode().put("openapi", "3.1.1");
    head.set("info", api.info());
    ArrayNode servers = head.putArray("servers");
    servers.addObject().put("url", address.toString().replaceFirst("/$", ""));
    servers
        .addObject()
        .put("url", "../..")
        .put("description", "the gateway that this description was read from");
    ArrayNode tags = head.putArray("tags");
    operations()
        .map(DescribedOperation::tag)
        .distinct()
        .forEach(tag -> tags.addObject().put("name", tag));
    return head;
  }

  /** Returns the top-level members of the Swagger document (interface 9). */
  private ObjectNode swaggerHead() {
    ObjectNode head = NODES.objectNode();
    head.putArray("consumes").add("application/json");
    head.putArray("produces").add("application/json");
    head.putArray("schemes").add("https");
    head.put("swagger", "2.0");
    head.set("info", api.info().without("license"));
    return head.put("host", address.getRawAuthority()).put("basePath", "/");
  }

  /** Returns the OpenAPI components other than schemas. */
  private ObjectNode components() {
    ObjectNode components = NODES.objectNode();
    for (String member : List.of("responses", "headers", "securitySchemes")) {
      components.set(member, api.components(member));
    }
    components
        .withObject("/securitySchemes/openIdConnect")
        .put("openIdConnectUrl", issuer + "/.well-known/openid-configuration");
    return components;
  }

  /**
   * Returns each fixed operation unchanged, and each operation on types once more for every type.
   */
  private Stream<DescribedOperation> operations() {
    return Stream.concat(
        api.operations().stream().map(operation -> new DescribedOperation(operation, null)),
        types.stream()
            .flatMap(
                type ->
                    api.operations().stream()
                        .filter(ApiOperation::isOfEachType)
                        .map(operation -> new DescribedOperation(operation, type))));
  }

  private void paths(UnaryOperator<ObjectNode> converted, JsonGenerator out) throws IOException {
    // Where a type has the name of a fixed path, the fixed operation is the one that is served.
    Map<String, Map<String, DescribedOperation>> paths = new LinkedHashMap<>();
    operations()
        .forEach(
            operation ->
                paths
                    .computeIfAbsent(operation.path(), path -> new LinkedHashMap<>())
                    .putIfAbsent(operation.method(), operation));
    out.writeObjectFieldStart("paths");
    for (Map.Entry<String, Map<String, DescribedOperation>> path : paths.entrySet()) {
      out.writeObjectFieldStart(path.getKey());
      for (DescribedOperation operation : path.getValue().values()) {
        out.writeFieldName(operation.method());
        out.writeTree(converted.apply(operation.described()));
      }
      out.writeEndObject();
    }
    out.writeEndObject();
  }

  private void schemas(String member, UnaryOperator<JsonNode> converted, JsonGenerator out)
      throws IOException {
    out.writeObjectFieldStart(member);
    members(api.components("schemas"), converted, out);
    for (DescribedType type : types) {
      members(OpenApiSchemas.of(type.definition(), type.shape()), converted, out);
    }
    out.writeEndObject();
  }

  private static void members(
      ObjectNode object, UnaryOperator<JsonNode> converted, JsonGenerator out) throws IOException {
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      out.writeFieldName(member.getKey());
      out.writeTree(converted.apply(member.getValue()));
    }
  }
}

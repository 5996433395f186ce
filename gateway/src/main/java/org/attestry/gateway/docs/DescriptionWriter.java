package org.attestry.gateway.docs;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Writes the description as an OpenAPI 3.1 document, and the same converted to Swagger 2.0. Both
 * are written one operation and one schema at a time: a tree of the whole would take ten times the
 * document's size.
 *
 * @param address where clients reach the gateway
 * @param issuer the identity provider's address
 */
record DescriptionWriter(DescribedInterface described, URI address, String issuer) {

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
    ObjectNode info = head.putObject("info").setAll(info());
    info.putObject("license").put("name", "Apache-2.0").put("identifier", "Apache-2.0");
    ArrayNode servers = head.putArray("servers");
    servers.addObject().put("url", address.toString().replaceFirst("/$", ""));
    servers
        .addObject()
        .put("url", "../..")
        .put("description", "the gateway that this description was read from");
    Set<String> tags = new LinkedHashSet<>();
    described.operations().forEach(operation -> tags.add(operation.tag()));
    ArrayNode listed = head.putArray("tags");
    tags.forEach(tag -> listed.addObject().put("name", tag));
    return head;
  }

  /** The top-level members of interface 9. */
  private ObjectNode swaggerHead() {
    ObjectNode head = NODES.objectNode();
    head.putArray("consumes").add("application/json");
    head.putArray("produces").add("application/json");
    head.putArray("schemes").add("https");
    head.put("swagger", "2.0");
    head.set("info", info());
    return head.put("host", address.getRawAuthority()).put("basePath", "/");
  }

  private static ObjectNode info() {
    return NODES
        .objectNode()
        .put("description", "Entities, their attestation, credentials and files")
        .put("title", "Attestry")
        .put("version", "1.0.0");
  }

  /** The components of OpenAPI other than schemas. */
  private ObjectNode components() {
    ObjectNode components = NODES.objectNode();
    components.set("responses", OpenApiOperation.failures());
    components.set("headers", OpenApiOperation.headers());
    ObjectNode schemes = components.putObject("securitySchemes");
    schemes
        .putObject("bearer")
        .put("type", "http")
        .put("scheme", "bearer")
        .put("bearerFormat", "JWT")
        .put("description", "an access token of the identity provider");
    schemes
        .putObject("openIdConnect")
        .put("type", "openIdConnect")
        .put("openIdConnectUrl", issuer + "/.well-known/openid-configuration");
    return components;
  }

  private void paths(UnaryOperator<ObjectNode> converted, JsonGenerator out) throws IOException {
    Map<String, List<DescribedOperation>> paths = new LinkedHashMap<>();
    for (DescribedOperation operation : described.operations()) {
      paths.computeIfAbsent(operation.path(), path -> new ArrayList<>()).add(operation);
    }
    out.writeObjectFieldStart("paths");
    for (Map.Entry<String, List<DescribedOperation>> path : paths.entrySet()) {
      out.writeObjectFieldStart(path.getKey());
      for (DescribedOperation operation : path.getValue()) {
        out.writeFieldName(operation.method());
        out.writeTree(converted.apply(OpenApiOperation.of(operation)));
      }
      out.writeEndObject();
    }
    out.writeEndObject();
  }

  private void schemas(String member, UnaryOperator<JsonNode> converted, JsonGenerator out)
      throws IOException {
    out.writeObjectFieldStart(member);
    members(OpenApiSchemas.relocated(described.definitions()), converted, out);
    for (DescribedInterface.Type type : described.types()) {
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

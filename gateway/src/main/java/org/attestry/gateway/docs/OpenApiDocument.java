package org.attestry.gateway.docs;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;

/** Writes an OpenAPI 3.1 document. */
final class OpenApiDocument {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final DescribedInterface described;
  private final ApiInfo provided;

  private OpenApiDocument(DescribedInterface described, ApiInfo provided) {
    this.described = described;
    this.provided = provided;
  }

  /** Written piece by piece: a tree of the whole would take ten times the document's size. */
  static void write(DescribedInterface described, ApiInfo provided, JsonGenerator out)
      throws IOException {
    new OpenApiDocument(described, provided).write(out);
  }

  private void write(JsonGenerator out) throws IOException {
    ObjectNode document = NODES.objectNode().put("openapi", "3.1.1");
    document.set("info", info());
    ArrayNode servers = document.putArray("servers");
    servers.addObject().put("url", trimmed(provided.address().toString()));
    servers
        .addObject()
        .put("url", "../..")
        .put("description", "the gateway that this description was read from");
    document.set("tags", tags());
    out.writeStartObject();
    DocumentParts.members(document, out);
    DocumentParts.paths(described.operations(), OpenApiOperation::of, out);
    out.writeObjectFieldStart("components");
    writeSchemas(out);
    ObjectNode others = NODES.objectNode();
    others.set("responses", OpenApiResponses.failures());
    others.set("headers", OpenApiResponses.headers());
    others.set("securitySchemes", securitySchemes());
    DocumentParts.members(others, out);
    out.writeEndObject();
    out.writeEndObject();
  }

  private ObjectNode info() {
    ObjectNode info = provided.info();
    info.putObject("license").put("name", "Apache-2.0").put("identifier", "Apache-2.0");
    return info;
  }

  private static String trimmed(String address) {
    return address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
  }

  private ArrayNode tags() {
    Set<String> names = new LinkedHashSet<>();
    described.operations().forEach(operation -> names.add(operation.tag()));
    ArrayNode tags = NODES.arrayNode();
    names.forEach(name -> tags.addObject().put("name", name));
    return tags;
  }

  private void writeSchemas(JsonGenerator out) throws IOException {
    out.writeObjectFieldStart("schemas");
    DocumentParts.members(relocated(described.definitions()), out);
    for (DescribedType type : described.types()) {
      ObjectNode own = NODES.objectNode();
      OpenApiSchemas.add(type.definition(), type.shape(), own);
      DocumentParts.members(own, out);
    }
    out.writeEndObject();
  }

  /** The fixed definitions, whose references lead to each other. */
  private static ObjectNode relocated(ObjectNode definitions) {
    ObjectNode copy = definitions.deepCopy();
    copy.findParents("$ref")
        .forEach(
            holder -> {
              String to = holder.get("$ref").textValue();
              String name = to.substring(SwaggerSchemas.DEFINITIONS.length());
              ((ObjectNode) holder).put("$ref", OpenApiSchemas.COMPONENTS + name);
            });
    return copy;
  }

  private ObjectNode securitySchemes() {
    ObjectNode schemes = NODES.objectNode();
    schemes
        .putObject("bearer")
        .put("type", "http")
        .put("scheme", "bearer")
        .put("bearerFormat", "JWT")
        .put("description", "an access token of the identity provider");
    schemes
        .putObject("openIdConnect")
        .put("type", "openIdConnect")
        .put("openIdConnectUrl", provided.discovery());
    return schemes;
  }
}

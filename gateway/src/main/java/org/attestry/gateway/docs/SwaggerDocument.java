package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.EntityType;
import org.attestry.gateway.http.Endpoint;
import org.attestry.runtime.json.Json;

/** Writes a Swagger 2.0 document with the top-level members of seed 4.1. */
final class SwaggerDocument {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String TYPE = "{type}";

  private final ObjectNode document = NODES.objectNode();
  private final ObjectNode paths = NODES.objectNode();
  private final ObjectNode definitions;

  private SwaggerDocument(ObjectNode definitions) {
    this.definitions = definitions;
  }

  /**
   * Every endpoint once as it stands, and those with the trait TYPED once more for each type.
   *
   * @param fixed the definitions that the endpoints name
   * @param address where clients reach the gateway
   */
  static JsonBytes write(
      List<Endpoint> endpoints, List<EntityType> types, ObjectNode fixed, URI address) {
    SwaggerDocument writing = new SwaggerDocument(fixed);
    for (Endpoint endpoint : endpoints) {
      writing.describe(endpoint, null);
    }
    for (EntityType type : types) {
      writing.describe(type, endpoints);
    }
    return Json.write(writing.finish(address));
  }

  private void describe(EntityType type, List<Endpoint> endpoints) {
    SwaggerSchemas.add(type.name(), Json.read(type.definition()), definitions);
    endpoints.stream().filter(Endpoint::typed).forEach(endpoint -> describe(endpoint, type.name()));
  }

  private void describe(Endpoint endpoint, String type) {
    String path = endpoint.describedPath();
    String shown = type == null ? path : path.replace(TYPE, type);
    ObjectNode operation =
        paths
            .withObjectProperty(shown)
            .putObject(endpoint.method().name().toLowerCase(Locale.ROOT));
    operation.put("operationId", endpoint.operationId() + (type == null ? "" : "-" + type));
    operation.put("summary", endpoint.summary());
    operation.put("description", "Who may call: " + endpoint.audience().sentence());
    operation.putArray("tags").add(type == null ? tag(path) : type);
    String schema = type == null ? "Entity" : type;
    ArrayNode parameters = SwaggerParameters.of(endpoint, type, schema);
    if (!parameters.isEmpty()) {
      operation.set("parameters", parameters);
    }
    SwaggerParameters.consumes(endpoint, operation);
    operation.set("responses", SwaggerResponses.of(endpoint, schema, operation));
  }

  private static String tag(String path) {
    String[] segments = path.split("/");
    return segments.length > 3 && segments[1].equals("api") ? segments[3] : segments[1];
  }

  private JsonNode finish(URI address) {
    document.putArray("consumes").add("application/json");
    document.putArray("produces").add("application/json");
    document.putArray("schemes").add("https");
    document.put("swagger", "2.0");
    document
        .putObject("info")
        .put("description", "Entities, their attestation, credentials and files")
        .put("title", "Attestry")
        .put("version", "1.0.0");
    document.put("host", address.getRawAuthority());
    document.put("basePath", "/");
    document.set("paths", paths);
    document.set("definitions", definitions);
    return document;
  }
}

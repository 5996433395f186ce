package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes a Swagger 2.0 document with the top-level members of seed 4.1. */
final class SwaggerDocument {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SwaggerDocument() {}

  static JsonNode write(DescribedInterface described, Provided by) {
    ObjectNode document = NODES.objectNode();
    document.putArray("consumes").add("application/json");
    document.putArray("produces").add("application/json");
    document.putArray("schemes").add("https");
    document.put("swagger", "2.0");
    document.set("info", by.info());
    document.put("host", by.address().getRawAuthority());
    document.put("basePath", "/");
    ObjectNode paths = document.putObject("paths");
    for (DescribedOperation operation : described.operations()) {
      paths.withObjectProperty(operation.path()).set(operation.method(), operation(operation));
    }
    ObjectNode definitions = described.definitions().deepCopy();
    for (DescribedType type : described.types()) {
      SwaggerSchemas.add(type.definition(), type.shape(), definitions);
    }
    document.set("definitions", definitions);
    return document;
  }

  private static ObjectNode operation(DescribedOperation described) {
    ObjectNode operation = NODES.objectNode();
    operation.put("operationId", described.operationId());
    operation.put("summary", described.endpoint().summary());
    operation.put("description", described.description());
    operation.putArray("tags").add(described.tag());
    ArrayNode parameters = SwaggerParameters.of(described);
    if (!parameters.isEmpty()) {
      operation.set("parameters", parameters);
    }
    SwaggerParameters.consumes(described.endpoint(), operation);
    SwaggerResponses.produces(described, operation);
    operation.set("responses", SwaggerResponses.of(described));
    return operation;
  }
}

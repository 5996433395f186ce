package org.attestry.gateway.docs;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Writes a Swagger 2.0 document with the top-level members of interface 9. */
final class SwaggerDocument {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SwaggerDocument() {}

  /** Written piece by piece: a tree of the whole would take ten times the document's size. */
  static void write(DescribedInterface described, ApiInfo by, JsonGenerator out)
      throws IOException {
    ObjectNode head = NODES.objectNode();
    head.putArray("consumes").add("application/json");
    head.putArray("produces").add("application/json");
    head.putArray("schemes").add("https");
    head.put("swagger", "2.0");
    head.set("info", by.info());
    head.put("host", by.address().getRawAuthority());
    head.put("basePath", "/");
    out.writeStartObject();
    DocumentParts.members(head, out);
    DocumentParts.paths(described.operations(), SwaggerDocument::operation, out);
    out.writeObjectFieldStart("definitions");
    DocumentParts.members(described.definitions(), out);
    for (DescribedType type : described.types()) {
      ObjectNode own = NODES.objectNode();
      SwaggerSchemas.add(type.definition(), type.shape(), own);
      DocumentParts.members(own, out);
    }
    out.writeEndObject();
    out.writeEndObject();
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

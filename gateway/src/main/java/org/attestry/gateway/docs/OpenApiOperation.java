package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.gateway.http.AllowedCallers.Token;
import org.attestry.gateway.http.Body;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.RequestHeader;

/** Writes an Operation Object of OpenAPI 3.1. */
final class OpenApiOperation {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private OpenApiOperation() {}

  static ObjectNode of(DescribedOperation described) {
    Endpoint endpoint = described.endpoint();
    ObjectNode operation = NODES.objectNode();
    operation.put("operationId", described.operationId());
    operation.put("summary", endpoint.summary());
    operation.put("description", described.description());
    operation.putArray("tags").add(described.tag());
    operation.set("security", security(endpoint.audience().token()));
    ArrayNode parameters = parameters(described);
    if (!parameters.isEmpty()) {
      operation.set("parameters", parameters);
    }
    if (endpoint.body().kind() != Body.Kind.NONE) {
      operation.set("requestBody", body(endpoint.body(), described));
    }
    operation.set("responses", OpenApiResponses.of(described));
    return operation;
  }

  /** An empty requirement says that it may be left out. */
  private static ArrayNode security(Token token) {
    ArrayNode alternatives = NODES.arrayNode();
    if (token == Token.BY_TYPE) {
      alternatives.addObject();
    }
    if (token != Token.NEVER) {
      alternatives.addObject().putArray("bearer");
      alternatives.addObject().putArray("openIdConnect");
    }
    return alternatives;
  }

  private static ArrayNode parameters(DescribedOperation described) {
    Endpoint endpoint = described.endpoint();
    ArrayNode all = NODES.arrayNode();
    for (String name : endpoint.pathParameters()) {
      if (described.type() == null || !name.equals("type")) {
        add(all, name, "path", "string", true);
      }
    }
    for (Endpoint.Query query : endpoint.query()) {
      add(all, query.name(), "query", query.kind(), query.required())
          .put("description", query.says());
    }
    for (RequestHeader header : endpoint.headers()) {
      add(all, header.title(), "header", "string", false).put("description", header.says());
    }
    return all;
  }

  private static ObjectNode add(
      ArrayNode all, String name, String in, String kind, boolean required) {
    ObjectNode parameter =
        all.addObject().put("name", name).put("in", in).put("required", required);
    parameter.putObject("schema").put("type", kind);
    return parameter;
  }

  private static ObjectNode body(Body body, DescribedOperation described) {
    ObjectNode out = NODES.objectNode().put("required", !body.optional());
    ObjectNode content = out.putObject("content");
    if (body.kind() == Body.Kind.MULTIPART) {
      ObjectNode schema =
          content.putObject("multipart/form-data").putObject("schema").put("type", "object");
      schema.putArray("required").add(body.shape());
      schema
          .putObject("properties")
          .putObject(body.shape())
          .put("type", "array")
          .putObject("items")
          .put("type", "string")
          .put("contentMediaType", "application/octet-stream");
      return out;
    }
    if (body.kind() == Body.Kind.ROWS) {
      body.mediaTypes().forEach(content::putObject);
      return out;
    }
    ObjectNode schema = content.putObject("application/json").putObject("schema");
    if (!body.shape().equals(Body.ANY)) {
      schema.put("$ref", OpenApiSchemas.COMPONENTS + described.definition(body.shape()));
    }
    return out;
  }
}

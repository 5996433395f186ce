package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.gateway.http.AllowedCallers.Token;
import org.attestry.gateway.http.Body;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.ReplyFormat;
import org.attestry.gateway.http.RequestHeader;
import org.attestry.gateway.http.ResponseHeader;

/** Writes an Operation Object of OpenAPI 3.1, and the components that operations refer to. */
final class OpenApiOperation {

  static final String REQUEST_ID = "X-Request-Id";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String RETRY_AFTER = "Retry-After";
  private static final String CHALLENGE = "WWW-Authenticate";

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
    ObjectNode responses = operation.putObject("responses");
    responses.set("200", success(described));
    for (FailureResponse failure : FailureResponse.of(endpoint)) {
      responses
          .putObject(Integer.toString(failure.status()))
          .put("$ref", "#/components/responses/" + failure.title());
    }
    return operation;
  }

  /** Each failure once, by the name of its component. */
  static ObjectNode failures() {
    ObjectNode all = NODES.objectNode();
    for (FailureResponse failure : FailureResponse.values()) {
      ObjectNode response =
          all.putObject(failure.title()).put("description", failure.description());
      header(response, REQUEST_ID);
      if (failure.retries()) {
        header(response, RETRY_AFTER);
      }
      if (failure == FailureResponse.UNAUTHENTICATED) {
        header(response, CHALLENGE);
      }
      ObjectNode content = response.putObject("content");
      refer(content.putObject(ReplyFormat.JSON).putObject("schema"), "Failure");
      refer(content.putObject("application/problem+json").putObject("schema"), "Problem");
    }
    return all;
  }

  /** Each response header once, by its name. */
  static ObjectNode headers() {
    ObjectNode all = NODES.objectNode();
    describe(all, REQUEST_ID, "the id under which the request is found in the logs");
    describe(all, RETRY_AFTER, "seconds after which to try again");
    describe(all, CHALLENGE, "RFC 6750 section 3");
    for (ResponseHeader header : ResponseHeader.values()) {
      describe(all, header.title(), header.description());
    }
    return all;
  }

  /** An empty requirement says that the token may be left out. */
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
          .put("description", query.description());
    }
    for (RequestHeader header : endpoint.headers()) {
      add(all, header.title(), "header", "string", false).put("description", header.description());
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
    body.mediaTypes().forEach(content::putObject);
    switch (body.kind()) {
      case MULTIPART -> {
        ObjectNode schema = content.withObjectProperty("multipart/form-data").putObject("schema");
        schema.put("type", "object").putArray("required").add(body.shape());
        schema
            .putObject("properties")
            .putObject(body.shape())
            .put("type", "array")
            .putObject("items")
            .put("type", "string")
            .put("contentMediaType", "application/octet-stream");
      }
      case JSON -> {
        ObjectNode schema = content.withObjectProperty(ReplyFormat.JSON).putObject("schema");
        if (!body.shape().equals(Body.ANY)) {
          refer(schema, described.definition(body.shape()));
        }
      }
      case ROWS, NONE -> {
        // The media type is all that is known of it.
      }
    }
    return out;
  }

  private static ObjectNode success(DescribedOperation described) {
    ReplyFormat reply = described.endpoint().reply();
    ObjectNode response = NODES.objectNode().put("description", "done");
    header(response, REQUEST_ID);
    reply.headers().forEach(header -> header(response, header.title()));
    if (reply.kind() != ReplyFormat.Kind.EMPTY) {
      ObjectNode content = response.putObject("content");
      for (ReplyFormat.Form form : reply.forms()) {
        ObjectNode media = content.putObject(form.mediaType());
        if (!form.shape().isEmpty() || reply.kind() == ReplyFormat.Kind.ENVELOPE) {
          schema(reply.kind(), described.definition(form.shape()), media.putObject("schema"));
        }
      }
    }
    return response;
  }

  private static void schema(ReplyFormat.Kind kind, String definition, ObjectNode schema) {
    switch (kind) {
      case ENVELOPE -> envelope(definition, schema);
      case PLAIN_LIST -> refer(schema.put("type", "array").putObject("items"), definition);
      case PLAIN, FILE, EMPTY -> refer(schema, definition);
    }
  }

  private static void envelope(String result, ObjectNode schema) {
    if (result.isEmpty()) {
      refer(schema, "Envelope");
      return;
    }
    ArrayNode parts = schema.putArray("allOf");
    refer(parts.addObject(), "Envelope");
    refer(
        parts.addObject().put("type", "object").putObject("properties").putObject("result"),
        result);
  }

  private static void refer(ObjectNode schema, String definition) {
    schema.put("$ref", OpenApiSchemas.COMPONENTS + definition);
  }

  private static void header(ObjectNode response, String name) {
    response
        .withObjectProperty("headers")
        .putObject(name)
        .put("$ref", "#/components/headers/" + name);
  }

  private static void describe(ObjectNode all, String name, String description) {
    all.putObject(name).put("description", description).putObject("schema").put("type", "string");
  }
}

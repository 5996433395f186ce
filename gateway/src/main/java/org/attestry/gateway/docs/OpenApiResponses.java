package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.gateway.http.ReplyFormat;
import org.attestry.gateway.http.ResponseHeader;

/** What an operation answers, as Response Objects of OpenAPI 3.1. */
final class OpenApiResponses {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String RESPONSES = "#/components/responses/";
  private static final String HEADERS = "#/components/headers/";
  private static final String REQUEST_ID = "X-Request-Id";
  private static final String RETRY_AFTER = "Retry-After";
  private static final String CHALLENGE = "WWW-Authenticate";

  private OpenApiResponses() {}

  static ObjectNode of(DescribedOperation described) {
    ObjectNode responses = NODES.objectNode();
    responses.set("200", success(described));
    for (FailureResponse failure : FailureResponse.of(described.endpoint())) {
      responses
          .putObject(Integer.toString(failure.status()))
          .put("$ref", RESPONSES + failure.title());
    }
    return responses;
  }

  /** Each failure once, for all operations to refer to. */
  static ObjectNode failures() {
    ObjectNode all = NODES.objectNode();
    for (FailureResponse failure : FailureResponse.values()) {
      ObjectNode response = all.putObject(failure.title()).put("description", failure.says());
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

  static ObjectNode headers() {
    ObjectNode all = NODES.objectNode();
    describe(all, REQUEST_ID, "the id under which the request is found in the logs");
    describe(all, RETRY_AFTER, "seconds after which to try again");
    describe(all, CHALLENGE, "RFC 6750 section 3");
    for (ResponseHeader header : ResponseHeader.values()) {
      describe(all, header.title(), header.says());
    }
    return all;
  }

  private static ObjectNode success(DescribedOperation described) {
    ReplyFormat reply = described.endpoint().reply();
    ObjectNode response = NODES.objectNode().put("description", "done");
    header(response, REQUEST_ID);
    reply.headers().forEach(header -> header(response, header.title()));
    if (reply.kind() != ReplyFormat.Kind.BLANK) {
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
      case PLAIN, FILE, BLANK -> refer(schema, definition);
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
    response.withObjectProperty("headers").putObject(name).put("$ref", HEADERS + name);
  }

  private static void describe(ObjectNode all, String name, String says) {
    all.putObject(name).put("description", says).putObject("schema").put("type", "string");
  }
}

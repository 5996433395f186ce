package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.attestry.gateway.http.ReplyFormat;
import org.attestry.gateway.http.ResponseHeader;

/** What an operation answers, as Swagger 2.0 Response Objects. */
final class SwaggerResponses {

  private static final String DEFINITIONS = SwaggerSchemas.DEFINITIONS;

  private SwaggerResponses() {}

  static ObjectNode of(DescribedOperation operation) {
    ReplyFormat reply = operation.endpoint().reply();
    ObjectNode responses = JsonNodeFactory.instance.objectNode();
    ObjectNode success = responses.putObject("200").put("description", "done");
    switch (reply.kind()) {
      case BLANK -> {
        // Status 200 says it all.
      }
      case FILE -> success.putObject("schema").put("type", "file");
      case ENVELOPE -> envelope(reply, success.putObject("schema"));
      case PLAIN -> document(reply, operation, success.putObject("schema"));
      case PLAIN_LIST ->
          document(
              reply,
              operation,
              success.putObject("schema").put("type", "array").putObject("items"));
    }
    for (ResponseHeader header : reply.headers()) {
      header(success, header.title(), header.says());
    }
    for (FailureResponse failure : FailureResponse.of(operation.endpoint())) {
      ObjectNode response = responses.putObject(Integer.toString(failure.status()));
      response.put("description", failure.says());
      response.putObject("schema").put("$ref", DEFINITIONS + "Failure");
      if (failure.retries()) {
        header(response, "Retry-After", "seconds");
      }
    }
    return responses;
  }

  static void produces(DescribedOperation operation, ObjectNode described) {
    ReplyFormat reply = operation.endpoint().reply();
    if (!reply.mediaTypes().equals(List.of(ReplyFormat.JSON))) {
      ArrayNode produces = described.putArray("produces");
      reply.mediaTypes().forEach(produces::add);
    }
  }

  private static void header(ObjectNode response, String name, String says) {
    response
        .withObjectProperty("headers")
        .putObject(name)
        .put("type", "string")
        .put("description", says);
  }

  private static void envelope(ReplyFormat reply, ObjectNode schema) {
    if (reply.shape().isEmpty()) {
      schema.put("$ref", DEFINITIONS + "Envelope");
      return;
    }
    var parts = schema.putArray("allOf");
    parts.addObject().put("$ref", DEFINITIONS + "Envelope");
    parts
        .addObject()
        .put("type", "object")
        .putObject("properties")
        .putObject("result")
        .put("$ref", DEFINITIONS + reply.shape());
  }

  private static void document(ReplyFormat reply, DescribedOperation operation, ObjectNode schema) {
    if (reply.shape().isEmpty()) {
      schema.put("type", "object");
    } else {
      schema.put("$ref", DEFINITIONS + operation.definition(reply.shape()));
    }
  }
}

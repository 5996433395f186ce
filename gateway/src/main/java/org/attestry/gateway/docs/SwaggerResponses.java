package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.attestry.gateway.http.Body;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;

/** What an operation answers, as Swagger 2.0 Response Objects. */
final class SwaggerResponses {

  private static final String DEFINITIONS = "#/definitions/";

  private SwaggerResponses() {}

  /**
   * @param entity the definition of an entity
   * @param operation gets the media type where it is not the usual one
   */
  static ObjectNode of(Endpoint endpoint, String entity, ObjectNode operation) {
    Reply reply = endpoint.reply();
    ObjectNode responses = JsonNodeFactory.instance.objectNode();
    ObjectNode success = responses.putObject("200").put("description", "done");
    switch (reply.kind()) {
      case BLANK -> {
        // Status 200 says it all.
      }
      case FILE -> success.putObject("schema").put("type", "file");
      case ENVELOPE -> envelope(reply, success.putObject("schema"));
      case PLAIN -> document(reply, entity, success.putObject("schema"));
      case PLAIN_LIST ->
          document(
              reply, entity, success.putObject("schema").put("type", "array").putObject("items"));
    }
    if (!reply.mediaTypes().equals(List.of("application/json"))) {
      ArrayNode produces = operation.putArray("produces");
      reply.mediaTypes().forEach(produces::add);
    }
    responses
        .putObject("default")
        .put("description", "a failure; the status says which kind")
        .putObject("schema")
        .put("$ref", DEFINITIONS + "Failure");
    return responses;
  }

  private static void envelope(Reply reply, ObjectNode schema) {
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

  private static void document(Reply reply, String entity, ObjectNode schema) {
    if (reply.shape().isEmpty()) {
      schema.put("type", "object");
    } else {
      boolean isEntity = reply.shape().equals(Body.ENTITY);
      schema.put("$ref", DEFINITIONS + (isEntity ? entity : reply.shape()));
    }
  }
}

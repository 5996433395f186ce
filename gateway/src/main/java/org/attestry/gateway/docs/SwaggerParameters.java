package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.attestry.gateway.http.AllowedCallers.Token;
import org.attestry.gateway.http.Body;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.ReplyFormat;
import org.attestry.gateway.http.RequestHeader;

/** What an operation takes, as Swagger 2.0 Parameter Objects. */
final class SwaggerParameters {

  private static final String STRING = "string";

  private SwaggerParameters() {}

  static ArrayNode of(DescribedOperation operation) {
    Endpoint endpoint = operation.endpoint();
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (String name : endpoint.pathParameters()) {
      if (operation.type() == null || !name.equals("type")) {
        add(all, name, "path", STRING, true);
      }
    }
    for (Endpoint.Query query : endpoint.query()) {
      add(all, query.name(), "query", query.kind(), query.required())
          .put("description", query.says());
    }
    authorization(endpoint.audience().token(), all);
    for (RequestHeader header : endpoint.headers()) {
      add(all, header.title(), "header", STRING, false).put("description", header.says());
    }
    body(endpoint.body(), operation, all);
    return all;
  }

  /** The interface's document has no member for security schemes, so the header stands here. */
  private static void authorization(Token token, ArrayNode all) {
    switch (token) {
      case NEVER -> {
        // Nothing to send.
      }
      case BY_TYPE ->
          add(all, "authorization", "header", STRING, false)
              .put("description", "Bearer <ACCESS_TOKEN>, unless anonymous may ask");
      case ALWAYS ->
          add(all, "authorization", "header", STRING, true)
              .put("description", "Bearer <ACCESS_TOKEN>");
    }
  }

  static void consumes(Endpoint endpoint, ObjectNode operation) {
    List<String> taken = endpoint.body().mediaTypes();
    if (!taken.isEmpty() && !taken.equals(List.of(ReplyFormat.JSON))) {
      taken.forEach(operation.putArray("consumes")::add);
    }
  }

  private static void body(Body body, DescribedOperation operation, ArrayNode all) {
    switch (body.kind()) {
      case NONE -> {
        // Nothing to describe.
      }
      case MULTIPART -> add(all, body.shape(), "formData", "file", true);
      case ROWS ->
          all.addObject()
              .put("name", "body")
              .put("in", "body")
              .put("required", true)
              .putObject("schema")
              .put("type", STRING);
      case JSON -> {
        ObjectNode schema =
            all.addObject()
                .put("name", "body")
                .put("in", "body")
                .put("required", !body.optional())
                .putObject("schema");
        if (!body.shape().equals(Body.ANY)) {
          schema.put("$ref", SwaggerSchemas.DEFINITIONS + operation.definition(body.shape()));
        }
      }
    }
  }

  private static ObjectNode add(
      ArrayNode all, String name, String in, String kind, boolean required) {
    return all.addObject()
        .put("name", name)
        .put("in", in)
        .put("type", kind)
        .put("required", required);
  }
}

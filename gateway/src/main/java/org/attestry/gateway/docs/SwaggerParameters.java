package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.gateway.http.Audience.Token;
import org.attestry.gateway.http.Body;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.RequestHeader;

/** What an operation takes, as Swagger 2.0 Parameter Objects. */
final class SwaggerParameters {

  private static final String STRING = "string";

  private SwaggerParameters() {}

  /**
   * @param type the type that stands in the path, or null where it is a parameter
   * @param entity the definition of an entity
   */
  static ArrayNode of(Endpoint endpoint, String type, String entity) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (String name : endpoint.pathParameters()) {
      if (type == null || !name.equals("type")) {
        add(all, name, "path", STRING, true);
      }
    }
    for (Endpoint.Query query : endpoint.query()) {
      add(all, query.name(), "query", query.kind(), query.required())
          .put("description", query.says());
    }
    if (endpoint.audience().token() != Token.NEVER) {
      boolean always = endpoint.audience().token() == Token.ALWAYS;
      add(all, "authorization", "header", STRING, always)
          .put(
              "description",
              always
                  ? "Bearer <ACCESS_TOKEN>"
                  : "Bearer <ACCESS_TOKEN>, unless the type's roles contain anonymous");
    }
    for (RequestHeader header : endpoint.headers()) {
      add(all, header.title(), "header", STRING, false).put("description", header.says());
    }
    body(endpoint.body(), entity, all);
    return all;
  }

  static void consumes(Endpoint endpoint, ObjectNode operation) {
    if (endpoint.body().kind() == Body.Kind.MULTIPART) {
      operation.putArray("consumes").add("multipart/form-data");
    }
  }

  private static void body(Body body, String entity, ArrayNode all) {
    switch (body.kind()) {
      case NONE -> {
        // Nothing to describe.
      }
      case MULTIPART -> add(all, body.shape(), "formData", "file", true);
      case JSON -> {
        ObjectNode schema =
            all.addObject()
                .put("name", "body")
                .put("in", "body")
                .put("required", true)
                .putObject("schema");
        if (!body.shape().equals(Body.ANY)) {
          boolean isEntity = body.shape().equals(Body.ENTITY);
          schema.put("$ref", "#/definitions/" + (isEntity ? entity : body.shape()));
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

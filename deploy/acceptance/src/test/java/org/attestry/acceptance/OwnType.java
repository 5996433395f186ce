package org.attestry.acceptance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.runtime.json.Json;

/**
 * A type that a test publishes for itself, under a name that no other run has.
 *
 * @param schemaId the osid of its schema
 */
record OwnType(Client admin, String name, String schemaId) {

  /**
   * @param definition what its entities look like, as JSON Schema
   * @param config its {@code _osConfig}
   */
  static OwnType publish(Client admin, String prefix, String definition, String config) {
    String name = prefix + Samples.fresh().unique();
    Answer created = admin.post("/api/v1/Schema", request(name, definition, config));
    String id = created.status(200).result().at("/Schema/osid").textValue();
    return new OwnType(admin, name, id);
  }

  /** The body of a request that publishes the type. */
  static String request(String name, String definition, String config) {
    ObjectNode request = (ObjectNode) Json.read("{}");
    return request
        .put("name", name)
        .put("schema", document(name, definition, config))
        .put("status", "PUBLISHED")
        .toString();
  }

  /** A document with one type. */
  static String document(String name, String definition, String config) {
    ObjectNode document = (ObjectNode) Json.read("{\"type\": \"object\"}");
    document.put("title", name);
    document.putObject("properties").putObject(name).put("$ref", "#/definitions/" + name);
    ObjectNode described = (ObjectNode) Json.read(definition);
    described.set("_osConfig", Json.read(config));
    document.putObject("definitions").set(name, described);
    return document.toString();
  }

  String path() {
    return "/api/v1/" + name;
  }

  String path(String osid) {
    return path() + "/" + osid;
  }

  String schemaPath() {
    return "/api/v1/Schema/" + schemaId;
  }

  /** Stores an entity and returns its osid. */
  String create(String body) {
    return osid(admin.post(path(), body).status(200));
  }

  String osid(Answer created) {
    return created.result().at("/" + name + "/osid").textValue();
  }
}

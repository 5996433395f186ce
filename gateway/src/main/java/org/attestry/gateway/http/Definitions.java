package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;

/**
 * The shapes of the fixed operations, from {@code api/definitions.json}: the interface description
 * shows them, and bodies are checked against them.
 */
public final class Definitions {

  private static final String CODE = "gateway.body.invalid";
  private static final int LONGEST_SHOWN = 100;
  private static final String RESOURCE = "/api/definitions.json";

  private final ObjectNode all;
  private final Map<String, Validator> validators = new HashMap<>();

  private Definitions(ObjectNode all) {
    this.all = all;
  }

  public static Definitions load() {
    try (InputStream in = Definitions.class.getResourceAsStream(RESOURCE)) {
      JsonBytes json = JsonBytes.of(in.readAllBytes());
      return new Definitions(Json.read(json, ObjectNode.class));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Name to definition, in the subset of JSON Schema that Swagger 2.0 has; a copy. */
  public ObjectNode all() {
    return all.deepCopy();
  }

  /**
   * @return what was given
   * @throws org.attestry.contracts.FailureException of kind INVALID with a violation for each fault
   */
  JsonBytes check(String name, JsonBytes json) {
    JsonNode body = Json.parse(json);
    refuseUnknown(body, all.get(name));
    Object value = plain(body);
    Validator validator = validators.computeIfAbsent(name, key -> validator(all.get(key)));
    OutputUnit outcome = validator.validate(value);
    if (Boolean.TRUE.equals(outcome.getValid())) {
      return json;
    }
    List<Violation> violations =
        outcome.getErrors().stream().filter(Definitions::isOrigin).map(Definitions::told).toList();
    String message = violations.isEmpty() ? "It is not as described." : violations.get(0).message();
    throw new Failure(
            FailureKind.INVALID, CODE, "The body is not as it must be: " + message, violations)
        .exception();
  }

  /** Members that a definition does not know, where it says that there are no others. */
  private static void refuseUnknown(JsonNode body, JsonNode definition) {
    JsonNode known = definition.path("properties");
    if (definition.path("additionalProperties").asBoolean(true)) {
      return;
    }
    List<Violation> unknown = new ArrayList<>();
    int more = 0;
    String names = String.join(", ", (Iterable<String>) known::fieldNames);
    for (Map.Entry<String, JsonNode> member : body.properties()) {
      if (!known.has(member.getKey()) && unknown.size() == Failure.MOST_VIOLATIONS) {
        more++;
      } else if (!known.has(member.getKey())) {
        unknown.add(unknown(member.getKey(), names));
      }
    }
    if (!unknown.isEmpty()) {
      String message = "The body has members that are not known here; known are %s.";
      throw new Failure(FailureKind.INVALID, CODE, message.formatted(names), unknown, more, null)
          .exception();
    }
  }

  private static Violation unknown(String name, String known) {
    String shown = name.length() > LONGEST_SHOWN ? "A member" : "'" + name + "'";
    return new Violation(
        name.length() > LONGEST_SHOWN ? "" : "/" + JsonPointers.escape(name),
        "unknown",
        "%s is not known here; known are %s.".formatted(shown, known));
  }

  /** As the validator reads it. */
  private static Object plain(JsonNode node) {
    if (node.isObject()) {
      JsonObject object = new JsonObject();
      node.properties().forEach(member -> object.put(member.getKey(), plain(member.getValue())));
      return object;
    }
    if (node.isArray()) {
      JsonArray array = new JsonArray();
      node.forEach(item -> array.add(plain(item)));
      return array;
    }
    if (node.isNumber()) {
      return node.numberValue();
    }
    return node.isBoolean() ? node.booleanValue() : node.textValue();
  }

  /** Leaves out what only says that something further down is at fault. */
  private static boolean isOrigin(OutputUnit unit) {
    return !unit.getKeywordLocation().endsWith("/properties")
        && !unit.getKeywordLocation().endsWith("/items");
  }

  private static Violation told(OutputUnit unit) {
    String location = unit.getInstanceLocation();
    String keyword = unit.getKeywordLocation();
    return new Violation(
        location.startsWith("#") ? location.substring(1) : location,
        keyword.substring(keyword.lastIndexOf('/') + 1),
        unit.getError());
  }

  private static Validator validator(JsonNode definition) {
    return Validator.create(
        JsonSchema.of(new JsonObject(definition.toString())),
        new JsonSchemaOptions()
            .setBaseUri("urn:attestry:definitions")
            .setDraft(Draft.DRAFT7)
            .setOutputFormat(OutputFormat.Basic));
  }
}

package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;

/**
 * The shapes of the fixed operations, from {@code api/definitions.json}: the interface description
 * shows them, and bodies are checked against them.
 */
public final class Definitions {

  private static final String RESOURCE = "/api/definitions.json";

  private final ObjectNode all;
  private final Map<String, Validator> validators = new HashMap<>();

  private Definitions(ObjectNode all) {
    this.all = all;
  }

  public static Definitions load() {
    try (InputStream in = Definitions.class.getResourceAsStream(RESOURCE)) {
      JsonBytes json = JsonBytes.of(in.readAllBytes());
      return new Definitions(org.attestry.runtime.json.Json.read(json, ObjectNode.class));
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
    Object value = Json.decodeValue(Buffer.buffer(json.utf8()));
    Validator validator = validators.computeIfAbsent(name, key -> validator(all.get(key)));
    OutputUnit outcome = validator.validate(value);
    if (Boolean.TRUE.equals(outcome.getValid())) {
      return json;
    }
    List<Violation> violations =
        outcome.getErrors().stream().filter(Definitions::isOrigin).map(Definitions::told).toList();
    String message = violations.isEmpty() ? "It is not as described." : violations.get(0).message();
    throw new Failure(
            FailureKind.INVALID,
            "gateway.body.invalid",
            "The body is not as it must be: " + message,
            violations)
        .exception();
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

package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonShape;

/**
 * The shapes of the fixed operations, from {@code api/definitions.json}: the interface description
 * shows them, and bodies are checked against them.
 */
public final class Definitions {

  private static final String CODE = "gateway.body.invalid";
  private static final String RESOURCE = "/api/definitions.json";

  private final ObjectNode all;

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
    JsonShape.Found found = JsonShape.of(all.get(name)).check(Json.parse(json), "");
    if (found.isEmpty()) {
      return json;
    }
    throw new Failure(
            FailureKind.INVALID,
            CODE,
            "The body is not as it must be: " + found.listed().getFirst().message(),
            found.listed(),
            found.more(),
            null)
        .exception();
  }
}

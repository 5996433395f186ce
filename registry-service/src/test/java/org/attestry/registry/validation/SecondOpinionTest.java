package org.attestry.registry.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.Validator;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.VertxJson;
import org.attestry.testkit.Samples;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The validator compared with that of Vert.x, which decides the same but for what is named here.
 */
class SecondOpinionTest {

  private static final int ENTITIES = 500;
  private static final Deadline SOON = Deadline.in(Duration.ofMinutes(5));
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** The suite's tests that the library of Vert.x decides otherwise than the suite and ours. */
  private static final Set<String> DIFFERENCES =
      Set.of(
          "optional/format/iri-reference.json: validation of IRI References: an invalid IRI"
              + " Reference",
          "optional/format/iri-reference.json: validation of IRI References: an invalid IRI"
              + " fragment",
          "optional/format/iri.json: validation of IRIs: an invalid IRI",
          "optional/format/iri.json: validation of IRIs: an invalid IRI based on IPv6",
          "optional/format/iri.json: validation of IRIs: an invalid IRI though valid IRI reference",
          "optional/format/iri.json: validation of IRIs: an invalid relative IRI Reference");

  private final Random random = new Random(Seeds.of(20_261_128));

  @ParameterizedTest
  @ValueSource(strings = {"Teacher", "Student", "Institute", "BirthCertificate"})
  void bothDecideTheSameOfEntitiesOfTheSamples(String type) {
    ObjectNode definition = definition(type);
    EntityValidator ours = new EntityValidator(definition);
    Validator theirs = theirs(definition);
    int accepted = 0;
    for (int i = 0; i < ENTITIES; i++) {
      JsonNode entity = changed(Json.read(Samples.entity(type)));
      boolean valid = accepts(ours, entity);
      assertEquals(theirs.validate(VertxJson.of(entity)).getValid(), valid, entity.toString());
      accepted += valid ? 1 : 0;
    }
    assertTrue(accepted > ENTITIES / 20 && accepted < ENTITIES, "accepted " + accepted);
  }

  @Test
  void differencesAboutTheSuiteAreNamed() throws IOException, URISyntaxException {
    Path suite =
        Path.of(getClass().getResource("/json-schema-test-suite/draft7/type.json").toURI())
            .getParent();
    Set<String> differences = new TreeSet<>();
    try (Stream<Path> files = Files.walk(suite)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).toList()) {
        for (JsonNode group : Json.read(JsonBytes.of(Files.readAllBytes(file)))) {
          if (!group.get("schema").toString().contains("\"$ref\":\"http")
              && !group.get("schema").toString().contains("$id")) {
            compare(suite.relativize(file).toString(), group, differences);
          }
        }
      }
    }
    assertEquals(new TreeSet<>(DIFFERENCES), differences);
  }

  private static void compare(String file, JsonNode group, Set<String> differences) {
    EntityValidator ours = new EntityValidator(group.get("schema"));
    for (JsonNode test : group.get("tests")) {
      JsonNode data = test.get("data");
      Object other;
      try {
        other = theirs(group.get("schema")).validate(VertxJson.of(data)).getValid();
      } catch (RuntimeException failed) {
        other = failed.getClass().getSimpleName();
      }
      if (!other.equals(accepts(ours, data))) {
        differences.add(
            "%s: %s: %s"
                .formatted(
                    file, group.get("description").asText(), test.get("description").asText()));
      }
    }
  }

  private static boolean accepts(EntityValidator validator, JsonNode entity) {
    return validator.check(entity, EntityValidator.large(SOON)).isEmpty();
  }

  private static Validator theirs(JsonNode schema) {
    JsonSchemaOptions options =
        new JsonSchemaOptions().setBaseUri("attestry://").setDraft(Draft.DRAFT7);
    JsonSchema converted =
        schema.isBoolean()
            ? JsonSchema.of(schema.booleanValue())
            : JsonSchema.of((JsonObject) VertxJson.of(schema));
    return Validator.create(converted, options);
  }

  /** Returns the definition as it is published: without identifiers, which mean nothing here. */
  private static ObjectNode definition(String type) {
    ObjectNode document = (ObjectNode) Json.read(Samples.schema(type));
    document.findParents("$id").forEach(schema -> ((ObjectNode) schema).remove("$id"));
    ObjectNode definition = Json.object().put("$ref", "#/definitions/" + type);
    return definition.set("definitions", document.get("definitions"));
  }

  /** Returns the entity with some values replaced or left out. */
  private JsonNode changed(JsonNode entity) {
    for (int i = random.nextInt(3); i >= 0; i--) {
      List<JsonNode> objects = objects(entity);
      ObjectNode object = (ObjectNode) objects.get(random.nextInt(objects.size()));
      List<String> names = List.copyOf(object.propertyStream().map(e -> e.getKey()).toList());
      if (!names.isEmpty()) {
        String name = names.get(random.nextInt(names.size()));
        if (random.nextInt(4) == 0) {
          object.remove(name);
        } else {
          object.set(name, value());
        }
      }
    }
    return entity;
  }

  private static List<JsonNode> objects(JsonNode entity) {
    return Stream.concat(
            Stream.of(entity),
            entity
                .valueStream()
                .filter(JsonNode::isContainerNode)
                .flatMap(e -> objects(e).stream()))
        .filter(JsonNode::isObject)
        .toList();
  }

  private JsonNode value() {
    return switch (random.nextInt(8)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.numberNode(random.nextInt(100) - 50);
      case 2 -> NODES.numberNode(random.nextInt(9) / 2.0);
      case 3 -> NODES.objectNode();
      case 4 -> new ArrayNode(NODES).add("a").add(5);
      case 5 -> NODES.textNode("2026-02-30");
      case 6 -> NODES.textNode("2026-02-28");
      default -> NODES.textNode("Male");
    };
  }
}

package org.attestry.registry.validation;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;

/**
 * Entities that are wide, deep, long, nearly alike and at the limits of numbers, against legal
 * schemas that multiply work: every check ends within its steps, lists a bounded number of
 * violations, and fails in no other way than with a {@link FailureException}.
 */
class HostileEntitiesTest {

  private static final long SEED = Seeds.of(20_261_123);
  private static final int ROUNDS = 12;
  private static final int MOST_VALUES = 5_000;
  private static final Deadline SOON = Deadline.in(Duration.ofMinutes(30));
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final List<String> SCHEMAS =
      List.of(
          "{\"type\": \"object\", \"additionalProperties\": {\"type\": \"string\"}}",
          "{\"items\": {\"uniqueItems\": true, \"items\": {\"$ref\": \"#\"}},"
              + " \"additionalProperties\": {\"$ref\": \"#\"}, \"uniqueItems\": true}",
          "{\"anyOf\": [{\"items\": {\"$ref\": \"#\"}}, {\"type\": \"object\","
              + " \"additionalProperties\": {\"$ref\": \"#\"}}, {\"maxLength\": 3}],"
              + " \"not\": {\"contains\": {\"$ref\": \"#\"}}}",
          "{\"oneOf\": [{\"additionalProperties\": {\"$ref\": \"#\"}}, {\"items\": {\"$ref\":"
              + " \"#\"}}, {\"type\": \"string\"}]}",
          "{\"patternProperties\": {\"^m(.*)9\": {\"$ref\": \"#\"}, \"1+$\": {\"type\":"
              + " \"number\"}}, \"propertyNames\": {\"pattern\": \"^([a-z]|[0-9])+$\","
              + " \"maxLength\": 20}, \"items\": {\"$ref\": \"#\"}}",
          "{\"if\": {\"type\": \"array\"}, \"then\": {\"contains\": {\"const\": {\"a\": [1, 2]}},"
              + " \"items\": {\"$ref\": \"#\"}}, \"else\": {\"additionalProperties\": {\"$ref\":"
              + " \"#\"}, \"minimum\": -1e300, \"multipleOf\": 1e-300}}",
          "{\"allOf\": [{\"items\": {\"$ref\": \"#\"}}, {\"additionalProperties\": {\"$ref\":"
              + " \"#\"}}, {\"format\": \"idn-email\"}, {\"format\": \"uri\"}, {\"format\":"
              + " \"regex\"}]}",
          "{\"enum\": [1, \"a\", [1, {\"b\": 1e300}], {\"a\": null}], \"items\": {\"$ref\": \"#\"},"
              + " \"dependencies\": {\"m1\": [\"m2\", \"m3\"], \"m2\": {\"$ref\": \"#\"}}}",
          "{\"minItems\": 1e300, \"maxLength\": 1e300, \"minProperties\": -1e300,"
              + " \"items\": [{}, {\"type\": \"integer\"}], \"additionalItems\": false}");

  private final Random random = new Random(SEED);
  private int values;

  @Test
  void everyCheckEndsBoundedly() {
    for (String schema : SCHEMAS) {
      EntityValidator validator = new EntityValidator(Json.read(schema));
      for (int round = 0; round < ROUNDS; round++) {
        JsonNode entity = entity();
        check(validator, entity, EntityValidator.small(SOON), schema);
        check(validator, entity, EntityValidator.large(SOON), schema);
      }
    }
  }

  private static void check(
      EntityValidator validator, JsonNode entity, Budget budget, String schema) {
    try {
      Violations found = validator.check(entity, budget);
      assertTrue(found.listed().size() <= Failure.MOST_VIOLATIONS);
      assertTrue(found.count() >= found.listed().size());
    } catch (FailureException refused) {
      assertTrue(EntityValidator.isTooComplex(refused), refused.getMessage());
    } catch (RuntimeException | Error e) {
      fail("seed %d, schema %s".formatted(SEED, schema), e);
    }
  }

  private JsonNode entity() {
    values = MOST_VALUES;
    return switch (random.nextInt(6)) {
      case 0 -> wide(random.nextInt(MOST_VALUES));
      case 1 -> list(random.nextInt(MOST_VALUES), 1);
      case 2 -> deep(60);
      case 3 -> alike(random.nextInt(MOST_VALUES));
      case 4 -> longTexts();
      default -> any(8);
    };
  }

  private ObjectNode wide(int members) {
    ObjectNode wide = NODES.objectNode();
    for (int i = 0; i < members; i++) {
      wide.set("m" + i, scalar());
    }
    return wide;
  }

  private ArrayNode list(int items, int depth) {
    ArrayNode list = NODES.arrayNode();
    for (int i = 0; i < items && values > 0; i++) {
      list.add(any(depth));
    }
    return list;
  }

  private JsonNode deep(int levels) {
    JsonNode deep = list(100, 0);
    for (int i = 0; i < levels; i++) {
      deep =
          random.nextBoolean()
              ? NODES.arrayNode().add(deep).add(scalar())
              : NODES.objectNode().<ObjectNode>set("m" + random.nextInt(20), deep);
    }
    return deep;
  }

  private ArrayNode alike(int items) {
    ArrayNode alike = NODES.arrayNode();
    for (int i = 0; i < items; i++) {
      ObjectNode item = NODES.objectNode().put("m1", "Aa".repeat(3)).put("m2", i % 97);
      alike.add(random.nextInt(50) == 0 ? item.put("m3", 1.0) : item);
    }
    return alike;
  }

  private ObjectNode longTexts() {
    ObjectNode texts = NODES.objectNode();
    for (String part : List.of("a", "a@", "(a*)*", "%20", "[", "\\", "ä", "9")) {
      texts.put("m" + part, part.repeat(20_000 / part.length()));
    }
    return texts;
  }

  private JsonNode any(int depth) {
    values--;
    return switch (depth <= 0 || values <= 0 ? 0 : random.nextInt(4)) {
      case 0, 1 -> scalar();
      case 2 -> list(random.nextInt(30), depth - 1);
      default -> {
        ObjectNode object = NODES.objectNode();
        for (int i = random.nextInt(30); i > 0; i--) {
          object.set("m" + i, any(depth - 1));
        }
        yield object;
      }
    };
  }

  private JsonNode scalar() {
    String json =
        switch (random.nextInt(12)) {
          case 0 -> "1e308";
          case 1 -> "-1e-324";
          case 2 -> "0.0e-300";
          case 3 -> "9".repeat(300);
          case 4 -> "-0";
          case 5 -> "null";
          case 6 -> "true";
          case 7 -> "\"\"";
          case 8 -> "\"a%d\"".formatted(random.nextInt(100));
          case 9 -> "{}";
          case 10 -> "[]";
          default -> Integer.toString(random.nextInt());
        };
    return Json.read(json);
  }
}

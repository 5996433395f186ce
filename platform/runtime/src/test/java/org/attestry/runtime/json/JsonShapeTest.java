package org.attestry.runtime.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;

class JsonShapeTest {

  private static final int MEMBERS = 100_000;
  private static final int TIMES = 20;

  @Test
  void aMegabyteOfUnknownMembersIsCountedAndNotDescribed() {
    JsonShape shape = JsonShape.of(closed());
    ObjectNode value = Json.object();
    for (int i = 0; i < MEMBERS; i++) {
      value.put("m" + i, 1);
    }

    JsonShape.Found found =
        Cost.atMost(
            Duration.ofSeconds(4),
            () -> {
              JsonShape.Found last = null;
              for (int i = 0; i < TIMES; i++) {
                last = shape.check(value, "");
              }
              return last;
            });

    assertEquals(100, found.listed().size());
    assertEquals(MEMBERS - 100, found.more());
    assertEquals("/m0", found.listed().getFirst().pointer());
  }

  @Test
  void saysWhichMembersAreKnownAndWhereThereIsNone() {
    ObjectNode none = Json.object().put("type", "object").put("additionalProperties", false);

    assertEquals("'a' is not known here; there is none.", messageOn(none));
    none.putObject("properties").putObject("b");
    assertEquals("'a' is not known here; known are b.", messageOn(none));
  }

  private static String messageOn(ObjectNode schema) {
    ObjectNode value = Json.object().put("a", 1);
    return JsonShape.of(schema).check(value, "").listed().getFirst().message();
  }

  private static JsonNode closed() {
    ObjectNode schema = Json.object();
    schema.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    for (int i = 0; i < 10; i++) {
      properties.putObject("known" + i).put("type", "string");
    }
    return schema;
  }
}

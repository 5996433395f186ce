package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.attestry.runtime.json.Json;

/** Credentials with any shape and any value that we would issue. */
public final class RandomCredentials {

  private static final List<String> TERMS = List.of("name", "steps", "p", "q", "r");
  private static final List<String> LANGUAGES = List.of("en", "de", "zh-hant", "sr-latn-rs");
  private static final int[][] CHARACTERS = {
    {0x20, 0x7E},
    {'"', '"'},
    {'\\', '\\'},
    {'\n', '\n'},
    {'\r', '\r'},
    {0xA0, 0x24F},
    {0x4E00, 0x4E50},
    {0x1F600, 0x1F640},
    {0xFB00, 0xFB06},
    {0x2028, 0x2029},
    {0xFFFD, 0xFFFD}
  };

  private RandomCredentials() {}

  public static ObjectNode next(Random random) {
    ObjectNode credential = Documents.credential();
    ((ObjectNode) credential.at("/@context/1"))
        .put("p", "https://example.org/#p")
        .put("q", "https://example.org/#q")
        .put("r", "https://example.org/#r");
    credential.set("credentialSubject", node(random, 3));
    return credential;
  }

  private static ObjectNode node(Random random, int depth) {
    ObjectNode node = Json.object();
    if (random.nextInt(4) == 0) {
      int number = random.nextInt(5);
      node.put("id", (depth == 3 ? "urn:subject:" : "urn:example:") + number);
    }
    if (random.nextInt(3) == 0) {
      node.put("type", "Person");
    }
    if (random.nextInt(5) == 0) {
      node.put("friend", "did:example:" + random.nextInt(5));
    }
    if (random.nextInt(5) == 0) {
      node.putObject("label").put(LANGUAGES.get(random.nextInt(LANGUAGES.size())), text(random));
    }
    for (String term : TERMS) {
      if (random.nextBoolean()) {
        node.set(term, values(random, depth));
      }
    }
    return node;
  }

  private static JsonNode values(Random random, int depth) {
    if (random.nextInt(3) > 0) {
      return value(random, depth);
    }
    ArrayNode array = Json.array();
    for (int i = 0; i <= random.nextInt(4); i++) {
      array.add(value(random, depth));
    }
    return array;
  }

  private static JsonNode value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> LongNode.valueOf(random.nextLong(-(1L << 53), 1L << 53));
      case 1 ->
          DecimalNode.valueOf(
              new BigDecimal(random.nextLong(-999_999_999_999_999L, 999_999_999_999_999L))
                  .movePointLeft(random.nextInt(6)));
      case 2 -> BooleanNode.valueOf(random.nextBoolean());
      case 3, 4 -> TextNode.valueOf(text(random));
      default -> node(random, depth - 1);
    };
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < random.nextInt(12); i++) {
      int[] range = CHARACTERS[random.nextInt(CHARACTERS.length)];
      text.appendCodePoint(random.nextInt(range[0], range[1] + 1));
    }
    return text.toString();
  }
}

package org.attestry.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.runtime.json.Json;

/** JSON texts that are odd, deep, wide, long or none, alone and in the place of honest values. */
final class HostileJson {

  private static final List<Integer> DEPTHS = List.of(8, 62, 63, 64, 65, 500, 20_000);
  private static final List<Integer> WIDTHS = List.of(100, 1_000, 10_000, 100_000);
  private static final int MOST_CHARACTERS = 900_000;
  private static final List<String> ODD_STRINGS =
      List.of(
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "\"\\u0000\"",
          "\"a\\u0000b\"",
          "\"\\uffff\"",
          "\"\\/\\b\\f\"",
          "\"\ufeff\"");
  private static final List<String> NO_JSON =
      List.of(
          "NaN",
          "Infinity",
          "-Infinity",
          "+1",
          "01",
          ".5",
          "1.",
          "1e",
          "0x10",
          "tru",
          "nul",
          "'x'",
          "\"unterminated",
          "\"\\x41\"",
          "\"\\u12\"",
          "\"a\tb\"",
          "[1,]",
          "{\"a\":1,}",
          "{a:1}",
          "/* */ 1",
          "1 2",
          "]",
          "}",
          "[1",
          "{\"a\"",
          "\u00a01");

  private HostileJson() {}

  /** Any value, nine of ten of them JSON. */
  static String value(Chance chance) {
    int kind = chance.below(100);
    if (kind < 25) {
      return quoted(HostileText.text(chance));
    }
    if (kind < 45) {
      return HostileText.number(chance);
    }
    if (kind < 55) {
      return quoted(HostileText.date(chance));
    }
    return kind < 70
        ? small(chance)
        : kind < 80 ? deep(chance) : kind < 90 ? wide(chance) : no(chance);
  }

  private static String no(Chance chance) {
    return chance.of(NO_JSON);
  }

  private static String small(Chance chance) {
    return chance.of(
        () -> "null",
        () -> "true",
        () -> "{}",
        () -> "[]",
        () -> "[null]",
        () -> "\"\"",
        () -> chance.of(ODD_STRINGS),
        () -> "{%s:%s}".formatted(quoted(HostileText.name(chance)), HostileText.number(chance)),
        () -> "[%s]".formatted(quoted(HostileText.text(chance))));
  }

  static String deep(Chance chance) {
    int depth = chance.of(DEPTHS);
    return chance.of(
        () -> "[".repeat(depth) + "]".repeat(depth),
        () -> "[".repeat(depth),
        () -> "{\"a\":".repeat(depth) + "1" + "}".repeat(depth),
        () -> "[{\"a\":".repeat(depth) + "1" + "}]".repeat(depth));
  }

  static String wide(Chance chance) {
    int width = chance.of(WIDTHS);
    String item = chance.of(List.of("1", "{}", "\"\"", "[1]", "{\"a\":1}", "null", "1.5"));
    return chance.of(
        () -> "[" + joined(width, n -> item) + "]",
        () -> "[" + joined(width, Integer::toString) + "]",
        () -> "{" + joined(width, n -> "\"k" + n + "\":" + item) + "}",
        () -> "{" + joined(width, n -> "\"a\":" + item) + "}");
  }

  /** The parts {@code 0} to {@code count}, with commas between, as far as a body may be long. */
  static String joined(int count, java.util.function.IntFunction<String> part) {
    StringBuilder all = new StringBuilder();
    for (int n = 0; n < count && all.length() < MOST_CHARACTERS; n++) {
      all.append(n == 0 ? "" : ",").append(part.apply(n));
    }
    return all.toString();
  }

  static String quoted(String text) {
    return TextNode.valueOf(text).toString();
  }

  /** An honest document in which one to three places are hostile. */
  static String spoilt(Chance chance, String honest) {
    JsonNode document = Json.read("[" + honest + "]");
    Map<String, String> marks = new LinkedHashMap<>();
    for (int times = chance.between(1, 3); times > 0; times--) {
      spoil(chance, chance.of(containers(document)), marks);
    }
    String text = document.toString();
    for (Map.Entry<String, String> mark : marks.entrySet()) {
      text = text.replace('"' + mark.getKey() + '"', mark.getValue());
    }
    return text.substring(1, text.length() - 1);
  }

  private static void spoil(Chance chance, JsonNode container, Map<String, String> marks) {
    String mark = "@@" + marks.size() + "@@";
    if (container instanceof ArrayNode array) {
      marks.put(mark, value(chance));
      if (array.isEmpty()) {
        array.add(mark);
      } else {
        array.set(chance.below(array.size()), TextNode.valueOf(mark));
      }
      return;
    }
    ObjectNode object = (ObjectNode) container;
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    switch (names.isEmpty() ? 0 : chance.below(6)) {
      case 0 -> {
        marks.put(mark, value(chance));
        object.put(HostileText.name(chance), mark);
      }
      case 1 -> {
        marks.put(mark, quoted(HostileText.name(chance)));
        object.set(mark, object.remove(chance.of(names)));
      }
      case 2 -> {
        String name = chance.of(names);
        marks.put(mark, object.get(name) + "," + quoted(name) + ":" + value(chance));
        object.put(name, mark);
      }
      default -> {
        marks.put(mark, value(chance));
        object.put(chance.of(names), mark);
      }
    }
  }

  private static List<JsonNode> containers(JsonNode node) {
    List<JsonNode> found = new ArrayList<>();
    if (node.isContainerNode()) {
      found.add(node);
      node.forEach(child -> found.addAll(containers(child)));
    }
    return found;
  }

  /** Numbered texts, for lists of many different things. */
  static String numbered(String prefix, int count) {
    return IntStream.range(0, count)
        .mapToObj(n -> quoted(prefix + n))
        .collect(Collectors.joining(","));
  }
}

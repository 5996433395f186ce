package org.attestry.adopt.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Compares JSON values: numbers by their value, ids with and without the prefix {@code 1-}, arrays
 * in their order.
 */
final class Values {

  private static final int MOST_SHOWN = 80;
  private static final String PREFIX = "\\d+-(?=[0-9a-fA-F]{8}-)";

  private final BiConsumer<String, String> differences;

  /**
   * @param differences receives the pointer and a sentence of each difference
   */
  Values(BiConsumer<String, String> differences) {
    this.differences = differences;
  }

  /**
   * @param ignored members of objects that are not compared, at any depth
   */
  void compare(String pointer, JsonNode there, JsonNode here, Set<String> ignored) {
    if (there instanceof ObjectNode former && here instanceof ObjectNode now) {
      Set<String> names = new LinkedHashSet<>();
      former.fieldNames().forEachRemaining(names::add);
      now.fieldNames().forEachRemaining(names::add);
      names.removeAll(ignored);
      names.removeIf(Values::isSystem);
      for (String name : names) {
        compare(pointer + "/" + name, member(former, name), member(now, name), ignored);
      }
    } else if (there instanceof ArrayNode former && here instanceof ArrayNode now) {
      List<JsonNode> items = new ArrayList<>();
      former.forEach(items::add);
      for (int i = 0; i < Math.max(items.size(), now.size()); i++) {
        compare(pointer + "/" + i, former.path(i), now.path(i), ignored);
      }
    } else if (!isEqual(there, here)) {
      differences.accept(pointer, "there %s, here %s".formatted(shown(there), shown(here)));
    }
  }

  private static JsonNode member(ObjectNode object, String name) {
    return object.has(name) ? object.get(name) : MissingNode.getInstance();
  }

  private static boolean isSystem(String name) {
    return name.startsWith("_os")
        || Set.of("osOwner", "osCreatedAt", "osUpdatedAt", "osCreatedBy", "osUpdatedBy")
            .contains(name);
  }

  private static boolean isEqual(JsonNode there, JsonNode here) {
    if (there.isNumber() && here.isNumber()) {
      return there.decimalValue().compareTo(here.decimalValue()) == 0;
    }
    if (there.isTextual() && here.isTextual()) {
      return unprefixed(there.textValue()).equals(unprefixed(here.textValue()));
    }
    return there.equals(here);
  }

  static String unprefixed(String text) {
    return text.replaceFirst("^" + PREFIX, "");
  }

  private static String shown(JsonNode value) {
    String text = value.isMissingNode() ? "nothing" : value.toString();
    return text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text;
  }
}

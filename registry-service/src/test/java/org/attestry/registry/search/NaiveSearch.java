package org.attestry.registry.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * What a filter means, written down from the interface alone and in the plainest way: the filter as
 * JSON over the entity as JSON. Properties never have the names of operators here.
 */
final class NaiveSearch {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String IGNORE_CASE = "IgnoreCase";
  private static final Map<String, String> OPPOSITES =
      Map.of(
          "neq", "eq",
          "nin", "in",
          "notContains", "contains",
          "notStartsWith", "startsWith",
          "notEndsWith", "endsWith");

  private NaiveSearch() {}

  static boolean holds(JsonNode filters, JsonNode entity) {
    return outside(filters, entity, List.of()) && inside(within(filters), entity);
  }

  /** The conditions on the entity as a whole, wherever they are in the filter. */
  private static boolean outside(JsonNode filter, JsonNode entity, List<String> path) {
    for (Map.Entry<String, JsonNode> member : filter.properties()) {
      JsonNode operand = member.getValue();
      List<String> deeper = new ArrayList<>(path);
      deeper.add(member.getKey());
      boolean holds =
          isOutside(member.getKey(), operand)
              ? outside(member.getKey(), operand, entity, path)
              : !operand.isObject() || outside(operand, entity, deeper);
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  /** The other conditions, on the items. */
  private static ObjectNode within(JsonNode filter) {
    ObjectNode rest = NODES.objectNode();
    for (Map.Entry<String, JsonNode> member : filter.properties()) {
      JsonNode operand = member.getValue();
      if (!isOutside(member.getKey(), operand)) {
        JsonNode kept = operand.isObject() ? within(operand) : operand;
        if (!kept.isObject() || !kept.isEmpty()) {
          rest.set(member.getKey(), kept);
        }
      }
    }
    return rest;
  }

  private static boolean isOutside(String name, JsonNode operand) {
    if (name.equals("or") && operand.get(0).isObject()) {
      return StreamSupport.stream(operand.spliterator(), false).anyMatch(NaiveSearch::hasOutside);
    }
    return name.equals("not")
        || OPPOSITES.containsKey(name.replace(IGNORE_CASE, ""))
        || (name.equals("exists") && !operand.booleanValue());
  }

  private static boolean hasOutside(JsonNode filter) {
    return filter.properties().stream()
        .anyMatch(
            m ->
                isOutside(m.getKey(), m.getValue())
                    || (m.getValue().isObject() && hasOutside(m.getValue())));
  }

  private static boolean outside(
      String name, JsonNode operand, JsonNode entity, List<String> path) {
    return switch (name) {
      case "or" ->
          StreamSupport.stream(operand.spliterator(), false)
              .anyMatch(branch -> holds(at(path, branch), entity));
      case "not" -> !holds(at(path, operand), entity);
      case "exists" -> !holds(at(path, branch("exists", BooleanNode.TRUE)), entity);
      default -> !holds(at(path, branch(opposite(name), operand)), entity);
    };
  }

  private static JsonNode branch(String name, JsonNode operand) {
    return NODES.objectNode().set(name, operand);
  }

  private static JsonNode at(List<String> path, JsonNode filter) {
    JsonNode nested = filter;
    for (int i = path.size() - 1; i >= 0; i--) {
      nested = branch(path.get(i), nested);
    }
    return nested;
  }

  private static String opposite(String name) {
    String bare = name.replace(IGNORE_CASE, "");
    return OPPOSITES.get(bare) + name.substring(bare.length());
  }

  /** All of it, of one value; of an array, of one item, however deep. */
  private static boolean inside(JsonNode filter, JsonNode value) {
    if (filter.isEmpty()) {
      return true;
    }
    if (value.isArray()) {
      return StreamSupport.stream(value.spliterator(), false)
          .anyMatch(item -> inside(filter, item));
    }
    return filter.properties().stream().allMatch(m -> inside(m.getKey(), m.getValue(), value));
  }

  private static boolean inside(String name, JsonNode operand, JsonNode value) {
    if (name.equals("or") && operand.get(0).isObject()) {
      return StreamSupport.stream(operand.spliterator(), false)
          .anyMatch(branch -> inside(branch, value));
    }
    String bare = name.replace(IGNORE_CASE, "");
    boolean lower = !bare.equals(name);
    return switch (bare) {
      case "eq" -> equal(value, operand, lower);
      case "in", "or" ->
          StreamSupport.stream(operand.spliterator(), false).anyMatch(o -> equal(value, o, lower));
      case "gt" -> ordered(value, operand, lower, c -> c > 0);
      case "gte" -> ordered(value, operand, lower, c -> c >= 0);
      case "lt" -> ordered(value, operand, lower, c -> c < 0);
      case "lte" -> ordered(value, operand, lower, c -> c <= 0);
      case "between" ->
          ordered(value, operand.get(0), lower, c -> c >= 0)
              && ordered(value, operand.get(1), lower, c -> c <= 0);
      case "contains" -> text(value, lower).contains(text(operand, lower)) && value.isTextual();
      case "startsWith" -> text(value, lower).startsWith(text(operand, lower)) && value.isTextual();
      case "endsWith" -> text(value, lower).endsWith(text(operand, lower)) && value.isTextual();
      case "exists" -> !value.isMissingNode();
      default -> inside(operand, value.isObject() ? value.path(name) : MissingNode.getInstance());
    };
  }

  private static boolean equal(JsonNode value, JsonNode operand, boolean lower) {
    if (value.isNumber() && operand.isNumber()) {
      return value.decimalValue().compareTo(operand.decimalValue()) == 0;
    }
    if (value.isTextual() && operand.isTextual()) {
      return text(value, lower).equals(text(operand, lower));
    }
    return !value.isMissingNode() && value.equals(operand);
  }

  private static boolean ordered(
      JsonNode value, JsonNode operand, boolean lower, Predicate<Integer> test) {
    if (value.isNumber() && operand.isNumber()) {
      return test.test(value.decimalValue().compareTo(operand.decimalValue()));
    }
    return value.isTextual()
        && operand.isTextual()
        && test.test(BY_CODE_POINT.compare(text(value, lower), text(operand, lower)));
  }

  static final Comparator<String> BY_CODE_POINT =
      (a, b) -> Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());

  private static String text(JsonNode value, boolean lower) {
    String text = value.isTextual() ? value.textValue() : "";
    return lower
        ? text.codePoints()
            .map(Character::toLowerCase)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString()
        : text;
  }
}

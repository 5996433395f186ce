package org.attestry.registry.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.runtime.json.JsonLocation;

/** The differences between two documents. */
public final class DocumentDiff {

  private static final int MOST_WITHIN = 500;

  private static final Comparator<JsonNode> BY_VALUE =
      (one, other) ->
          one.isNumber() && other.isNumber()
              ? one.decimalValue().compareTo(other.decimalValue())
              : one.equals(other) ? 0 : 1;

  private DocumentDiff() {}

  /**
   * A change at one location.
   *
   * @param pointer the RFC 6901 pointer to the location
   * @param from the value before, null if there was none
   * @param to the value after, null if there is none
   */
  public record Change(String pointer, JsonNode from, JsonNode to) {}

  /**
   * Whether two values are the same. Numbers are the same if they are numerically equal, such as
   * 1.0 and 1.
   */
  public static boolean same(JsonNode one, JsonNode other) {
    return one == null || other == null ? one == other : one.equals(BY_VALUE, other);
  }

  /**
   * Returns the innermost changes. An array whose length changed is one change, and so is a value
   * that contains more than {@value #MOST_WITHIN} changes.
   */
  public static List<Change> between(JsonNode before, JsonNode after) {
    List<Difference> found = new ArrayList<>();
    compare(before, after, JsonLocation.ROOT, found);
    return found.stream().map(Difference::change).toList();
  }

  private record Difference(JsonLocation at, JsonNode from, JsonNode to) {
    Change change() {
      return new Change(at.pointer(), from, to);
    }
  }

  private static void compare(JsonNode from, JsonNode to, JsonLocation at, List<Difference> into) {
    int before = into.size();
    if (from != null && to != null && from.isObject() && to.isObject()) {
      for (String name : names(from, to)) {
        compare(from.get(name), to.get(name), at.member(name), into);
        if (isTooMany(into, before)) {
          break;
        }
      }
    } else if (from != null
        && to != null
        && from.isArray()
        && to.isArray()
        && to.size() == from.size()) {
      for (int i = 0; i < from.size() && !isTooMany(into, before); i++) {
        compare(from.get(i), to.get(i), at.item(i), into);
      }
    } else if (!same(from, to)) {
      into.add(new Difference(at, from, to));
    }
    if (isTooMany(into, before)) {
      into.subList(before, into.size()).clear();
      into.add(new Difference(at, from, to));
    }
  }

  private static boolean isTooMany(List<Difference> found, int before) {
    return found.size() - before > MOST_WITHIN;
  }

  private static Set<String> names(JsonNode one, JsonNode other) {
    Set<String> names = new TreeSet<>();
    one.fieldNames().forEachRemaining(names::add);
    other.fieldNames().forEachRemaining(names::add);
    return names;
  }
}

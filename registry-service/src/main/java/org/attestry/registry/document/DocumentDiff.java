package org.attestry.registry.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonLocation;

/** The differences between two documents. */
public final class DocumentDiff {

  /** The operation of a change of the items of an array; others keep their value. */
  public static final String ITEMS = "items";

  /** The operation of a change of the members of an object; others keep their value. */
  public static final String MEMBERS = "members";

  private static final int MOST_WITHIN = 500;

  private static final int MOST_POINTER_CHARACTERS = 65_536;

  private static final Comparator<JsonNode> BY_VALUE =
      (one, other) ->
          one.isNumber() && other.isNumber()
              ? one.decimalValue().compareTo(other.decimalValue())
              : one.equals(other) ? 0 : 1;

  private final List<Change> changes = new ArrayList<>();
  private long pointerCharacters;

  private DocumentDiff() {}

  /**
   * A change at one location.
   *
   * @param pointer the RFC 6901 pointer to the location
   * @param op null if the value at the location changed; {@value #ITEMS} if, from the item at the
   *     location on, the items {@code from} of its array were replaced by the items {@code to};
   *     {@value #MEMBERS} if the members {@code from} of the object at the location were replaced
   *     by the members {@code to}
   * @param from the value before, null if there was none
   * @param to the value after, null if there is none
   */
  public record Change(String pointer, String op, JsonNode from, JsonNode to) {

    public Change(String pointer, JsonNode from, JsonNode to) {
      this(pointer, null, from, to);
    }
  }

  /**
   * Whether two values are the same. Numbers are the same if they are numerically equal, such as
   * 1.0 and 1.
   */
  public static boolean same(JsonNode one, JsonNode other) {
    return one == null || other == null ? one == other : one.equals(BY_VALUE, other);
  }

  /**
   * Returns the innermost changes. Of two arrays of different lengths, the items that they do not
   * have in common at both ends are one change. Where a value contains more than {@value
   * #MOST_WITHIN} changes, or several whose pointers have more than {@value
   * #MOST_POINTER_CHARACTERS} characters, its changed items or members are one change. So the
   * changes are little larger than what changed, however large the documents are.
   */
  public static List<Change> between(JsonNode before, JsonNode after) {
    DocumentDiff found = new DocumentDiff();
    found.compare(before, after, JsonLocation.ROOT);
    return List.copyOf(found.changes);
  }

  private void compare(JsonNode from, JsonNode to, JsonLocation at) {
    if (from instanceof ObjectNode before && to instanceof ObjectNode after) {
      compareMembers(before, after, at);
    } else if (from instanceof ArrayNode before && to instanceof ArrayNode after) {
      compareItems(before, after, at);
    } else if (!same(from, to)) {
      add(new Change(at.pointer(), from, to));
    }
  }

  private void compareMembers(ObjectNode from, ObjectNode to, JsonLocation at) {
    Mark start = mark();
    Set<String> names = names(from, to);
    List<String> changed = new ArrayList<>();
    for (String name : names) {
      JsonNode was = from.get(name);
      JsonNode is = to.get(name);
      if (isTooMuchSince(start) ? !same(was, is) : differs(was, is, at.member(name))) {
        changed.add(name);
      }
    }
    if (isTooMuchSince(start)) {
      removeSince(start);
      add(
          changed.size() == names.size()
              ? new Change(at.pointer(), from, to)
              : new Change(at.pointer(), MEMBERS, only(changed, from), only(changed, to)));
    }
  }

  private void compareItems(ArrayNode from, ArrayNode to, JsonLocation at) {
    Mark start = mark();
    int head = 0;
    int compared = 0;
    if (from.size() == to.size()) {
      boolean changed = false;
      for (; compared < from.size() && !isTooMuchSince(start); compared++) {
        changed |= differs(from.get(compared), to.get(compared), at.item(compared));
        head += changed ? 0 : 1;
      }
      if (!isTooMuchSince(start)) {
        return;
      }
      removeSince(start);
    } else {
      while (head < Math.min(from.size(), to.size()) && same(from.get(head), to.get(head))) {
        head++;
      }
      compared = head;
    }
    add(ofItems(from, to, head, sameAtEnd(from, to, compared), at));
  }

  /** Adds the changes between two values; returns whether there are any. */
  private boolean differs(JsonNode from, JsonNode to, JsonLocation at) {
    int before = changes.size();
    compare(from, to, at);
    return changes.size() > before;
  }

  private static Change ofItems(ArrayNode from, ArrayNode to, int head, int tail, JsonLocation at) {
    return head + tail == 0
        ? new Change(at.pointer(), from, to)
        : new Change(
            at.item(head).pointer(), ITEMS, middle(head, tail, from), middle(head, tail, to));
  }

  /** Returns how many items are the same at the ends of two arrays, behind their first ones. */
  private static int sameAtEnd(ArrayNode from, ArrayNode to, int first) {
    int most = Math.min(from.size(), to.size()) - first;
    int tail = 0;
    while (tail < most && same(from.get(from.size() - tail - 1), to.get(to.size() - tail - 1))) {
      tail++;
    }
    return tail;
  }

  /** Returns the items without those at both ends; null if there are none. */
  private static ArrayNode middle(int head, int tail, ArrayNode array) {
    ArrayNode items = Json.array();
    for (int i = head; i < array.size() - tail; i++) {
      items.add(array.get(i));
    }
    return items.isEmpty() ? null : items;
  }

  /** Returns the members of an object that have the names; null if there are none. */
  private static ObjectNode only(List<String> names, ObjectNode object) {
    ObjectNode members = Json.object();
    names.stream().filter(object::has).forEach(name -> members.set(name, object.get(name)));
    return members.isEmpty() ? null : members;
  }

  /** The changes that had been found at one moment. */
  private record Mark(int changes, long pointerCharacters) {}

  private Mark mark() {
    return new Mark(changes.size(), pointerCharacters);
  }

  private void add(Change change) {
    changes.add(change);
    pointerCharacters += change.pointer().length();
  }

  private boolean isTooMuchSince(Mark start) {
    int found = changes.size() - start.changes();
    return found > MOST_WITHIN
        || (found > 1 && pointerCharacters - start.pointerCharacters() > MOST_POINTER_CHARACTERS);
  }

  private void removeSince(Mark start) {
    changes.subList(start.changes(), changes.size()).clear();
    pointerCharacters = start.pointerCharacters();
  }

  private static Set<String> names(JsonNode one, JsonNode other) {
    Set<String> names = new TreeSet<>();
    one.fieldNames().forEachRemaining(names::add);
    other.fieldNames().forEachRemaining(names::add);
    return names;
  }
}

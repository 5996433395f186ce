package org.attestry.registry.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.runtime.identifier.Ids;

/**
 * The fields that are not in the public view of an entity. A consent reveals none of them: it
 * covers only the records of the user who gave it, and is carried by that user's own token, with
 * which these records are in full view anyway.
 *
 * @param privateFields the fields that are hidden from all callers but owner, admin and the
 *     attestors of open claims over them
 * @param internalFields the fields that are hidden from the same callers, and that no consent
 *     reveals
 */
public record HiddenFields(List<FieldPath> privateFields, List<FieldPath> internalFields) {

  public static HiddenFields of(TypeConfig config) {
    return new HiddenFields(config.privateFields(), config.internalFields());
  }

  public boolean none() {
    return privateFields.isEmpty() && internalFields.isEmpty();
  }

  /** Returns the fields that a caller with the public view may not see. */
  public List<FieldPath> all() {
    return Stream.concat(internalFields.stream(), privateFields.stream()).toList();
  }

  /** Whether the path is a hidden field, lies within one, or contains one. */
  public boolean hide(FieldPath path) {
    return all().stream().anyMatch(hidden -> hidden.overlaps(path));
  }

  /** Returns the hidden fields that occur in a document. */
  public List<FieldPath> in(JsonNode document) {
    return all().stream().filter(path -> isIn(document, path.segments(), 0)).toList();
  }

  /** Whether {@link #remove} would remove something. */
  private static boolean isIn(JsonNode node, List<String> segments, int at) {
    if (at == segments.size()) {
      return false;
    }
    String segment = segments.get(at);
    boolean last = at == segments.size() - 1;
    boolean any = segment.equals(FieldPath.ANY);
    if (any && last) {
      return node.isContainerNode() && !node.isEmpty();
    }
    if (node.isArray() || any) {
      int next = any ? at + 1 : at;
      return StreamSupport.stream(node.spliterator(), false)
          .anyMatch(each -> isIn(each, segments, next));
    }
    return last ? node.has(segment) : isIn(node.path(segment), segments, at + 1);
  }

  /**
   * Copies into a replacement the hidden fields that its writer could neither see nor send, for all
   * objects that exist before and after. Array items are matched by osid, also in arrays of arrays.
   */
  public void keep(JsonNode before, JsonNode after) {
    all().forEach(path -> keep(before, after, path.segments()));
  }

  /**
   * Returns the hidden fields that could be lost because a replacement omits an object or array
   * that may contain them, or replaces it by another type of value. Whether it does contain them
   * makes no difference, so that the result discloses nothing about them.
   *
   * @param after the replacement after {@link #keep}
   */
  public List<FieldPath> lost(JsonNode before, JsonNode after) {
    return all().stream()
        .filter(path -> !path.segments().isEmpty() && loses(before, after, path.segments()))
        .toList();
  }

  private static boolean loses(JsonNode before, JsonNode after, List<String> path) {
    if (path.isEmpty()) {
      return !before.isMissingNode() && !DocumentDiff.same(before, after);
    }
    if (!before.isContainerNode()) {
      return false;
    }
    if (before.getNodeType() != after.getNodeType()) {
      return true;
    }
    boolean any = path.getFirst().equals(FieldPath.ANY);
    List<String> deeper = path.subList(1, path.size());
    if (before.isArray()) {
      return losesItems(before, after, path);
    }
    Iterable<String> names = any ? before::fieldNames : List.of(path.getFirst());
    for (String name : names) {
      if (before.has(name) && loses(before.get(name), after.path(name), deeper)) {
        return true;
      }
    }
    return false;
  }

  private static boolean losesItems(JsonNode before, JsonNode after, List<String> path) {
    if (inside(path).isEmpty()) {
      return !DocumentDiff.same(before, after);
    }
    Map<String, JsonNode> latter = byKey(items(after, path));
    for (Item item : items(before, path)) {
      JsonNode same = latter.getOrDefault(item.key(), MissingNode.getInstance());
      if (item.node().isContainerNode() && loses(item.node(), same, item.path())) {
        return true;
      }
    }
    return false;
  }

  /** Returns the path within the items of an array, for which a path needs no wildcard. */
  private static List<String> inside(List<String> path) {
    return path.getFirst().equals(FieldPath.ANY) ? path.subList(1, path.size()) : path;
  }

  /**
   * An item of an array, or of an array in it.
   *
   * @param key by which it is found in another version: the osid of an object, and the position of
   *     an array whose own items are hidden; empty for others
   * @param path of the hidden field from here
   */
  private record Item(String key, JsonNode node, List<String> path) {}

  private static List<Item> items(JsonNode array, List<String> path) {
    List<Item> items = new ArrayList<>();
    addItems(array, path, "", items);
    return items;
  }

  private static void addItems(JsonNode array, List<String> path, String at, List<Item> items) {
    List<String> inside = inside(path);
    boolean hidden = inside.equals(List.of(FieldPath.ANY));
    for (int i = 0; i < array.size(); i++) {
      JsonNode item = array.get(i);
      String position = at + "/" + i;
      if (item.isArray() && !hidden) {
        addItems(item, inside, position, items);
      } else {
        items.add(new Item(item.isArray() ? position : osid(item), item, inside));
      }
    }
  }

  private static Map<String, JsonNode> byKey(List<Item> items) {
    Map<String, JsonNode> byKey = new HashMap<>();
    items.forEach(item -> byKey.put(item.key(), item.node()));
    byKey.remove("");
    return byKey;
  }

  private static String osid(JsonNode item) {
    return Ids.bare(item.path(NestedOsids.OSID).asText());
  }

  private static void keep(JsonNode before, JsonNode after, List<String> path) {
    if (path.isEmpty()) {
      return;
    }
    String segment = path.getFirst();
    boolean any = segment.equals(FieldPath.ANY);
    List<String> deeper = path.subList(1, path.size());
    if (before.isArray() && after.isArray()) {
      keepItems(before, (ArrayNode) after, path);
    } else if (before instanceof ObjectNode former && after instanceof ObjectNode latter) {
      Iterable<String> names = any ? former::fieldNames : List.of(segment);
      names.forEach(name -> keepMember(former, latter, name, deeper));
    }
  }

  private static void keepItems(JsonNode before, ArrayNode after, List<String> path) {
    if (inside(path).isEmpty()) {
      if (after.isEmpty()) {
        before.forEach(after::add);
      }
      return;
    }
    Map<String, JsonNode> former = byKey(items(before, path));
    for (Item item : items(after, path)) {
      keep(former.getOrDefault(item.key(), MissingNode.getInstance()), item.node(), item.path());
    }
  }

  private static void keepMember(
      ObjectNode before, ObjectNode after, String name, List<String> deeper) {
    if (!before.has(name)) {
      return;
    }
    if (!deeper.isEmpty()) {
      keep(before.get(name), after.path(name), deeper);
    } else if (!after.has(name)) {
      after.set(name, before.get(name).deepCopy());
    }
  }

  /** Removes a field from a document; for arrays on the path, from every item. */
  public static void remove(JsonNode document, FieldPath path) {
    remove(document, path.segments(), 0);
  }

  private static void remove(JsonNode node, List<String> segments, int at) {
    if (at == segments.size() || node.isMissingNode()) {
      return;
    }
    String segment = segments.get(at);
    boolean last = at == segments.size() - 1;
    boolean any = segment.equals(FieldPath.ANY);
    if (any && last && node instanceof ContainerNode<?> container) {
      container.removeAll();
    } else if (node.isArray()) {
      node.forEach(item -> remove(item, segments, any ? at + 1 : at));
    } else if (any) {
      node.forEach(member -> remove(member, segments, at + 1));
    } else if (last && node instanceof ObjectNode object) {
      object.remove(segment);
    } else {
      remove(node.path(segment), segments, at + 1);
    }
  }

  /**
   * Whether the location of a pointer is hidden, contains a hidden field or lies within one. Array
   * positions in the pointer need no counterpart in the path, so that errors hide too much rather
   * than too little.
   */
  public static boolean touches(FieldPath hidden, String pointer) {
    List<String> names =
        List.of(pointer.split("/")).stream().skip(1).map(HiddenFields::name).toList();
    return touches(hidden.segments(), names);
  }

  /** Compares both paths from their ends; the cost is at most the product of their lengths. */
  private static boolean touches(List<String> hidden, List<String> names) {
    boolean[] behind = new boolean[names.size() + 1];
    Arrays.fill(behind, true);
    for (int h = hidden.size() - 1; h >= 0; h--) {
      boolean[] here = new boolean[names.size() + 1];
      here[names.size()] = true;
      for (int n = names.size() - 1; n >= 0; n--) {
        String wanted = hidden.get(h);
        String name = names.get(n);
        boolean any = wanted.equals(FieldPath.ANY);
        boolean position = name.chars().allMatch(Character::isDigit);
        here[n] =
            ((any || wanted.equals(name)) && behind[n + 1])
                || (position && here[n + 1])
                || (any && behind[n]);
      }
      behind = here;
    }
    return behind[0];
  }

  private static String name(String token) {
    return token.replace("~1", "/").replace("~0", "~");
  }
}

package org.attestry.registry.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.TypeConfig;

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
   * objects that exist before and after. Array items are matched by osid.
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
      return losesItems(before, after, any ? deeper : path);
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
    if (path.isEmpty()) {
      return !DocumentDiff.same(before, after);
    }
    Map<String, JsonNode> latter = byOsid(after);
    for (JsonNode item : before) {
      JsonNode same = latter.getOrDefault(osid(item), MissingNode.getInstance());
      if (item.isContainerNode() && loses(item, same, path)) {
        return true;
      }
    }
    return false;
  }

  private static Map<String, JsonNode> byOsid(JsonNode items) {
    Map<String, JsonNode> byOsid = new HashMap<>();
    items.forEach(item -> byOsid.put(osid(item), item));
    byOsid.remove("");
    return byOsid;
  }

  private static String osid(JsonNode item) {
    return NestedOsids.bare(item.path(NestedOsids.OSID).asText());
  }

  private static void keep(JsonNode before, JsonNode after, List<String> path) {
    if (path.isEmpty()) {
      return;
    }
    String segment = path.getFirst();
    boolean any = segment.equals(FieldPath.ANY);
    List<String> deeper = path.subList(1, path.size());
    if (before.isArray() && after.isArray()) {
      keepItems(before, (ArrayNode) after, any ? deeper : path);
    } else if (before instanceof ObjectNode former && after instanceof ObjectNode latter) {
      Iterable<String> names = any ? former::fieldNames : List.of(segment);
      names.forEach(name -> keepMember(former, latter, name, deeper));
    }
  }

  private static void keepItems(JsonNode before, ArrayNode after, List<String> path) {
    if (path.isEmpty() && after.isEmpty()) {
      before.forEach(after::add);
      return;
    }
    Map<String, JsonNode> former = byOsid(before);
    for (JsonNode item : after) {
      keep(former.getOrDefault(osid(item), MissingNode.getInstance()), item, path);
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

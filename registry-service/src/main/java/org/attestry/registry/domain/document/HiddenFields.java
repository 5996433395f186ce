package org.attestry.registry.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.TypeConfig;

/**
 * What is not in the public view of an entity.
 *
 * @param privateFields hidden unless the caller's consent token names them
 * @param internalFields hidden from all but owner and admin
 */
public record HiddenFields(List<FieldPath> privateFields, List<FieldPath> internalFields) {

  public static HiddenFields of(TypeConfig config) {
    return new HiddenFields(config.privateFields(), config.internalFields());
  }

  public boolean none() {
    return privateFields.isEmpty() && internalFields.isEmpty();
  }

  /** What a caller who has the public view may not see. */
  public List<FieldPath> from(Caller caller) {
    List<FieldPath> hidden = new ArrayList<>(internalFields);
    privateFields.stream().filter(path -> !consented(path, caller)).forEach(hidden::add);
    return hidden;
  }

  /** Whether the path leads into, to, or around something that the caller may not see. */
  public boolean hide(FieldPath path, Caller caller) {
    return from(caller).stream().anyMatch(hidden -> hidden.overlaps(path));
  }

  /** The same for what even attestors may not see. */
  public boolean hideFromAttestors(FieldPath path) {
    return internalFields.stream().anyMatch(hidden -> hidden.overlaps(path));
  }

  /** Takes a field out of a document, in every item where arrays lie on the way. */
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
   * Whether what a pointer leads to is hidden, contains something hidden or lies within it. The
   * positions of array items need no counterpart in the path, so that it hides too much rather than
   * too little.
   */
  public static boolean touches(FieldPath hidden, String pointer) {
    List<String> names =
        List.of(pointer.split("/")).stream().skip(1).map(HiddenFields::name).toList();
    return touches(hidden.segments(), names);
  }

  private static boolean touches(List<String> hidden, List<String> names) {
    if (hidden.isEmpty() || names.isEmpty()) {
      return true;
    }
    String wanted = hidden.get(0);
    String name = names.get(0);
    List<String> deeper = names.subList(1, names.size());
    boolean any = wanted.equals(FieldPath.ANY);
    boolean position = name.chars().allMatch(Character::isDigit);
    return ((any || wanted.equals(name)) && touches(hidden.subList(1, hidden.size()), deeper))
        || (position && touches(hidden, deeper))
        || (any && touches(hidden.subList(1, hidden.size()), names));
  }

  private static String name(String token) {
    return token.replace("~1", "/").replace("~0", "~");
  }

  private static boolean consented(FieldPath path, Caller caller) {
    return caller.consents().contains(path.toString())
        || caller.consents().contains(String.join(".", path.segments()));
  }
}

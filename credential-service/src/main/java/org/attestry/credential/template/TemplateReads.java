package org.attestry.credential.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.credential.CredentialOperations.TemplateRead;
import org.attestry.runtime.json.JsonLocation;

/**
 * Collects the paths that a template reads, without filling it. Paths out of the data, paths that
 * are known only when it is filled ({@code @key}), and unusually long ones are left out.
 */
final class TemplateReads {

  private static final int MOST = 1_000;
  private static final int DEEPEST = 32;
  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_POINTER = 1_000;

  private final Rendering rendering;
  private final Set<TemplateRead> found = new LinkedHashSet<>();

  TemplateReads(Rendering rendering) {
    this.rendering = rendering;
  }

  List<TemplateRead> found() {
    return List.copyOf(found);
  }

  /** Adds the paths of all texts in a value of the template. */
  void addAll(JsonNode node, JsonLocation place) {
    if (node.isTextual() && TemplateText.hasExpressions(node.textValue())) {
      add(node.textValue(), place.pointer());
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      addAll(member.getValue(), place.member(member.getKey()));
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      addAll(node.get(i), place.item(i));
    }
  }

  /** Adds the paths of one text. */
  void add(String text, String pointer) {
    String known = pointer.length() > LONGEST_POINTER ? "" : pointer;
    add(rendering.parse(text), known, new Reach(null, List.of()));
  }

  /**
   * A scope in which names are looked up.
   *
   * @param parent null for the data itself
   * @param path from the data to it; null if unknown
   */
  private record Reach(Reach parent, List<String> path) {}

  /** Returns the paths of a template that has no pointer. */
  static List<TemplateRead> of(List<TemplatePart> parts) {
    TemplateReads reads = new TemplateReads(null);
    reads.add(parts, "", new Reach(null, List.of()));
    return reads.found();
  }

  private void add(List<TemplatePart> parts, String pointer, Reach reach) {
    for (TemplatePart part : parts) {
      switch (part) {
        case TemplatePart.Text text -> {
          // The text reads nothing.
        }
        case TemplatePart.Value value -> read(value.path(), pointer, reach);
        case TemplatePart.If test -> {
          read(test.path(), pointer, reach);
          add(test.body(), pointer, reach);
          add(test.otherwise(), pointer, reach);
        }
        case TemplatePart.Each each -> {
          List<String> items = joined(read(each.path(), pointer, reach), List.of(FieldPath.ANY));
          add(each.body(), pointer, new Reach(reach, items));
          add(each.otherwise(), pointer, reach);
        }
      }
    }
  }

  /**
   * @return the path from the data; null if unknown
   */
  private List<String> read(Path path, String pointer, Reach reach) {
    List<String> whole = joined(start(path, reach), path.segments());
    if (whole != null && !path.segments().isEmpty() && found.size() < MOST) {
      found.add(new TemplateRead(pointer, path.text(), whole));
    }
    return whole;
  }

  private static List<String> start(Path path, Reach reach) {
    Reach from = reach;
    for (int i = 0; i < path.parents() && from != null; i++) {
      from = from.parent();
    }
    if (path.variable() != null) {
      return path.variable().equals("root") ? List.of() : null;
    }
    return from == null ? null : from.path();
  }

  private static List<String> joined(List<String> start, List<String> more) {
    if (start == null
        || start.size() + more.size() > DEEPEST
        || more.stream().anyMatch(name -> name.length() > LONGEST_NAME)) {
      return null;
    }
    List<String> whole = new ArrayList<>(start);
    whole.addAll(more);
    return whole;
  }
}

package org.attestry.schema.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attestry.contracts.FieldPath;

/** The fields that a bundled type can have. Used by one thread. */
public final class Fields {

  private static final List<String> COMBINING = List.of("allOf", "anyOf", "oneOf");
  private static final List<String> CONDITIONAL = List.of("then", "else");
  private static final int DEEPEST = 16;
  private static final int MOST_VISITED = 20_000;

  private final JsonNode bundle;
  private int visited;

  public Fields(JsonNode bundle) {
    this.bundle = bundle;
  }

  /** Whether the schema describes something at the path. */
  public boolean has(FieldPath path) {
    List<JsonNode> at = parts(bundle);
    for (String segment : path.segments()) {
      at = at.stream().flatMap(schema -> step(schema, segment)).distinct().toList();
    }
    return !at.isEmpty() && !path.segments().isEmpty();
  }

  /** Whether an entity can have something at the path: where nothing is said, anything may be. */
  public boolean mayHave(FieldPath path) {
    List<JsonNode> at = parts(bundle);
    for (String segment : path.segments()) {
      if (at.stream().noneMatch(schema -> schema.has("properties") || schema.has("items"))) {
        return at.stream().noneMatch(Fields::isClosed);
      }
      at = at.stream().flatMap(schema -> step(schema, segment)).distinct().toList();
    }
    return !at.isEmpty();
  }

  private static boolean isClosed(JsonNode schema) {
    JsonNode more = schema.path("additionalProperties");
    JsonNode type = schema.path("type");
    return (more.isBoolean() && !more.booleanValue())
        || (type.isTextual() && !type.textValue().equals("object"));
  }

  /**
   * The paths of all properties with the name, down to 16 levels, a type not again within itself.
   * It looks at 20,000 places at the most.
   */
  public List<FieldPath> named(String name) {
    Set<FieldPath> found = new LinkedHashSet<>();
    visited = 0;
    collect(bundle, List.of(), name, Collections.newSetFromMap(new IdentityHashMap<>()), found);
    return List.copyOf(found);
  }

  /** The same for the name, else for the one among all names that is spelled nearly like it. */
  public List<FieldPath> alike(String name) {
    List<FieldPath> same = named(name);
    if (!same.isEmpty()) {
      return same;
    }
    Set<String> names = new TreeSet<>();
    Subschemas.walk(
        bundle,
        "",
        (schema, at) -> schema.path("properties").fieldNames().forEachRemaining(names::add));
    return Spelling.slip(name, names).map(this::named).orElse(List.of());
  }

  private void collect(
      JsonNode schema, List<String> path, String name, Set<JsonNode> above, Set<FieldPath> found) {
    for (JsonNode part : parts(schema)) {
      if (path.size() >= DEEPEST || visited++ >= MOST_VISITED || !above.add(part)) {
        continue;
      }
      for (Map.Entry<String, JsonNode> property : part.path("properties").properties()) {
        List<String> at = append(path, property.getKey());
        if (property.getKey().equals(name)) {
          found.add(new FieldPath(at));
        }
        collect(property.getValue(), at, name, above, found);
      }
      items(part).forEach(i -> collect(i, append(path, FieldPath.ANY), name, above, found));
      above.remove(part);
    }
  }

  private Stream<JsonNode> step(JsonNode schema, String segment) {
    Stream<JsonNode> next =
        segment.equals(FieldPath.ANY)
            ? Stream.concat(items(schema), children(schema.path("properties")))
            : Stream.of(schema.path("properties").path(segment));
    return next.filter(found -> !found.isMissingNode()).flatMap(found -> parts(found).stream());
  }

  /** The schema itself, or what it refers to, and what it is combined of. */
  private List<JsonNode> parts(JsonNode schema) {
    List<JsonNode> parts = new ArrayList<>();
    addParts(schema, parts);
    return parts;
  }

  private void addParts(JsonNode schema, List<JsonNode> parts) {
    JsonNode target = schema;
    JsonNode ref = schema.path("$ref");
    if (ref.isTextual()) {
      target = bundle.at(ref.textValue().substring(1));
    }
    if (isAmong(parts, target)) {
      return;
    }
    parts.add(target);
    for (String keyword : COMBINING) {
      target.path(keyword).forEach(combined -> addParts(combined, parts));
    }
    for (String keyword : CONDITIONAL) {
      if (target.path(keyword).isObject()) {
        addParts(target.path(keyword), parts);
      }
    }
  }

  private static boolean isAmong(List<JsonNode> parts, JsonNode wanted) {
    return parts.stream().anyMatch(part -> part == wanted);
  }

  private static Stream<JsonNode> items(JsonNode schema) {
    JsonNode items = schema.path("items");
    return items.isArray() ? children(items) : Stream.of(items).filter(JsonNode::isObject);
  }

  private static Stream<JsonNode> children(JsonNode node) {
    Stream.Builder<JsonNode> children = Stream.builder();
    node.forEach(children::add);
    return children.build();
  }

  private static List<String> append(List<String> path, String segment) {
    List<String> longer = new ArrayList<>(path);
    longer.add(segment);
    return longer;
  }
}

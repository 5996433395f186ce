package org.attestry.registry.types;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.attestry.contracts.FieldPath;

/**
 * The declaration of one field in a definition (draft-07). References and alternatives are
 * followed; the declaration of an array's items counts as that of the array.
 */
public final class DeclaredField {

  private static final List<String> ALTERNATIVES = List.of("allOf", "anyOf", "oneOf");
  private static final List<String> BRANCHES = List.of("then", "else");

  private final JsonNode definition;
  private final List<JsonNode> schemas = new ArrayList<>();
  private int depth;

  /** Returns the declaration that a definition makes of the whole document. */
  public static DeclaredField root(JsonNode definition) {
    return new DeclaredField(definition, List.of(definition));
  }

  private DeclaredField(JsonNode definition, List<JsonNode> parts) {
    this.definition = definition;
    expand(parts);
  }

  /** Returns the number of nested array levels; 0 for a field that is not an array. */
  public int arrayDepth() {
    return depth;
  }

  /** Whether members are allowed but their names are not declared. */
  public boolean open() {
    Set<String> types = types();
    boolean object = types.contains("object") || types.stream().allMatch("array"::equals);
    return object && !namesMembers();
  }

  /** Whether nothing is declared about the value, so that any value is allowed. */
  public boolean unknown() {
    return depth == 0 && types().isEmpty() && !namesMembers();
  }

  /** Whether only objects are allowed here, which cannot be compared. */
  public boolean onlyObjects() {
    return kinds().isEmpty() && (namesMembers() || types().contains("object"));
  }

  private boolean namesMembers() {
    return schemas.stream().anyMatch(schema -> schema.has("properties"));
  }

  /** Returns the names of the declared members. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    schemas.forEach(s -> s.path("properties").fieldNames().forEachRemaining(names::add));
    return names;
  }

  /**
   * Returns a member.
   *
   * @return null if members are declared and this one is not among them
   */
  public DeclaredField member(String name) {
    List<JsonNode> found =
        schemas.stream()
            .map(schema -> schema.path("properties").path(name))
            .filter(schema -> !schema.isMissingNode())
            .toList();
    return found.isEmpty() && !open() ? null : new DeclaredField(definition, found);
  }

  /**
   * Returns the field at a path relative to this field. A {@code *} for the items of an array is
   * optional.
   *
   * @return null if there is no such field
   */
  public DeclaredField find(FieldPath path) {
    List<String> names = path.segments().stream().filter(s -> !s.equals(FieldPath.ANY)).toList();
    DeclaredField field = this;
    for (String name : names) {
      field = field == null ? null : field.member(name);
    }
    return field;
  }

  /** Returns the kinds of scalars that are allowed here; empty if that is not declared. */
  public Set<ScalarKind> kinds() {
    Set<ScalarKind> kinds = EnumSet.noneOf(ScalarKind.class);
    for (String type : types()) {
      switch (type) {
        case "string" -> kinds.add(ScalarKind.TEXT);
        case "number", "integer" -> kinds.add(ScalarKind.NUMBER);
        case "boolean" -> kinds.add(ScalarKind.TRUTH);
        default -> {
          // Arrays, objects and null cannot be compared.
        }
      }
    }
    return kinds;
  }

  /** Returns the format that each declaration of a text here requires; null if there is none. */
  public String textFormat() {
    Set<String> formats = new TreeSet<>();
    for (JsonNode schema : schemas) {
      JsonNode type = schema.path("type");
      boolean text = type.asText().equals("string");
      for (JsonNode one : type) {
        text |= one.asText().equals("string");
      }
      if (text) {
        formats.add(schema.path("format").asText());
      }
    }
    return formats.size() == 1 ? formats.iterator().next() : null;
  }

  private Set<String> types() {
    Set<String> types = new TreeSet<>();
    for (JsonNode schema : schemas) {
      JsonNode type = schema.path("type");
      if (type.isTextual()) {
        types.add(type.textValue());
      }
      type.forEach(one -> types.add(one.asText()));
      if (type.isMissingNode()) {
        constants(schema).map(DeclaredField::typeOf).forEach(types::add);
      }
    }
    return types;
  }

  private static Stream<JsonNode> constants(JsonNode schema) {
    List<JsonNode> constants = new ArrayList<>();
    schema.path("enum").forEach(constants::add);
    if (schema.has("const")) {
      constants.add(schema.get("const"));
    }
    return constants.stream();
  }

  private static String typeOf(JsonNode constant) {
    return switch (constant.getNodeType()) {
      case STRING -> "string";
      case NUMBER -> "number";
      case BOOLEAN -> "boolean";
      case ARRAY -> "array";
      case OBJECT -> "object";
      default -> "null";
    };
  }

  private record Part(JsonNode schema, int arrays) {}

  /**
   * Adds schemas and the schemas that they refer to. A queue replaces recursion, because chains of
   * references may be long.
   */
  private void expand(List<JsonNode> parts) {
    Set<JsonNode> known = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Part> todo = new ArrayDeque<>();
    parts.forEach(part -> todo.add(new Part(part, 0)));
    while (!todo.isEmpty()) {
      Part part = todo.removeFirst();
      if (part.schema().isObject() && known.add(part.schema())) {
        expand(part.schema(), part.arrays()).reversed().forEach(todo::addFirst);
      }
    }
  }

  /** Adds one schema; returns the schemas inside it that also declare the field. */
  private List<Part> expand(JsonNode schema, int arrays) {
    schemas.add(schema);
    depth = Math.max(depth, arrays);
    if (schema.path("$ref").isTextual()) {
      return List.of(new Part(resolve(schema.get("$ref").textValue()), arrays));
    }
    List<Part> more = new ArrayList<>();
    if (schema.has("items") || allowsArray(schema.path("type"))) {
      depth = Math.max(depth, arrays + 1);
      JsonNode items = schema.path("items");
      (items.isArray() ? items : List.of(items)).forEach(i -> more.add(new Part(i, arrays + 1)));
    }
    ALTERNATIVES.forEach(key -> schema.path(key).forEach(p -> more.add(new Part(p, arrays))));
    BRANCHES.forEach(key -> more.add(new Part(schema.path(key), arrays)));
    return more;
  }

  private static boolean allowsArray(JsonNode type) {
    return type.asText().equals("array")
        || StreamSupport.stream(type.spliterator(), false)
            .anyMatch(t -> t.asText().equals("array"));
  }

  private JsonNode resolve(String reference) {
    return reference.startsWith("#") ? definition.at(reference.substring(1)) : definition.path("");
  }
}

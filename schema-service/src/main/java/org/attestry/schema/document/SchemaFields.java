package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attestry.contracts.FieldPath;
import org.attestry.runtime.fair.Budget;

/** The fields that a bundled type can have. Used by one thread. */
public final class SchemaFields {

  private static final List<String> COMBINING = List.of("allOf", "anyOf", "oneOf");
  private static final List<String> CHOICES = List.of("anyOf", "oneOf");
  private static final List<String> CONDITIONAL = List.of("then", "else");
  private static final Set<String> TYPES =
      Set.of("array", "boolean", "integer", "null", "number", "object", "string");
  private static final Pattern POSITION = Pattern.compile("[0-9]{1,9}");
  private static final int DEEPEST = 16;
  private static final int MOST_PLACES = 20_000;

  private final JsonNode bundle;
  private final Budget budget;
  private final Map<JsonNode, List<JsonNode>> parts = new IdentityHashMap<>();
  private final Map<String, JsonNode> targets = new HashMap<>();
  private Map<String, Set<FieldPath>> byName;
  private int places;

  /**
   * @param budget the budget of the check
   */
  public SchemaFields(JsonNode bundle, Budget budget) {
    this.bundle = bundle;
    this.budget = budget;
  }

  /** Whether the schema describes a value at the path. */
  public boolean has(FieldPath path) {
    return !at(path).isEmpty() && !path.segments().isEmpty();
  }

  /** Whether the schema describes a value at the path, which may pass over the items of lists. */
  public boolean describes(FieldPath path) {
    Collection<JsonNode> at = parts(bundle);
    for (String segment : path.segments()) {
      Collection<JsonNode> next = step(at, segment);
      Collection<JsonNode> items = at;
      for (int depth = 0; next.isEmpty() && depth < DEEPEST; depth++) {
        items = items(items);
        next = step(items, segment);
      }
      at = next;
    }
    return !at.isEmpty();
  }

  /** Returns the schemas of the items of lists. */
  private Collection<JsonNode> items(Collection<JsonNode> from) {
    Set<JsonNode> next = Collections.newSetFromMap(new IdentityHashMap<>());
    from.forEach(schema -> items(schema).forEach(item -> addParts(item, next)));
    return next;
  }

  /** Whether the schema declares the value at the path as a string that is not in a list. */
  public boolean isText(FieldPath path) {
    Set<String> types = new HashSet<>();
    at(path).forEach(schema -> types.addAll(types(schema)));
    return !path.segments().contains(FieldPath.ANY)
        && types.contains("string")
        && !types.contains("array");
  }

  /** Whether the schema declares the value at the path as an object, or a list of objects. */
  public boolean holdsObjects(FieldPath path) {
    Collection<JsonNode> at = at(path);
    return areObjects(at) || areObjects(step(at, FieldPath.ANY));
  }

  private static boolean areObjects(Collection<JsonNode> schemas) {
    return schemas.stream()
        .anyMatch(schema -> schema.has("properties") || types(schema).contains("object"));
  }

  private static Set<String> types(JsonNode schema) {
    Set<String> types = new HashSet<>();
    JsonNode type = schema.path("type");
    types.add(type.asText());
    type.forEach(one -> types.add(one.asText()));
    if (type.isMissingNode()) {
      schema.path("enum").forEach(value -> types.add(typeOf(value)));
      types.add(typeOf(schema.path("const")));
    }
    return types;
  }

  private static String typeOf(JsonNode constant) {
    return constant.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  private Collection<JsonNode> at(FieldPath path) {
    Collection<JsonNode> at = parts(bundle);
    for (String segment : path.segments()) {
      at = step(at, segment);
    }
    return at;
  }

  /** Whether an entity can have a value at the path; an open schema allows any. */
  public boolean mayHave(FieldPath path) {
    Collection<JsonNode> at = parts(bundle);
    for (String segment : path.segments()) {
      if (at.stream().noneMatch(schema -> schema.has("properties") || schema.has("items"))) {
        return at.stream().noneMatch(SchemaFields::isClosed);
      }
      at = step(at, segment);
      if (at.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Whether the path leads to items of a list, by a wildcard or by a position. */
  public boolean isInList(FieldPath path) {
    Collection<JsonNode> at = parts(bundle);
    for (String segment : path.segments()) {
      Collection<JsonNode> next = step(at, segment);
      boolean item =
          segment.equals(FieldPath.ANY) || next.isEmpty() && POSITION.matcher(segment).matches();
      if (item) {
        return true;
      }
      at = next;
    }
    return false;
  }

  /**
   * A name that the schema does not declare.
   *
   * @param declared supplies the names of the properties that the schema declares at the same
   *     location
   */
  public record Unknown(String name, Supplier<Set<String>> declared) {}

  /**
   * Returns the first segment of the path that the schema does not declare; empty if the schema
   * declares all segments, declares no members or items at the location, or describes further ones,
   * such as with {@code additionalProperties}. Segments may also be list indexes.
   */
  public Optional<Unknown> unknown(FieldPath path) {
    Collection<JsonNode> at = parts(bundle);
    for (String segment : path.segments()) {
      budget.spend(at.size());
      boolean item = segment.equals(FieldPath.ANY) || POSITION.matcher(segment).matches();
      if (item && (isOpen(at) || at.stream().anyMatch(SchemaFields::hasOtherItems))) {
        return Optional.empty();
      }
      Collection<JsonNode> next = step(at, segment);
      if (next.isEmpty() && item) {
        next = step(at, FieldPath.ANY);
      }
      if (next.isEmpty()) {
        return mayHold(at, segment, item) ? Optional.empty() : Optional.of(unknown(segment, at));
      }
      at = next;
    }
    return Optional.empty();
  }

  private static Unknown unknown(String name, Collection<JsonNode> at) {
    return new Unknown(
        name,
        () -> {
          Set<String> declared = new TreeSet<>();
          at.forEach(one -> one.path("properties").fieldNames().forEachRemaining(declared::add));
          return declared;
        });
  }

  private boolean mayHold(Collection<JsonNode> at, String segment, boolean item) {
    boolean inList =
        item && mayBe(at, "array") && at.stream().noneMatch(SchemaFields::declaresItems);
    boolean free = isOpen(at) || at.stream().allMatch(one -> one.path("properties").isEmpty());
    return inList || mayBe(at, "object") && (free || isNamed(at, segment));
  }

  private static boolean declaresItems(JsonNode schema) {
    JsonNode items = schema.path("items");
    return items.isContainerNode() || items.equals(BooleanNode.FALSE);
  }

  /** Whether only the first items of a list have schemas. */
  private static boolean hasOtherItems(JsonNode schema) {
    return schema.path("items").isArray()
        && !schema.path("additionalItems").equals(BooleanNode.FALSE);
  }

  /**
   * Whether a name is used in {@code required} or {@code if}, for which it need not be declared.
   */
  private boolean isNamed(Collection<JsonNode> at, String name) {
    return at.stream()
        .anyMatch(
            one ->
                one.path("if").path("properties").has(name)
                    || lists(one.path("if").path("required"), name)
                    || lists(one.path("required"), name));
  }

  private boolean lists(JsonNode names, String name) {
    budget.spend(names.size());
    for (JsonNode one : names) {
      if (one.asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the schemas describe members or items other than those with their own schema. */
  private static boolean isOpen(Collection<JsonNode> at) {
    return at.stream()
        .anyMatch(
            one ->
                says(one.path("additionalProperties"))
                    || says(one.path("additionalItems"))
                    || one.has("patternProperties")
                    || one.has("dependencies"));
  }

  private static boolean says(JsonNode others) {
    return !others.isMissingNode() && !others.equals(BooleanNode.FALSE);
  }

  private boolean mayBe(Collection<JsonNode> at, String type) {
    Set<String> all = new HashSet<>();
    for (JsonNode schema : at) {
      budget.spend(schema.path("enum").size());
      all.addAll(types(schema));
    }
    all.retainAll(TYPES);
    return all.isEmpty() || all.contains(type) || at.stream().anyMatch(this::hasUntypedChoice);
  }

  /** Whether one of the schema's alternatives allows any type. */
  private boolean hasUntypedChoice(JsonNode schema) {
    for (String keyword : CHOICES) {
      for (JsonNode choice : schema.path(keyword)) {
        if (isUntyped(target(choice))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isUntyped(JsonNode schema) {
    return COMBINING.stream().noneMatch(schema::has)
        && types(schema).stream().noneMatch(TYPES::contains);
  }

  private static boolean isClosed(JsonNode schema) {
    JsonNode type = schema.path("type");
    return schema.path("additionalProperties").equals(BooleanNode.FALSE)
        || (type.isTextual() && !type.textValue().equals("object"));
  }

  /**
   * Returns the paths of all properties with the name: down to 16 levels, without recursion, among
   * the first 20,000 locations.
   */
  public Set<FieldPath> named(String name) {
    return byName().getOrDefault(name, Set.of());
  }

  /** Whether {@link #named} finds all properties. */
  public boolean namesAreComplete() {
    byName();
    return places < MOST_PLACES;
  }

  /**
   * Returns the paths as {@link #named} does; if there are none, those for the name with the most
   * similar spelling.
   */
  public Set<FieldPath> alike(String name, SpellingSuggestions spelling) {
    Set<FieldPath> same = named(name);
    return same.isEmpty()
        ? spelling.slip(name, byName().keySet()).map(this::named).orElse(Set.of())
        : same;
  }

  private Map<String, Set<FieldPath>> byName() {
    if (byName == null) {
      byName = new HashMap<>();
      collect(bundle, List.of(), Collections.newSetFromMap(new IdentityHashMap<>()));
    }
    return byName;
  }

  private void collect(JsonNode schema, List<String> path, Set<JsonNode> above) {
    for (JsonNode part : parts(schema)) {
      if (path.size() >= DEEPEST || places >= MOST_PLACES || !above.add(part)) {
        continue;
      }
      place();
      for (Map.Entry<String, JsonNode> property : part.path("properties").properties()) {
        if (places < MOST_PLACES) {
          place();
          List<String> at = append(path, property.getKey());
          byName
              .computeIfAbsent(property.getKey(), name -> new LinkedHashSet<>())
              .add(new FieldPath(at));
          collect(property.getValue(), at, above);
        }
      }
      items(part).forEach(item -> collect(item, append(path, FieldPath.ANY), above));
      above.remove(part);
    }
  }

  private void place() {
    budget.spend(2);
    places++;
  }

  private Collection<JsonNode> step(Collection<JsonNode> from, String segment) {
    Set<JsonNode> next = Collections.newSetFromMap(new IdentityHashMap<>());
    for (JsonNode schema : from) {
      JsonNode properties = schema.path("properties");
      if (segment.equals(FieldPath.ANY)) {
        items(schema).forEach(item -> addParts(item, next));
        properties.forEach(property -> addParts(property, next));
      } else {
        addParts(properties.path(segment), next);
      }
    }
    return next;
  }

  private void addParts(JsonNode schema, Set<JsonNode> into) {
    budget.spend();
    if (!schema.isMissingNode() && !into.contains(schema)) {
      List<JsonNode> found = parts(schema);
      budget.spend(found.size());
      into.addAll(found);
    }
  }

  /** Returns the schema or the target of its reference, and the schemas that it combines. */
  private List<JsonNode> parts(JsonNode schema) {
    return parts.computeIfAbsent(
        target(schema),
        target -> {
          List<JsonNode> found = new ArrayList<>();
          collectParts(target, Collections.newSetFromMap(new IdentityHashMap<>()), found);
          return found;
        });
  }

  private void collectParts(JsonNode schema, Set<JsonNode> found, List<JsonNode> into) {
    JsonNode target = target(schema);
    if (!found.add(target)) {
      return;
    }
    budget.spend();
    into.add(target);
    for (String keyword : COMBINING) {
      target.path(keyword).forEach(combined -> collectParts(combined, found, into));
    }
    for (String keyword : CONDITIONAL) {
      if (target.path(keyword).isObject()) {
        collectParts(target.path(keyword), found, into);
      }
    }
  }

  private JsonNode target(JsonNode schema) {
    JsonNode ref = schema.path("$ref");
    return ref.isTextual()
        ? targets.computeIfAbsent(ref.textValue(), text -> bundle.at(text.substring(1)))
        : schema;
  }

  private static List<JsonNode> items(JsonNode schema) {
    JsonNode items = schema.path("items");
    List<JsonNode> all = new ArrayList<>();
    if (items.isArray()) {
      items.forEach(all::add);
    } else if (items.isObject()) {
      all.add(items);
    }
    return all;
  }

  private static List<String> append(List<String> path, String segment) {
    return Stream.concat(path.stream(), Stream.of(segment)).toList();
  }
}

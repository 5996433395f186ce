package org.attestry.registry.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.document.Columns.Column;
import org.attestry.runtime.work.Budget;

/**
 * The columns that a draft-07 definition declares.
 *
 * @param root the definition
 * @param budget the budget, of which each part of the definition that is read spends one step
 */
record DeclaredColumns(JsonNode root, Budget budget) {

  private static final List<String> PARTS = List.of("allOf", "anyOf", "oneOf");
  private static final List<String> BRANCHES = List.of("then", "else");
  private static final int DEEPEST = 8;

  /**
   * Returns the columns in the definition's order. An object with declared members is not a column
   * itself; its members are.
   */
  List<Column> all() {
    List<Column> columns = new ArrayList<>();
    add(schemas(List.of(root)), List.of(), columns);
    return columns;
  }

  /** Whether a value at the path can only be a text; false for a path that is not declared. */
  boolean isText(List<String> path) {
    List<JsonNode> at = schemas(List.of(root));
    for (String name : path) {
      at = member(at, name);
    }
    return onlyTexts(at);
  }

  private void add(List<JsonNode> schemas, List<String> path, List<Column> into) {
    Set<String> names = new LinkedHashSet<>();
    schemas.forEach(s -> s.path("properties").fieldNames().forEachRemaining(names::add));
    for (String name : names) {
      Columns.requireNotTooMany(into.size() + 1);
      List<String> inner = new ArrayList<>(path);
      inner.add(name);
      List<JsonNode> member = member(schemas, name);
      if (hasMembers(member) && inner.size() < DEEPEST) {
        add(member, inner, into);
      } else {
        into.add(new Column(new FieldPath(inner), onlyTexts(member)));
      }
    }
  }

  private List<JsonNode> member(List<JsonNode> schemas, String name) {
    List<JsonNode> found = new ArrayList<>();
    schemas.forEach(schema -> found.add(schema.path("properties").path(name)));
    return schemas(found);
  }

  private static boolean hasMembers(List<JsonNode> schemas) {
    return types(schemas).equals(Set.of("object"))
        && schemas.stream().anyMatch(schema -> !schema.path("properties").isEmpty());
  }

  private static boolean onlyTexts(List<JsonNode> schemas) {
    return types(schemas).equals(Set.of("string"));
  }

  private static Set<String> types(List<JsonNode> schemas) {
    Set<String> types = new LinkedHashSet<>();
    for (JsonNode schema : schemas) {
      JsonNode type = schema.path("type");
      if (type.isTextual()) {
        types.add(type.textValue());
      }
      type.forEach(one -> types.add(one.asText()));
    }
    return types;
  }

  /** Returns the schemas together with all subschemas that they reference or combine. */
  private List<JsonNode> schemas(List<JsonNode> from) {
    Set<JsonNode> known = Collections.newSetFromMap(new IdentityHashMap<>());
    List<JsonNode> found = new ArrayList<>();
    Deque<JsonNode> todo = new ArrayDeque<>(from);
    while (!todo.isEmpty()) {
      JsonNode schema = todo.removeFirst();
      budget.spend();
      if (!schema.isObject() || !known.add(schema)) {
        continue;
      }
      found.add(schema);
      String reference = schema.path("$ref").asText("");
      if (reference.startsWith("#")) {
        todo.add(root.at(reference.substring(1)));
      }
      PARTS.forEach(part -> schema.path(part).forEach(todo::add));
      BRANCHES.forEach(branch -> todo.add(schema.path(branch)));
    }
    return found;
  }
}

package org.attestry.registry.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.document.Columns.Column;
import org.attestry.registry.document.Columns.Form;
import org.attestry.runtime.fair.Budget;

/** The columns that a draft-07 definition declares. */
final class DeclaredColumns {

  private static final List<String> PARTS = List.of("allOf", "anyOf", "oneOf");
  private static final List<String> BRANCHES = List.of("then", "else");
  private static final int DEEPEST = 8;

  private final JsonNode root;
  private final Budget budget;
  private final ColumnTypes types;

  /**
   * @param root the definition
   * @param budget the budget, of which each part of the definition that is read spends one step
   */
  DeclaredColumns(JsonNode root, Budget budget) {
    this.root = root;
    this.budget = budget;
    this.types = new ColumnTypes(root, budget);
  }

  /**
   * Returns the columns in the definition's order. An object with declared members is not a column
   * itself; its members are.
   */
  List<Column> all() {
    List<Column> columns = new ArrayList<>();
    add(schemas(List.of(root)), List.of(), columns);
    return columns;
  }

  /**
   * Returns the column of a path: a column that may contain a text contains nothing else, as does
   * one that is not declared.
   */
  Column column(FieldPath path, CellReader reader) {
    Boolean text = types.admits(path.segments(), "string");
    Form form =
        Boolean.FALSE.equals(text)
            ? reader.comma() && admits(path, "number") ? Form.NUMBER : Form.JSON
            : reader.dates() != null && isDate(path) ? Form.DATE : Form.TEXT;
    return new Column(path, form, text != null);
  }

  /** Whether a value of the type is admitted; true if the path is not declared. */
  boolean admits(FieldPath path, String type) {
    return !Boolean.FALSE.equals(types.admits(path.segments(), type));
  }

  /**
   * Whether the definition refuses every value at a path; false if it takes too long to find out.
   */
  boolean refuses(FieldPath path) {
    try {
      return types.refuses(path.segments());
    } catch (FailureException tooLarge) {
      return false;
    }
  }

  /** Returns the titles that the definition gives a property. */
  List<String> titles(FieldPath path) {
    return at(path).stream()
        .map(schema -> schema.path("title"))
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue)
        .toList();
  }

  boolean isDate(FieldPath path) {
    return at(path).stream().anyMatch(schema -> schema.path("format").asText().equals("date"));
  }

  private List<JsonNode> at(FieldPath path) {
    List<JsonNode> at = schemas(List.of(root));
    for (String name : path.segments()) {
      at = member(at, name);
    }
    return at;
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
        into.add(column(new FieldPath(inner), CellReader.USUAL));
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

package org.attestry.registry.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.types.DeclaredField;
import org.attestry.runtime.json.Json;

/**
 * The place in an entity to which a part of a filter applies.
 *
 * @param field the declared field at this place
 * @param path the path from the entity, with {@code *} for each array
 * @param arrays the arrays on the path, the outermost first
 * @param within the path from the innermost of these arrays, or from the entity
 */
record FieldScope(DeclaredField field, List<String> path, List<Array> arrays, List<String> within) {

  /** The declaration of the members of attestation records that can be searched. */
  private static final DeclaredField RECORD = DeclaredField.root(recordDefinition());

  private static JsonNode recordDefinition() {
    ObjectNode definition = Json.object().put("type", "object");
    ObjectNode members = definition.putObject("properties");
    for (RecordField field : RecordField.values()) {
      members.putObject(field.shown()).put("type", "string");
    }
    return definition;
  }

  /**
   * An array on a path.
   *
   * @param path the path from the enclosing array, or from the entity
   * @param records the attestation records of which the array consists; null for other arrays
   */
  record Array(FieldPath path, int depth, PolicyRecords records) {

    Filter anyItem(Filter filter) {
      return records == null
          ? new Filter.AnyItem(path, depth, filter)
          : new Filter.AnyRecord(records, filter);
    }
  }

  static FieldScope of(DeclaredField root) {
    return new FieldScope(root, List.of(), List.of(), List.of());
  }

  /** Returns the place of a policy's attestation records. */
  static FieldScope of(PolicyRecords records) {
    return new FieldScope(
        RECORD,
        List.of(records.policy(), FieldPath.ANY),
        List.of(new Array(records.path(), 1, records)),
        List.of());
  }

  /** Returns the member of an attestation record at this place; empty for any other place. */
  Optional<RecordField> ofRecord() {
    boolean record = !arrays.isEmpty() && arrays.getFirst().records() != null;
    return record && within.size() == 1 ? RecordField.named(within.getFirst()) : Optional.empty();
  }

  /** Returns the name of the field; for the items of an array, that of the array. */
  String name() {
    return path.stream().filter(segment -> !segment.equals(FieldPath.ANY)).toList().getLast();
  }

  boolean root() {
    return path.isEmpty();
  }

  /** Whether this place and the outer one have an array between them. */
  boolean inItemOf(FieldScope outer) {
    return arrays.size() > outer.arrays.size();
  }

  /** Returns the place of a member. A member that may be an array counts as an array. */
  FieldScope member(String name, DeclaredField member) {
    List<String> further = plus(within, name);
    int depth = member.unknown() ? 1 : member.arrayDepth();
    if (depth == 0) {
      return new FieldScope(member, plus(path, name), arrays, further);
    }
    List<Array> more = new ArrayList<>(arrays);
    more.add(new Array(new FieldPath(further), depth, null));
    return new FieldScope(
        member, plus(plus(path, name), FieldPath.ANY), List.copyOf(more), List.of());
  }

  /** Returns the condition that one item of the innermost array matches the filter. */
  Filter anyItem(Filter filter) {
    return arrays.getLast().anyItem(filter);
  }

  /** Returns the filter as a condition on the entity. */
  Filter fromEntity(Filter filter) {
    Filter condition = filter;
    for (int i = arrays.size() - 1; i >= 0; i--) {
      condition = arrays.get(i).anyItem(condition);
    }
    return condition;
  }

  private static List<String> plus(List<String> path, String name) {
    List<String> longer = new ArrayList<>(path);
    longer.add(name);
    return List.copyOf(longer);
  }
}

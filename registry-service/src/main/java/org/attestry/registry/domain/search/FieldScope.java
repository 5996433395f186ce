package org.attestry.registry.domain.search;

import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.types.DeclaredField;

/**
 * The place in an entity to which a part of a filter applies.
 *
 * @param field the declared field at this place
 * @param path the path from the entity, with {@code *} for each array
 * @param arrays the arrays on the path, the outermost first
 * @param within the path from the innermost of these arrays, or from the entity
 */
record FieldScope(DeclaredField field, List<String> path, List<Array> arrays, List<String> within) {

  /**
   * @param path the path from the enclosing array, or from the entity
   */
  record Array(FieldPath path, int depth) {}

  static FieldScope of(DeclaredField root) {
    return new FieldScope(root, List.of(), List.of(), List.of());
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
    more.add(new Array(new FieldPath(further), depth));
    return new FieldScope(
        member, plus(plus(path, name), FieldPath.ANY), List.copyOf(more), List.of());
  }

  /** Returns the condition that one item of the innermost array matches the filter. */
  Filter anyItem(Filter filter) {
    Array last = arrays.get(arrays.size() - 1);
    return new Filter.AnyItem(last.path(), last.depth(), filter);
  }

  /** Returns the filter as a condition on the entity. */
  Filter fromEntity(Filter filter) {
    Filter condition = filter;
    for (int i = arrays.size() - 1; i >= 0; i--) {
      condition = new Filter.AnyItem(arrays.get(i).path(), arrays.get(i).depth(), condition);
    }
    return condition;
  }

  private static List<String> plus(List<String> path, String name) {
    List<String> longer = new ArrayList<>(path);
    longer.add(name);
    return List.copyOf(longer);
  }
}

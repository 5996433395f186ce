package org.attestry.registry.domain.search;

import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.types.DeclaredField;

/**
 * Where in an entity a filter is being read.
 *
 * @param field what is declared here
 * @param path from the entity on, {@code *} where an array may lie
 * @param arrays the arrays on the way, the outermost first
 * @param within from the last of these arrays on
 */
record FieldScope(DeclaredField field, List<String> path, List<Array> arrays, List<String> within) {

  /**
   * @param path from the array before it on
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

  /** The place of a member. What may be an array counts as one. */
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

  /** A condition on the last array: one of its items matches. */
  Filter anyItem(Filter filter) {
    Array last = arrays.get(arrays.size() - 1);
    return new Filter.AnyItem(last.path(), last.depth(), filter);
  }

  /** The filter as a condition on the entity. */
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

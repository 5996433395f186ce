package org.attestry.registry.query;

import java.util.List;
import java.util.Set;
import org.attestry.registry.types.ScalarKind;

/**
 * One key of an order. Numbers come before texts, texts before booleans; missing values come last
 * in both directions.
 *
 * @param kinds the kinds of values that a property has; empty for other targets
 */
public record SortKey(Target target, Set<ScalarKind> kinds, boolean descending) {

  /** The order of a search that does not specify one. */
  public static final List<SortKey> OLDEST_FIRST =
      List.of(new SortKey(new Target.System(SystemField.CREATED_AT), Set.of(), false));
}

package org.attestry.registry.sql;

import java.util.List;
import org.attestry.registry.query.Comparison;

/** Comparisons of values of one SQL type. */
public final class OrderedSql {

  private OrderedSql() {}

  public static String condition(Comparison comparison, String left, List<String> right) {
    return switch (comparison) {
      case EQUAL ->
          right.size() == 1
              ? "%s = %s".formatted(left, right.get(0))
              : "%s IN (%s)".formatted(left, String.join(", ", right));
      case GREATER -> "%s > %s".formatted(left, right.get(0));
      case GREATER_OR_EQUAL -> "%s >= %s".formatted(left, right.get(0));
      case LESS -> "%s < %s".formatted(left, right.get(0));
      case LESS_OR_EQUAL -> "%s <= %s".formatted(left, right.get(0));
      case BETWEEN -> "(%1$s >= %2$s AND %1$s <= %3$s)".formatted(left, right.get(0), right.get(1));
      case CONTAINS, STARTS_WITH, ENDS_WITH, EXISTS ->
          throw new IllegalStateException(comparison + " is not in order");
    };
  }
}

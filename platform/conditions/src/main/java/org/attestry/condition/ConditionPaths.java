package org.attestry.condition;

import java.util.List;
import java.util.stream.Stream;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Operand;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;

/** Collects the paths in a condition. */
public final class ConditionPaths {

  private ConditionPaths() {}

  public static List<FieldPath> of(Condition condition, Side side) {
    return values(condition)
        .filter(values -> values.side() == side)
        .map(Values::path)
        .distinct()
        .toList();
  }

  private static Stream<Values> values(Condition condition) {
    return switch (condition) {
      case Condition.Always always -> Stream.empty();
      case Condition.And and -> and.all().stream().flatMap(ConditionPaths::values);
      case Condition.Or or -> or.any().stream().flatMap(ConditionPaths::values);
      case Condition.Not not -> values(not.condition());
      case Condition.Comparison compared ->
          Stream.of(compared.left(), compared.right()).flatMap(ConditionPaths::values);
    };
  }

  private static Stream<Values> values(Operand operand) {
    return operand instanceof Values values ? Stream.of(values) : Stream.empty();
  }
}

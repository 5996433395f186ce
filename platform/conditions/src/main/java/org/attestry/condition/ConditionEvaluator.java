package org.attestry.condition;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Literal;
import org.attestry.contracts.schema.Condition.Operand;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.runtime.fair.Budget;

/**
 * Evaluates a condition over the values of its paths. A comparison with a path that has no values
 * does not hold. No text counts as containing the empty text or as starting with it: a requester
 * who leaves a field empty must not satisfy every attestor.
 */
public final class ConditionEvaluator {

  private final Function<Values, BoundValues> binding;
  private final Budget budget;

  private ConditionEvaluator(Function<Values, BoundValues> binding, Budget budget) {
    this.binding = binding;
    this.budget = budget;
  }

  /**
   * @param binding returns the values of a path, once for each path
   * @param budget is spent in proportion to the values that are compared
   */
  public static ConditionEvaluator of(Function<Values, PathValues> binding, Budget budget) {
    Map<Values, BoundValues> bound = new HashMap<>();
    return ofBound(
        values ->
            bound.computeIfAbsent(values, wanted -> BoundValues.of(binding.apply(wanted), budget)),
        budget);
  }

  /** Returns an evaluator over prepared values. */
  static ConditionEvaluator ofBound(Function<Values, BoundValues> binding, Budget budget) {
    return new ConditionEvaluator(binding, budget);
  }

  public boolean holds(Condition condition) {
    budget.spend();
    return switch (condition) {
      case Condition.Always always -> true;
      case Condition.And and -> and.all().stream().allMatch(this::holds);
      case Condition.Or or -> or.any().stream().anyMatch(this::holds);
      case Condition.Not not -> !holds(not.condition());
      case Comparison comparison ->
          side(comparison.left())
              .compare(comparison.comparator(), side(comparison.right()), budget);
    };
  }

  private BoundValues side(Operand operand) {
    return switch (operand) {
      case Literal literal -> BoundValues.of(new Value(literal.text(), Value.Kind.LITERAL));
      case Values values -> binding.apply(values);
    };
  }
}

package org.attestry.condition;

import java.util.function.Function;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Literal;
import org.attestry.contracts.schema.Condition.Operand;
import org.attestry.contracts.schema.Condition.Values;

/**
 * Evaluates a condition over the values of its paths. A comparison with a path that has no values
 * does not hold. No text counts as containing the empty text or as starting with it: a requester
 * who leaves a field empty must not satisfy every attestor.
 */
public final class ConditionEvaluator {

  private final Function<Values, BoundValues> binding;

  private ConditionEvaluator(Function<Values, BoundValues> binding) {
    this.binding = binding;
  }

  /**
   * @param binding returns the values of a path
   */
  public static ConditionEvaluator of(Function<Values, PathValues> binding) {
    return new ConditionEvaluator(values -> BoundValues.of(binding.apply(values)));
  }

  /** Returns an evaluator over prepared values. */
  static ConditionEvaluator ofBound(Function<Values, BoundValues> binding) {
    return new ConditionEvaluator(binding);
  }

  public boolean holds(Condition condition) {
    return switch (condition) {
      case Condition.Always always -> true;
      case Condition.And and -> and.all().stream().allMatch(this::holds);
      case Condition.Or or -> or.any().stream().anyMatch(this::holds);
      case Condition.Not not -> !holds(not.condition());
      case Comparison comparison -> compare(comparison);
    };
  }

  private boolean compare(Comparison comparison) {
    BoundValues left = side(comparison.left());
    BoundValues right = side(comparison.right());
    return switch (comparison.comparator()) {
      case CONTAINS -> left.list() || right.list() ? left.equalsAny(right) : left.hasPartOf(right);
      case EQUALS -> left.equalsAny(right);
      case NOT_EQUALS -> left.differsFromAny(right);
      case EQUALS_IGNORE_CASE -> left.equalsAnyIgnoringCase(right);
      case STARTS_WITH -> left.startsWithAny(right);
      case LESS -> left.isLessThanAny(right);
      case GREATER -> right.isLessThanAny(left);
    };
  }

  private BoundValues side(Operand operand) {
    return switch (operand) {
      case Literal literal -> BoundValues.of(new Value(literal.text(), Value.Kind.LITERAL));
      case Values values -> binding.apply(values);
    };
  }
}

package org.attestry.runtime.condition;

import java.util.function.Function;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Literal;
import org.attestry.contracts.schema.Condition.Operand;
import org.attestry.contracts.schema.Condition.Values;

/**
 * Says whether a condition holds over values that are bound to its paths. A path that finds nothing
 * compares with nothing, so that a comparison with it does not hold. The empty text is contained in
 * nothing and starts nothing: a requester who leaves a field empty does not thereby suit everybody.
 */
public final class Evaluation {

  private final Function<Values, BoundValues> binding;

  private Evaluation(Function<Values, BoundValues> binding) {
    this.binding = binding;
  }

  /**
   * @param binding what each path found
   */
  public static Evaluation of(Function<Values, Found> binding) {
    return new Evaluation(values -> BoundValues.of(binding.apply(values)));
  }

  /** The same for values that are at hand already. */
  static Evaluation ofBound(Function<Values, BoundValues> binding) {
    return new Evaluation(binding);
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

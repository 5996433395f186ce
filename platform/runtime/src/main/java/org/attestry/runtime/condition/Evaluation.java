package org.attestry.runtime.condition;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
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

  private final Function<Values, Found> binding;

  /**
   * @param binding what each path found
   */
  public Evaluation(Function<Values, Found> binding) {
    this.binding = binding;
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
    Side left = side(comparison.left());
    Side right = side(comparison.right());
    if (comparison.comparator() == Comparator.CONTAINS) {
      return left.list() || right.list()
          ? left.anyPair(right, Value::equalTo)
          : left.anyPair(right, Evaluation::isSubstring);
    }
    return left.anyPair(right, test(comparison.comparator()));
  }

  private static BiPredicate<Value, Value> test(Comparator comparator) {
    return switch (comparator) {
      case CONTAINS -> Evaluation::isSubstring;
      case EQUALS -> Value::equalTo;
      case NOT_EQUALS -> (left, right) -> !left.equalTo(right);
      case EQUALS_IGNORE_CASE -> (left, right) -> left.text().equalsIgnoreCase(right.text());
      case STARTS_WITH ->
          (left, right) -> !right.text().isEmpty() && left.text().startsWith(right.text());
      case LESS -> (left, right) -> sign(left.comparedTo(right)) < 0;
      case GREATER -> (left, right) -> sign(left.comparedTo(right)) > 0;
    };
  }

  private static boolean isSubstring(Value whole, Value part) {
    return !part.text().isEmpty() && whole.text().contains(part.text());
  }

  private static int sign(Integer compared) {
    return compared == null ? 0 : compared;
  }

  private Side side(Operand operand) {
    return switch (operand) {
      case Literal literal ->
          new Side(false, List.of(new Value(literal.text(), Value.Kind.LITERAL)));
      case Values values -> {
        Found found = binding.apply(values);
        yield new Side(found.list(), found.values().stream().map(Value::of).toList());
      }
    };
  }

  private record Side(boolean list, List<Value> values) {

    boolean anyPair(Side other, BiPredicate<Value, Value> test) {
      return values.stream()
          .anyMatch(mine -> other.values.stream().anyMatch(theirs -> test.test(mine, theirs)));
    }
  }
}

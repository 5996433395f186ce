package org.attestry.condition;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.condition.Value.Kind;

/**
 * The distinct values on one side of a comparison. A comparison of two sides holds if it holds for
 * any pair of their values. Where possible it is computed with sets and sorted sets, not pair by
 * pair.
 *
 * @param list whether the side is a list, even a list of one value
 */
record BoundValues(boolean list, List<Value> values) {

  BoundValues {
    values = values.stream().distinct().toList();
  }

  static BoundValues of(PathValues found) {
    return new BoundValues(found.list(), found.values().stream().map(Value::of).toList());
  }

  static BoundValues of(Value value) {
    return new BoundValues(false, List.of(value));
  }

  /**
   * Whether any pair of values is equal by {@link Value#equalTo}: values with the same text are
   * equal, and so are numbers, or a number and a literal, with the same value.
   */
  boolean equalsAny(BoundValues other) {
    return sharesText(other, Value::text)
        || sharesNumber(other, Kind.NUMBER, Kind.NUMBER)
        || sharesNumber(other, Kind.NUMBER, Kind.LITERAL)
        || sharesNumber(other, Kind.LITERAL, Kind.NUMBER);
  }

  /**
   * Whether any pair of values differs. The search is short, because at most a few distinct values
   * are equal to each other.
   */
  boolean differsFromAny(BoundValues other) {
    return values.stream()
        .anyMatch(mine -> other.values.stream().anyMatch(theirs -> !mine.equalTo(theirs)));
  }

  boolean equalsAnyIgnoringCase(BoundValues other) {
    return sharesText(other, Value::withoutCase);
  }

  /** Whether one of the values contains the text of a value of the other side. */
  boolean hasPartOf(BoundValues other) {
    return values.stream()
        .anyMatch(mine -> other.values.stream().anyMatch(theirs -> mine.hasPart(theirs.text())));
  }

  /**
   * Whether one of the values starts with the text of a value of the other side. A prefix that
   * starts with a shorter prefix is redundant and left out.
   */
  boolean startsWithAny(BoundValues other) {
    TreeSet<String> prefixes = new TreeSet<>();
    for (String text : new TreeSet<>(other.values.stream().map(Value::text).toList())) {
      boolean covered = !prefixes.isEmpty() && text.startsWith(prefixes.last());
      if (!text.isEmpty() && !covered) {
        prefixes.add(text);
      }
    }
    return values.stream()
        .map(Value::text)
        .anyMatch(
            text -> {
              String nearest = prefixes.floor(text);
              return nearest != null && text.startsWith(nearest);
            });
  }

  /**
   * Whether one of the values is less than a value of the other side. A number is compared by value
   * with a number or with a numeric text. Two texts are compared as numbers if both are numeric,
   * else by their characters. A number and any other text are not comparable.
   */
  boolean isLessThanAny(BoundValues other) {
    return isLess(this, other, Value::isNumeric, Value::isNumeric, Value::number)
        || isLess(this, other, Value::isNoNumber, Value::mayBeText, Value::text)
        || isLess(this, other, Value::mayBeText, Value::isNoNumber, Value::text);
  }

  private static <T extends Comparable<T>> boolean isLess(
      BoundValues one,
      BoundValues other,
      Predicate<Value> ofOne,
      Predicate<Value> ofOther,
      Function<Value, T> as) {
    Comparator<T> order = Comparator.naturalOrder();
    T least = one.values.stream().filter(ofOne).map(as).min(order).orElse(null);
    T most = other.values.stream().filter(ofOther).map(as).max(order).orElse(null);
    return least != null && most != null && least.compareTo(most) < 0;
  }

  private boolean sharesText(BoundValues other, Function<Value, String> as) {
    Set<String> theirs =
        other.values.stream().map(as).collect(Collectors.toCollection(HashSet::new));
    return values.stream().map(as).anyMatch(theirs::contains);
  }

  private boolean sharesNumber(BoundValues other, Kind mine, Kind theirs) {
    Set<BigDecimal> numbers = other.numbers(theirs).collect(Collectors.toCollection(TreeSet::new));
    return !numbers.isEmpty() && numbers(mine).anyMatch(numbers::contains);
  }

  private Stream<BigDecimal> numbers(Kind kind) {
    return values.stream()
        .filter(value -> value.kind() == kind && value.isNumeric())
        .map(Value::number);
  }
}

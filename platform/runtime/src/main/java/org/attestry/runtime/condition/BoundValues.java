package org.attestry.runtime.condition;

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
import org.attestry.runtime.condition.Value.Kind;

/**
 * The values on one side of a comparison. A comparison of two sides holds where it holds for any
 * pair of their values; but it looks at no pairs, and takes as long as it takes to look at the
 * values, or to sort them.
 *
 * @param list whether it is a list, even of one
 */
record BoundValues(boolean list, List<Value> values) {

  BoundValues {
    values = values.stream().distinct().toList();
  }

  static BoundValues of(Found found) {
    return new BoundValues(found.list(), found.values().stream().map(Value::of).toList());
  }

  static BoundValues of(Value value) {
    return new BoundValues(false, List.of(value));
  }

  /** As {@link Value#equalTo}: values of one text are equal, and some of one number. */
  boolean equalsAny(BoundValues other) {
    return sharesText(other, Value::text)
        || sharesNumber(other, Kind.NUMBER, Kind.NUMBER)
        || sharesNumber(other, Kind.NUMBER, Kind.LITERAL)
        || sharesNumber(other, Kind.LITERAL, Kind.NUMBER);
  }

  /**
   * Values that are equal to one another are few, once those that are the same are one: so a pair
   * that is not is soon found.
   */
  boolean differsFromAny(BoundValues other) {
    return values.stream()
        .anyMatch(mine -> other.values.stream().anyMatch(theirs -> !mine.equalTo(theirs)));
  }

  boolean equalsAnyIgnoringCase(BoundValues other) {
    return sharesText(other, Value::withoutCase);
  }

  /** Whether one of the values has a text of the other side within. */
  boolean hasPartOf(BoundValues other) {
    return values.stream()
        .anyMatch(mine -> other.values.stream().anyMatch(theirs -> mine.hasPart(theirs.text())));
  }

  /** Of the beginnings that are asked for, only those matter that have no other at their begin. */
  boolean startsWithAny(BoundValues other) {
    TreeSet<String> beginnings = new TreeSet<>();
    for (String text : new TreeSet<>(other.values.stream().map(Value::text).toList())) {
      boolean further = !beginnings.isEmpty() && text.startsWith(beginnings.last());
      if (!text.isEmpty() && !further) {
        beginnings.add(text);
      }
    }
    return values.stream()
        .map(Value::text)
        .anyMatch(
            text -> {
              String nearest = beginnings.floor(text);
              return nearest != null && text.startsWith(nearest);
            });
  }

  /**
   * Numbers compare with what is or reads as one, by value; texts with texts, by their characters
   * unless both read as numbers. A number does not compare with what is none.
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

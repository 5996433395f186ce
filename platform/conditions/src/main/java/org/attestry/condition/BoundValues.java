package org.attestry.condition;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.condition.Value.Kind;
import org.attestry.contracts.schema.Condition;
import org.attestry.runtime.fair.Budget;

/**
 * The distinct values on one side of a comparison. A comparison of two sides holds if it holds for
 * any pair of their values. Where possible it is computed with sets and extremes, not pair by pair;
 * these are kept for further comparisons. Used by one thread at a time.
 */
final class BoundValues {

  /** The steps of reading a path, and of each value at it. */
  private static final int STEPS_OF_PATH = 10;

  private static final int STEPS_OF_VALUE = 10;

  /** The characters that are read, or searched, in one step. */
  private static final int CHARACTERS = 8;

  private final boolean list;
  private final List<Value> values;
  private final long characters;
  private Set<String> texts;
  private Set<String> withoutCase;
  private Set<BigDecimal> numbers;
  private Set<BigDecimal> literals;
  private NavigableSet<String> prefixes;
  private Range<BigDecimal> numeric;
  private Range<String> notNumeric;
  private Range<String> mayBeText;

  private BoundValues(boolean list, Stream<Value> values) {
    this.list = list;
    this.values = values.distinct().toList();
    this.characters = this.values.stream().mapToLong(value -> value.text().length()).sum();
  }

  /** The least and the most of some values; null if there is none. */
  private record Range<T extends Comparable<T>>(T least, T most) {

    static <T extends Comparable<T>> Range<T> of(Set<T> values) {
      Comparator<T> order = Comparator.naturalOrder();
      return new Range<>(
          values.stream().min(order).orElse(null), values.stream().max(order).orElse(null));
    }

    boolean isLess(Range<T> other) {
      return least != null && other.most != null && least.compareTo(other.most) < 0;
    }
  }

  static BoundValues of(PathValues found, Budget budget) {
    return new BoundValues(found.list(), values(found, budget));
  }

  static BoundValues of(Value value) {
    return new BoundValues(false, Stream.of(value));
  }

  /** Returns the values of several documents, which are all lists, or all single values. */
  static BoundValues all(boolean list, List<Value> values) {
    return new BoundValues(list, values.stream());
  }

  static Stream<Value> values(PathValues found, Budget budget) {
    budget.spend(STEPS_OF_PATH);
    return found.values().stream()
        .map(
            scalar -> {
              Value value = Value.of(scalar);
              budget.spend(STEPS_OF_VALUE + value.text().length() / CHARACTERS);
              return value;
            });
  }

  /** Whether the comparison holds, with this as its left side. */
  boolean compare(Condition.Comparator comparator, BoundValues right, Budget budget) {
    boolean parts = comparator == Condition.Comparator.CONTAINS && !list && !right.list;
    budget.spend(1 + steps(comparator, right));
    return switch (comparator) {
      case CONTAINS -> parts ? hasPartOf(right, budget) : equalsAny(right);
      case EQUALS -> equalsAny(right);
      case NOT_EQUALS -> differsFromAny(right);
      case EQUALS_IGNORE_CASE -> meet(withoutCase(), right.withoutCase());
      case STARTS_WITH -> startsWithAny(right);
      case LESS -> isLessThanAny(right);
      case GREATER -> right.isLessThanAny(this);
    };
  }

  private long steps(Condition.Comparator comparator, BoundValues right) {
    return switch (comparator) {
      case CONTAINS, EQUALS, EQUALS_IGNORE_CASE -> Math.min(values.size(), right.values.size());
      case STARTS_WITH -> STEPS_OF_VALUE * values.size() + characters / CHARACTERS;
      case NOT_EQUALS, LESS, GREATER -> 0;
    };
  }

  /**
   * Whether any pair of values is equal by {@link Value#equalTo}: values with the same text are
   * equal, and so are numbers, or a number and a literal, with the same value.
   */
  private boolean equalsAny(BoundValues other) {
    return meet(texts(), other.texts())
        || meet(numbers(), other.numbers())
        || meet(numbers(), other.literals())
        || meet(literals(), other.numbers());
  }

  /**
   * Whether any pair of values differs. The search is short, because at most a few distinct values
   * are equal to each other.
   */
  private boolean differsFromAny(BoundValues other) {
    return values.stream()
        .anyMatch(mine -> other.values.stream().anyMatch(theirs -> !mine.equalTo(theirs)));
  }

  /** Whether one of the values contains the text of a value of the other side. */
  private boolean hasPartOf(BoundValues other, Budget budget) {
    return other.values.stream()
        .map(Value::text)
        .anyMatch(
            part ->
                (!part.isEmpty() && texts().contains(part))
                    || values.stream().anyMatch(mine -> hasPart(mine, part, budget)));
  }

  private static boolean hasPart(Value value, String part, Budget budget) {
    budget.spend(1 + (value.text().length() + part.length()) / CHARACTERS);
    return value.hasPart(part);
  }

  /** Whether one of the values starts with the text of a value of the other side. */
  private boolean startsWithAny(BoundValues other) {
    return texts().stream()
        .anyMatch(
            text -> {
              String nearest = other.prefixes().floor(text);
              return nearest != null && text.startsWith(nearest);
            });
  }

  /**
   * Whether one of the values is less than a value of the other side. A number is compared by value
   * with a number or with a numeric text. Two texts are compared as numbers if both are numeric,
   * else by their characters. A number and any other text are not comparable.
   */
  private boolean isLessThanAny(BoundValues other) {
    return numeric().isLess(other.numeric())
        || notNumeric().isLess(other.mayBeText())
        || mayBeText().isLess(other.notNumeric());
  }

  private static <T> boolean meet(Set<T> one, Set<T> other) {
    Set<T> larger = one.size() < other.size() ? other : one;
    for (T value : larger == one ? other : one) {
      if (larger.contains(value)) {
        return true;
      }
    }
    return false;
  }

  private Set<String> texts() {
    if (texts == null) {
      texts = set(value -> true, Value::text);
    }
    return texts;
  }

  private Set<String> withoutCase() {
    if (withoutCase == null) {
      withoutCase = set(value -> true, Value::withoutCase);
    }
    return withoutCase;
  }

  private Set<BigDecimal> numbers() {
    if (numbers == null) {
      numbers = byValue(Kind.NUMBER);
    }
    return numbers;
  }

  private Set<BigDecimal> literals() {
    if (literals == null) {
      literals = byValue(Kind.LITERAL);
    }
    return literals;
  }

  /** Returns the texts, without the empty one and those that start with a shorter one. */
  private NavigableSet<String> prefixes() {
    if (prefixes == null) {
      prefixes = new TreeSet<>();
      for (String text : new TreeSet<>(texts())) {
        boolean covered = !prefixes.isEmpty() && text.startsWith(prefixes.last());
        if (!text.isEmpty() && !covered) {
          prefixes.add(text);
        }
      }
    }
    return prefixes;
  }

  private Range<BigDecimal> numeric() {
    if (numeric == null) {
      numeric = Range.of(set(Value::isNumeric, Value::number));
    }
    return numeric;
  }

  private Range<String> notNumeric() {
    if (notNumeric == null) {
      notNumeric = Range.of(set(Value::isNoNumber, Value::text));
    }
    return notNumeric;
  }

  private Range<String> mayBeText() {
    if (mayBeText == null) {
      mayBeText = Range.of(set(Value::mayBeText, Value::text));
    }
    return mayBeText;
  }

  private <T> Set<T> set(Predicate<Value> which, Function<Value, T> as) {
    return values.stream().filter(which).map(as).collect(Collectors.toCollection(HashSet::new));
  }

  /** Returns the numbers of a kind in a set in which those with the same value are equal. */
  private Set<BigDecimal> byValue(Kind kind) {
    Set<BigDecimal> found = set(value -> value.kind() == kind && value.isNumeric(), Value::number);
    return found.isEmpty() ? Collections.emptySet() : new TreeSet<>(found);
  }
}

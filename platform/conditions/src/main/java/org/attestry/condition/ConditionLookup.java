package org.attestry.condition;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.runtime.fair.Budget;

/**
 * Turns a condition into a lookup by keys. Requesters are stored under keys and looked up by the
 * keys of an attestor; if the condition holds, the two sets of keys intersect. A condition has a
 * lookup if it can hold only when some comparison of an attestor's path with a requester's path, by
 * equality or containment, holds.
 */
public final class ConditionLookup {

  /**
   * The most keys of a requester; a requester with more is stored under {@link LookupKey#ANY}
   * instead.
   */
  static final int MOST_OF_REQUESTER = 1_000;

  /**
   * The most keys of an attestor; with more it is faster to evaluate the condition for all
   * requesters.
   */
  static final int MOST_OF_ATTESTOR = 10_000;

  /**
   * The longest text for which a requester has a key of the kind PART; each further length would
   * cost a lookup.
   */
  static final int LONGEST_PART = 200;

  /** The steps of reading a path, and of hashing a short text. */
  private static final int STEPS_OF_KEY = 10;

  /** The characters that are hashed in one step. */
  private static final int CHARACTERS_HASHED = 8;

  private static final char TEXT = 't';
  private static final char NUMBER = 'n';
  private static final char SINGLE_TEXT = 'T';
  private static final char SINGLE_NUMBER = 'N';
  private static final char WITHOUT_CASE = 'i';
  private static final char PART = 'p';

  private final List<Term> terms;
  private final boolean exact;

  private ConditionLookup(List<Term> terms, boolean exact) {
    this.terms = terms;
    this.exact = exact;
  }

  /**
   * A comparison; {@code attestorHolds} is whether the attestor's side is the left one, which in a
   * containment contains the other.
   */
  private record Term(
      Comparator comparator, FieldPath attestor, FieldPath requester, boolean attestorHolds) {

    boolean containment() {
      return comparator == Comparator.CONTAINS;
    }

    boolean comparesParts() {
      return containment() && attestorHolds;
    }
  }

  /** Returns the lookup of a condition, if it has one. */
  public static Optional<ConditionLookup> of(Condition condition) {
    List<Term> terms = terms(condition);
    return terms.isEmpty()
        ? Optional.empty()
        : Optional.of(new ConditionLookup(terms, isAlternatives(condition)));
  }

  /**
   * Whether a common key other than {@link LookupKey#ANY} proves that the condition holds. If not,
   * the condition must be evaluated.
   */
  public boolean exact() {
    return exact;
  }

  /** Whether an attestor's keys depend on the lengths of the requesters' keys. */
  public boolean comparesParts() {
    return terms.stream().anyMatch(Term::comparesParts);
  }

  /**
   * Returns the keys under which a requester is stored; only {@link LookupKey#ANY} if there are too
   * many.
   */
  public Set<LookupKey> ofRequester(Function<FieldPath, PathValues> requester) {
    LookupKeys keys = new LookupKeys(MOST_OF_REQUESTER);
    for (int i = 0; i < terms.size(); i++) {
      PathValues found = requester.apply(terms.get(i).requester());
      for (JsonNode scalar : found.values()) {
        addOfRequester(terms.get(i), i, Value.of(scalar), found.list(), keys);
        if (keys.tooMany()) {
          return Set.of(LookupKey.ANY);
        }
      }
    }
    return keys.all();
  }

  private static void addOfRequester(
      Term term, int number, Value value, boolean list, LookupKeys keys) {
    if (term.comparator() == Comparator.EQUALS_IGNORE_CASE) {
      keys.add(number, WITHOUT_CASE, 0, value.withoutCase());
      return;
    }
    boolean single = term.containment() && !list;
    addEqual(number, value, single, keys);
    int length = value.text().length();
    if (single && (!term.attestorHolds() || length > LONGEST_PART)) {
      keys.addAny();
    } else if (single && length > 0) {
      keys.add(number, PART, length, value.text());
    }
  }

  /**
   * Returns the keys to look up for an attestor; empty if there are too many, in which case the
   * condition must be evaluated for all requesters.
   *
   * @param lengths the lengths of the texts in the requesters' keys
   * @param budget is spent in proportion to the values that are read and hashed
   */
  public Optional<Set<LookupKey>> ofAttestor(
      AttestorValues attestor, Set<Integer> lengths, Budget budget) {
    NavigableSet<Integer> ordered = new TreeSet<>(lengths);
    LookupKeys keys = new LookupKeys(MOST_OF_ATTESTOR);
    keys.addAny();
    for (JsonNode record : attestor.documents(attestorPaths()).all()) {
      for (int i = 0; i < terms.size(); i++) {
        PathValues found = PathValues.in(record, terms.get(i).attestor());
        budget.spend(STEPS_OF_KEY);
        for (JsonNode scalar : found.values()) {
          Value value = Value.of(scalar);
          budget.spend(steps(terms.get(i), value, found.list(), ordered));
          addOfAttestor(terms.get(i), i, value, found.list(), ordered, keys);
          if (keys.tooMany()) {
            return Optional.empty();
          }
        }
      }
    }
    return Optional.of(keys.all());
  }

  /** Returns the steps of hashing a value of an attestor. */
  private static long steps(Term term, Value value, boolean list, NavigableSet<Integer> lengths) {
    int length = value.text().length();
    long parts =
        term.comparesParts() && !list ? (long) lengths.headSet(length, true).size() * length : 0;
    return STEPS_OF_KEY * (1 + Math.min(parts, LookupKeys.MOST_TEXTS)) + length / CHARACTERS_HASHED;
  }

  private List<FieldPath> attestorPaths() {
    return terms.stream().map(Term::attestor).toList();
  }

  private static void addOfAttestor(
      Term term,
      int number,
      Value value,
      boolean list,
      NavigableSet<Integer> lengths,
      LookupKeys keys) {
    if (term.comparator() == Comparator.EQUALS_IGNORE_CASE) {
      keys.add(number, WITHOUT_CASE, 0, value.withoutCase());
      return;
    }
    addEqual(number, value, false, keys);
    if (term.containment() && list) {
      addEqual(number, value, true, keys);
    }
    if (term.comparesParts() && !list) {
      addParts(number, value.text(), lengths, keys);
    }
  }

  private static void addParts(
      int number, String text, NavigableSet<Integer> lengths, LookupKeys keys) {
    for (int length : lengths.headSet(text.length(), true)) {
      for (int at = 0; length > 0 && at + length <= text.length() && !keys.tooMany(); at++) {
        keys.add(number, PART, length, text.substring(at, at + length));
      }
    }
  }

  /** Adds the keys of a value for equality: one by text and, for a number, one by value. */
  private static void addEqual(int number, Value value, boolean single, LookupKeys keys) {
    keys.add(number, single ? SINGLE_TEXT : TEXT, 0, value.text());
    BigDecimal numeric = value.kind() == Value.Kind.NUMBER ? value.number() : null;
    if (numeric != null) {
      String text = numeric.stripTrailingZeros().toPlainString();
      keys.add(number, single ? SINGLE_NUMBER : NUMBER, 0, text);
    }
  }

  /**
   * Returns the terms of a condition, or none if it has no lookup: each operand of an OR needs a
   * term; for an AND one operand with terms is enough.
   */
  private static List<Term> terms(Condition condition) {
    return switch (condition) {
      case Condition.Always always -> List.of();
      case Condition.Not not -> List.of();
      case Condition.And and ->
          and.all().stream()
              .map(ConditionLookup::terms)
              .filter(found -> !found.isEmpty())
              .findFirst()
              .orElse(List.of());
      case Condition.Or or -> alternatives(or);
      case Comparison comparison -> term(comparison);
    };
  }

  private static List<Term> alternatives(Condition.Or or) {
    List<Term> all = new ArrayList<>();
    for (Condition one : or.any()) {
      List<Term> terms = terms(one);
      if (terms.isEmpty()) {
        return List.of();
      }
      all.addAll(terms);
    }
    return all;
  }

  private static List<Term> term(Comparison comparison) {
    boolean lookedUp =
        switch (comparison.comparator()) {
          case EQUALS, EQUALS_IGNORE_CASE, CONTAINS -> true;
          case NOT_EQUALS, STARTS_WITH, LESS, GREATER -> false;
        };
    if (!lookedUp
        || !(comparison.left() instanceof Values left)
        || !(comparison.right() instanceof Values right)
        || left.side() == right.side()) {
      return List.of();
    }
    boolean attestorHolds = left.side() == Side.ATTESTOR;
    return List.of(
        new Term(
            comparison.comparator(),
            attestorHolds ? left.path() : right.path(),
            attestorHolds ? right.path() : left.path(),
            attestorHolds));
  }

  /** Whether the condition holds if and only if one of its terms holds. */
  private static boolean isAlternatives(Condition condition) {
    return switch (condition) {
      case Comparison comparison -> true;
      case Condition.Or or -> or.any().stream().allMatch(ConditionLookup::isAlternatives);
      default -> false;
    };
  }
}

package org.attestry.registry.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An operator of the interface. A negated operator matches exactly where its opposite does not,
 * also for missing values. A new operator needs one line here; a new comparison does not compile
 * until each switch handles it.
 *
 * @param negated whether the operator is the opposite of its comparison
 * @param ignoreCase whether texts compare in lower case
 * @param arity the number of values that the operator takes
 */
record Operator(
    String name, Comparison comparison, boolean negated, boolean ignoreCase, Arity arity) {

  /** The number of values that an operator takes. */
  enum Arity {
    ONE,
    TWO,
    SOME,
    TRUTH
  }

  private static final String IGNORE_CASE = "IgnoreCase";
  private static final Map<String, Operator> ALL = new LinkedHashMap<>();

  static {
    both("eq", "neq", Comparison.EQUAL, Arity.ONE);
    add("gt", Comparison.GREATER, false, Arity.ONE);
    add("gte", Comparison.GREATER_OR_EQUAL, false, Arity.ONE);
    add("lt", Comparison.LESS, false, Arity.ONE);
    add("lte", Comparison.LESS_OR_EQUAL, false, Arity.ONE);
    add("between", Comparison.BETWEEN, false, Arity.TWO);
    both("in", "nin", Comparison.EQUAL, Arity.SOME);
    add("or", Comparison.EQUAL, false, Arity.SOME);
    both("contains", "notContains", Comparison.CONTAINS, Arity.ONE);
    both("startsWith", "notStartsWith", Comparison.STARTS_WITH, Arity.ONE);
    both("endsWith", "notEndsWith", Comparison.ENDS_WITH, Arity.ONE);
    ALL.put("exists", new Operator("exists", Comparison.EXISTS, false, false, Arity.TRUTH));
  }

  private static void both(String name, String opposite, Comparison comparison, Arity arity) {
    add(name, comparison, false, arity);
    add(opposite, comparison, true, arity);
  }

  private static void add(String name, Comparison comparison, boolean negated, Arity arity) {
    ALL.put(name, new Operator(name, comparison, negated, false, arity));
    String ignoring = name + IGNORE_CASE;
    ALL.put(ignoring, new Operator(ignoring, comparison, negated, true, arity));
  }

  static Optional<Operator> named(String name) {
    return Optional.ofNullable(ALL.get(name));
  }

  /**
   * Returns the names of the operators. Each except {@code exists} may have the suffix {@code
   * IgnoreCase}.
   */
  static List<String> names() {
    return ALL.keySet().stream().filter(name -> !name.endsWith(IGNORE_CASE)).toList();
  }
}

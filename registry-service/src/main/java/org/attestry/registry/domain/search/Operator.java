package org.attestry.registry.domain.search;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An operator of the interface. A negated one holds exactly where its opposite does not, over
 * missing values too.
 *
 * @param negated whether it is the opposite of its comparison
 * @param ignoreCase whether texts compare in lower case
 * @param operand how many values it takes
 */
record Operator(
    String name, Comparison comparison, boolean negated, boolean ignoreCase, Operand operand) {

  /** How many values an operator takes. */
  enum Operand {
    ONE,
    TWO,
    SOME,
    TRUTH
  }

  private static final String IGNORE_CASE = "IgnoreCase";
  private static final Map<String, Operator> ALL = new LinkedHashMap<>();

  static {
    both("eq", "neq", Comparison.EQUAL, Operand.ONE);
    add("gt", Comparison.GREATER, false, Operand.ONE);
    add("gte", Comparison.GREATER_OR_EQUAL, false, Operand.ONE);
    add("lt", Comparison.LESS, false, Operand.ONE);
    add("lte", Comparison.LESS_OR_EQUAL, false, Operand.ONE);
    add("between", Comparison.BETWEEN, false, Operand.TWO);
    both("in", "nin", Comparison.EQUAL, Operand.SOME);
    add("or", Comparison.EQUAL, false, Operand.SOME);
    both("contains", "notContains", Comparison.CONTAINS, Operand.ONE);
    both("startsWith", "notStartsWith", Comparison.STARTS_WITH, Operand.ONE);
    both("endsWith", "notEndsWith", Comparison.ENDS_WITH, Operand.ONE);
    ALL.put("exists", new Operator("exists", Comparison.EXISTS, false, false, Operand.TRUTH));
  }

  private static void both(String name, String opposite, Comparison comparison, Operand operand) {
    add(name, comparison, false, operand);
    add(opposite, comparison, true, operand);
  }

  private static void add(String name, Comparison comparison, boolean negated, Operand operand) {
    ALL.put(name, new Operator(name, comparison, negated, false, operand));
    String ignoring = name + IGNORE_CASE;
    ALL.put(ignoring, new Operator(ignoring, comparison, negated, true, operand));
  }

  static Optional<Operator> named(String name) {
    return Optional.ofNullable(ALL.get(name));
  }

  /** Their names; each but {@code exists} may be followed by {@code IgnoreCase}. */
  static List<String> names() {
    return ALL.keySet().stream().filter(name -> !name.endsWith(IGNORE_CASE)).toList();
  }
}

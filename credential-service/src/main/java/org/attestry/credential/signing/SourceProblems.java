package org.attestry.credential.signing;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.Failure;
import org.attestry.runtime.json.JsonLocation;
import org.attestry.runtime.work.Budget;

/**
 * The faults of names and texts of an expanded document, with their places in its source: one walk
 * finds all.
 */
final class SourceProblems {

  private final Map<String, Problem> names = new LinkedHashMap<>();
  private final Map<String, Problem> texts = new LinkedHashMap<>();
  private final Map<BigDecimal, Problem> numbers = new LinkedHashMap<>();
  private final DocumentViolations violations;

  SourceProblems(DocumentViolations violations) {
    this.violations = violations;
  }

  private record Problem(String rule, String message) {}

  /** Something is wrong with the members of that name. */
  void name(String name, String rule, String message) {
    add(names, name, rule, message);
  }

  /** Something is wrong with the strings of that text. */
  void text(String text, String rule, String message) {
    add(texts, text, rule, message);
  }

  /** Something is wrong with the numbers of that value. */
  void number(BigDecimal number, String rule, String message) {
    add(numbers, number.stripTrailingZeros(), rule, message);
  }

  private <K> void add(Map<K, Problem> to, K key, String rule, String message) {
    if (to.size() < Failure.MOST_VIOLATIONS) {
      to.putIfAbsent(key, new Problem(rule, message));
    } else if (!to.containsKey(key)) {
      violations.add(rule, message);
    }
  }

  /** Adds a violation for each place, or for the document where no place is found. */
  void locate(JsonNode source, Budget budget) {
    if (names.isEmpty() && texts.isEmpty() && numbers.isEmpty()) {
      return;
    }
    Set<Problem> located = new HashSet<>();
    SourceLocations.visit(
        source,
        budget,
        (member, value, place) -> {
          report(names.get(member), place, located);
          report(value.isTextual() ? texts.get(value.textValue()) : null, place, located);
          report(value.isNumber() ? of(value.decimalValue()) : null, place, located);
        });
    names.values().forEach(problem -> reportWhole(problem, located));
    texts.values().forEach(problem -> reportWhole(problem, located));
    numbers.values().forEach(problem -> reportWhole(problem, located));
  }

  private Problem of(BigDecimal number) {
    return numbers.isEmpty() ? null : numbers.get(number.stripTrailingZeros());
  }

  private void report(Problem problem, JsonLocation place, Set<Problem> located) {
    if (problem != null) {
      located.add(problem);
      violations.add(place, problem.rule(), problem.message());
    }
  }

  private void reportWhole(Problem problem, Set<Problem> located) {
    if (!located.contains(problem)) {
      violations.add(problem.rule(), problem.message());
    }
  }
}

package org.attestry.schema.document;

import org.attestry.contracts.ListedViolations;
import org.attestry.contracts.Violation;
import org.attestry.runtime.fair.Budget;

/**
 * The violations and warnings of one check, with pointers into the document, and its budget. The
 * first 100 of each kind are kept, the others only counted. Used by one thread.
 */
public final class Findings {

  private static final int LONGEST_MESSAGE = 1_000;

  private final ListedViolations.Collector violations = new ListedViolations.Collector();
  private final ListedViolations.Collector warnings = new ListedViolations.Collector();
  private final SpellingSuggestions spelling = new SpellingSuggestions();
  private final Budget budget;

  /**
   * @param budget the budget of the check
   */
  public Findings(Budget budget) {
    this.budget = budget;
  }

  public Budget budget() {
    return budget;
  }

  /** Returns the spelling suggestions, whose effort is limited for the whole check. */
  public SpellingSuggestions spelling() {
    return spelling;
  }

  /** Adds a violation: the document cannot be published. */
  public void refuse(String pointer, String rule, String message) {
    violations.add(new Violation(pointer, rule, shortened(message)));
  }

  /** Adds the violations of a value under another rule. */
  public void refuseAll(ListedViolations found, String rule) {
    found.listed().forEach(one -> refuse(one.pointer(), rule, one.message()));
    violations.count(found.more());
  }

  /**
   * Adds a warning about a value that is accepted but has no effect, or that is likely a mistake.
   */
  public void warn(String pointer, String rule, String message) {
    warnings.add(new Violation(pointer, rule, shortened(message)));
  }

  public boolean refused() {
    return !violations.isEmpty();
  }

  public ListedViolations violations() {
    return violations.all();
  }

  public ListedViolations warnings() {
    return warnings.all();
  }

  /** Returns the violations, followed by the warnings. */
  public ListedViolations all() {
    return violations().and(warnings());
  }

  private static String shortened(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, message.offsetByCodePoints(0, LONGEST_MESSAGE / 2)) + "…";
  }
}

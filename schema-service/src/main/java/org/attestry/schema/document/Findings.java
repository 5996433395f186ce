package org.attestry.schema.document;

import org.attestry.contracts.Violation;
import org.attestry.runtime.work.Budget;

/**
 * The violations and warnings of one check, with pointers into the document, and its budget. The
 * first 100 of each kind are kept, the others only counted. Used by one thread.
 */
public final class Findings {

  private final Remarks.Collector violations = new Remarks.Collector();
  private final Remarks.Collector warnings = new Remarks.Collector();
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
    violations.add(new Violation(pointer, rule, message));
  }

  /** Counts violations that are not listed. */
  public void refuseOthers(int count) {
    violations.count(count);
  }

  /**
   * Adds a warning about a value that is accepted but has no effect, or that is likely a mistake.
   */
  public void warn(String pointer, String rule, String message) {
    warnings.add(new Violation(pointer, rule, message));
  }

  public boolean refused() {
    return !violations.all().isEmpty();
  }

  public Remarks violations() {
    return violations.all();
  }

  public Remarks warnings() {
    return warnings.all();
  }

  /** Returns the violations, followed by the warnings. */
  public Remarks all() {
    return violations().and(warnings());
  }
}

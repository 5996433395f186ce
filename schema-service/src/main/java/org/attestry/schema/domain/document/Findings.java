package org.attestry.schema.domain.document;

import org.attestry.contracts.Violation;
import org.attestry.runtime.work.Budget;

/**
 * The violations and warnings of one check, with pointers into the document, and its budget. The
 * first 100 of each are kept, the others counted. Used by one thread.
 */
public final class Findings {

  private final Remarks.Collector violations = new Remarks.Collector();
  private final Remarks.Collector warnings = new Remarks.Collector();
  private final SpellingSuggestions spelling = new SpellingSuggestions();
  private final Budget budget;

  /**
   * @param budget of the check
   */
  public Findings(Budget budget) {
    this.budget = budget;
  }

  public Budget budget() {
    return budget;
  }

  /** Spelling suggestions, whose effort is limited for the whole check. */
  public SpellingSuggestions spelling() {
    return spelling;
  }

  /** Adds a violation: the document cannot be published. */
  public void refuse(String pointer, String rule, String message) {
    violations.add(new Violation(pointer, rule, message));
  }

  /** Adds violations that are counted only. */
  public void refuseOthers(int count) {
    violations.count(count);
  }

  /** Adds a warning: it is accepted without effect, or is likely a mistake. */
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

  /** Violations, then warnings. */
  public Remarks all() {
    return violations().and(warnings());
  }
}

package org.attestry.schema.domain.document;

import java.util.List;
import org.attestry.contracts.Violation;
import org.attestry.runtime.work.Budget;

/**
 * What a check of a schema document found, and what it may still spend. Pointers lead into the
 * document. Of violations and of warnings the first 100 are kept, the others counted. Used by one
 * check on one thread.
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

  /** What finds the words that were meant; it is one for the whole check, as its effort is. */
  public SpellingSuggestions spelling() {
    return spelling;
  }

  /** Something with which the document cannot be published. */
  public void refuse(String pointer, String rule, String message) {
    violations.add(new Violation(pointer, rule, message));
  }

  public void refuse(List<Violation> found) {
    found.forEach(violations::add);
  }

  /** Others beside those that were listed. */
  public void refuseOthers(int count) {
    violations.count(count);
  }

  /** Something that is accepted but is not acted on, or looks like a mistake. */
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

  /** Everything found, worst first. */
  public Remarks all() {
    return violations().and(warnings());
  }
}

package org.attestry.registry.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Supplier;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.JsonLocation;

/** One check of one document: its budget, its position and its violations. */
final class Validation {

  /** Documents have at most 64 levels; deeper checks come from schemas that refer to each other. */
  private static final int DEEPEST = 500;

  private final Budget budget;
  private Faults faults;
  private int depth;

  Validation(Budget budget, Faults faults) {
    this.budget = budget;
    this.faults = faults;
  }

  /**
   * @throws FailureException if the check would exceed its budget
   */
  void spend(long steps) {
    budget.spend(steps);
  }

  void enter() {
    budget.spend();
    depth++;
    if (depth > DEEPEST) {
      throw EntityValidator.tooComplex().exception();
    }
  }

  void leave() {
    depth--;
  }

  void fault(JsonLocation at, String rule, String message) {
    faults.add(at, rule, () -> message);
  }

  void fault(JsonLocation at, String rule, Supplier<String> message) {
    faults.add(at, rule, message);
  }

  boolean enough() {
    return faults.enough();
  }

  /** Whether a value is valid against a schema, without collecting violations. */
  boolean fits(CompiledSchema schema, JsonNode value, JsonLocation at) {
    Faults.Any any = new Faults.Any();
    within(any, schema, value, at);
    return !any.enough();
  }

  /**
   * Returns the innermost location that contains all faults of the value; null if the value is
   * valid.
   */
  JsonLocation fault(CompiledSchema schema, JsonNode value, JsonLocation at) {
    Faults.Common common = new Faults.Common(at);
    within(common, schema, value, at);
    return common.place();
  }

  /** Whether rules and messages of faults are kept, and not only their location. */
  boolean listsFaults() {
    return faults.areListed();
  }

  /** Returns all faults of the value. */
  Faults.Kept faults(CompiledSchema schema, JsonNode value, JsonLocation at) {
    Faults.Kept kept = new Faults.Kept();
    within(kept, schema, value, at);
    return kept;
  }

  /** Adds faults of {@link #faults(CompiledSchema, JsonNode, JsonLocation)}. */
  void addAll(Faults.Kept kept) {
    for (int i = 0; i < kept.count(); i++) {
      Faults.Kept.Fault fault = kept.first().get(Math.min(i, kept.first().size() - 1));
      faults.add(fault.at(), fault.rule(), fault.message());
    }
  }

  private void within(Faults inner, CompiledSchema schema, JsonNode value, JsonLocation at) {
    Faults outer = faults;
    faults = inner;
    schema.check(value, at, this);
    faults = outer;
  }
}

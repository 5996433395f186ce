package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Supplier;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.json.JsonLocation;
import org.attestry.runtime.work.Budget;

/** One check of one document: its budget, its position and its violations. */
final class Validation {

  /** Documents are 64 deep at most; what goes beyond are schemas that refer to one another. */
  private static final int DEEPEST = 500;

  private final Budget budget;
  private Faults faults;
  private int depth;

  Validation(Budget budget, Faults faults) {
    this.budget = budget;
    this.faults = faults;
  }

  /**
   * @throws FailureException when the check would cost more than it may
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

  /** The innermost place that has all faults of the value in it; null when it fits. */
  JsonLocation fault(CompiledSchema schema, JsonNode value, JsonLocation at) {
    Faults.Common common = new Faults.Common(at);
    within(common, schema, value, at);
    return common.place();
  }

  private void within(Faults inner, CompiledSchema schema, JsonNode value, JsonLocation at) {
    Faults outer = faults;
    faults = inner;
    schema.check(value, at, this);
    faults = outer;
  }
}

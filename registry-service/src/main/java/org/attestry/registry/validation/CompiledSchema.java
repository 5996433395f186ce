package org.attestry.registry.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.attestry.runtime.json.JsonLocation;

/** A compiled schema: the rules that a value must satisfy. */
final class CompiledSchema {

  /** The rule of one keyword. Values of types to which the keyword does not apply pass. */
  interface Rule {
    void check(JsonNode value, JsonLocation at, Validation check);
  }

  /** The schema that accepts every value. */
  static final CompiledSchema TRUE = new CompiledSchema();

  /** The schema that no value fits. */
  static final CompiledSchema FALSE = new CompiledSchema();

  static {
    FALSE.define(
        null,
        List.of((value, at, check) -> check.fault(at, "false", "The value is not allowed here.")));
  }

  private TypeRule type;
  private List<Rule> rules = List.of();

  /**
   * Sets the rules. Schemas may refer to each other, so the rules are set after all schemas are
   * created.
   */
  void define(TypeRule itsType, List<Rule> itsRules) {
    this.type = itsType;
    this.rules = List.copyOf(itsRules);
  }

  void check(JsonNode value, JsonLocation at, Validation check) {
    check.enter();
    if (type == null || type.accepts(value, at, check)) {
      for (Rule rule : rules) {
        if (check.enough()) {
          break;
        }
        check.spend(1);
        rule.check(value, at, check);
      }
    }
    check.leave();
  }
}

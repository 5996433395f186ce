package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.attestry.runtime.json.JsonLocation;

/** A schema, compiled: the rules that a value has to keep. */
final class CompiledSchema {

  /** The rule of one keyword; values of other types pass. */
  interface Rule {
    void check(JsonNode value, JsonLocation at, Validation check);
  }

  /** Accepts everything. */
  static final CompiledSchema TRUE = new CompiledSchema();

  /** A schema that no value fits. */
  static final CompiledSchema FALSE = new CompiledSchema();

  static {
    FALSE.define(
        null,
        List.of((value, at, check) -> check.fault(at, "false", "The value is not allowed here.")));
  }

  private TypeRule type;
  private List<Rule> rules = List.of();

  /** Sets the rules; schemas may refer to one another, so the rules are set after all are made. */
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

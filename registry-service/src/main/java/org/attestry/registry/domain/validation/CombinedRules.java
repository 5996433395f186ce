package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.attestry.registry.domain.validation.CompiledSchema.Rule;
import org.attestry.registry.domain.validation.SchemaCompiler.Parts;
import org.attestry.runtime.json.JsonLocation;

/**
 * Keywords that combine schemas. If none of the alternatives fits, that is one fault, however many
 * there are, at the innermost location that contains all their faults.
 */
final class CombinedRules {

  private CombinedRules() {}

  static List<Rule> of(JsonNode schema, Parts parts) {
    List<Rule> rules = new ArrayList<>();
    if (schema.path("allOf").isArray()) {
      rules.add(all(parts.all(schema.get("allOf")).stream().distinct().toList()));
    }
    if (schema.path("anyOf").isArray()) {
      rules.add(alternatives(parts.all(schema.get("anyOf")).stream().distinct().toList(), false));
    }
    if (schema.path("oneOf").isArray()) {
      List<CompiledSchema> alternatives = parts.all(schema.get("oneOf"));
      rules.add(
          parts.mayLackMembers()
              ? alternatives(alternatives.stream().distinct().toList(), false)
              : alternatives(alternatives, true));
    }
    if (schema.has("not")) {
      rules.add(not(parts.whole(schema.get("not"))));
    }
    if (schema.has("if") && (schema.has("then") || schema.has("else"))) {
      CompiledSchema met = schema.has("then") ? parts.of(schema.get("then")) : CompiledSchema.TRUE;
      CompiledSchema unmet =
          schema.has("else") ? parts.of(schema.get("else")) : CompiledSchema.TRUE;
      rules.add(conditional(parts.whole(schema.get("if")), met, unmet));
    }
    return rules;
  }

  private static Rule all(List<CompiledSchema> schemas) {
    return (value, at, check) -> {
      for (CompiledSchema schema : schemas) {
        if (check.enough()) {
          return;
        }
        schema.check(value, at, check);
      }
    };
  }

  private static Rule alternatives(List<CompiledSchema> alternatives, boolean onlyOne) {
    return (value, at, check) -> {
      JsonLocation faults = null;
      boolean fits = false;
      for (CompiledSchema alternative : alternatives) {
        JsonLocation fault = check.fault(alternative, value, at);
        if (fault != null) {
          faults = faults == null ? fault : faults.commonWith(fault);
        } else if (!onlyOne) {
          return;
        } else if (fits) {
          String message = "The value fits several alternatives of which only one may fit.";
          check.fault(at, "oneOf", message);
          return;
        } else {
          fits = true;
        }
      }
      if (!fits) {
        noneFits(faults == null ? at : faults, check);
      }
    };
  }

  private static void noneFits(JsonLocation faults, Validation check) {
    String message = "The value fits none of the alternatives that its schema allows.";
    check.fault(faults, "alternatives", message);
  }

  private static Rule not(CompiledSchema schema) {
    return (value, at, check) -> {
      if (check.fits(schema, value, at)) {
        check.fault(at, "not", "The value is one that its schema excludes.");
      }
    };
  }

  private static Rule conditional(
      CompiledSchema condition, CompiledSchema met, CompiledSchema unmet) {
    return (value, at, check) ->
        (check.fits(condition, value, at) ? met : unmet).check(value, at, check);
  }
}

package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import org.attestry.registry.domain.validation.CompiledSchema.Rule;
import org.attestry.registry.domain.validation.SchemaCompiler.Parts;
import org.attestry.runtime.json.JsonLocation;

/**
 * Keywords that combine schemas. If none of the alternatives fits, the faults are those of the one
 * that fits best; see {@link NearestAlternative}.
 */
final class CombinedRules {

  private CombinedRules() {}

  static List<Rule> of(JsonNode schema, Parts parts) {
    List<Rule> rules = new ArrayList<>();
    if (schema.path("allOf").isArray()) {
      rules.add(all(parts.all(schema.get("allOf")).stream().distinct().toList()));
    }
    if (schema.path("anyOf").isArray()) {
      rules.add(alternatives(schema.get("anyOf"), parts, false));
    }
    if (schema.path("oneOf").isArray()) {
      rules.add(alternatives(schema.get("oneOf"), parts, !parts.mayLackMembers()));
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

  private static Rule alternatives(JsonNode schemas, Parts parts, boolean onlyOne) {
    List<CompiledSchema> all = parts.all(schemas);
    List<CompiledSchema> alternatives = onlyOne ? all : all.stream().distinct().toList();
    NearestAlternative nearest = new NearestAlternative(alternatives, constants(schemas));
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
        nearest.report(value, at, faults == null ? at : faults, check);
      }
    };
  }

  /** Returns the values that the alternatives list; null if one of them is not a list of values. */
  private static ArrayNode constants(JsonNode alternatives) {
    ArrayNode values = JsonNodeFactory.instance.arrayNode();
    for (JsonNode alternative : alternatives) {
      if (alternative.has("const")) {
        values.add(alternative.get("const"));
      } else if (alternative.path("enum").isArray()) {
        alternative.get("enum").forEach(values::add);
      } else {
        return null;
      }
    }
    return values;
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

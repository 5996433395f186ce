package org.attestry.registry.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attestry.registry.validation.CompiledSchema.Rule;
import org.attestry.registry.validation.NearestAlternative.Constants;
import org.attestry.registry.validation.SchemaCompiler.Parts;
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
    Map<CompiledSchema, JsonNode> distinct = new LinkedHashMap<>();
    schemas.forEach(one -> distinct.putIfAbsent(parts.of(one), parts.followed(one)));
    List<CompiledSchema> differing = List.copyOf(distinct.keySet());
    List<CompiledSchema> alternatives = onlyOne ? parts.all(schemas) : differing;
    NearestAlternative nearest =
        new NearestAlternative(differing, constants(List.copyOf(distinct.values()), parts));
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

  private static Constants constants(List<JsonNode> alternatives, Parts parts) {
    List<ArrayNode> values = new ArrayList<>();
    Map<String, Map<Integer, ArrayNode>> tags = new HashMap<>();
    for (int i = 0; i < alternatives.size(); i++) {
      int number = i;
      JsonNode alternative = alternatives.get(i);
      values.add(listed(alternative));
      for (Map.Entry<String, JsonNode> property : alternative.path("properties").properties()) {
        ArrayNode listed = listed(parts.followed(property.getValue()));
        if (listed != null) {
          tags.computeIfAbsent(property.getKey(), none -> new HashMap<>()).put(number, listed);
        }
      }
    }
    tags.values().removeIf(listed -> listed.size() < 2);
    return new Constants(values, tags);
  }

  /** Returns the values that a schema lists; null if it lists none. */
  private static ArrayNode listed(JsonNode schema) {
    ArrayNode values = JsonNodeFactory.instance.arrayNode();
    if (schema.has("const")) {
      return values.add(schema.get("const"));
    }
    return schema.path("enum").isArray() ? values.addAll((ArrayNode) schema.get("enum")) : null;
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

package org.attestry.registry.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.registry.validation.CompiledSchema.Rule;
import org.attestry.registry.validation.SchemaCompiler.Parts;
import org.attestry.runtime.json.JsonLocation;

/** The keywords for objects. */
final class ObjectRules {

  private ObjectRules() {}

  static List<Rule> of(JsonNode schema, Parts parts) {
    List<Rule> rules = new ArrayList<>();
    if (schema.path("required").isArray() && !parts.mayLackMembers()) {
      rules.add(required(texts(schema.get("required"))));
    }
    ValueRules.size(
        schema,
        "maxProperties",
        "The value must have at most %d properties.",
        (value, most, check) -> value.isObject() && value.size() > most,
        rules);
    ValueRules.size(
        schema,
        "minProperties",
        "The value must have at least %d properties.",
        (value, least, check) -> value.isObject() && value.size() < least,
        rules);
    if (schema.has("properties") || schema.has("patternProperties") || hasAdditional(schema)) {
      rules.add(Members.of(schema, parts));
    }
    if (schema.has("propertyNames")) {
      rules.add(names(parts.whole(schema.get("propertyNames"))));
    }
    for (Map.Entry<String, JsonNode> of : schema.path("dependencies").properties()) {
      rules.add(dependency(of.getKey(), of.getValue(), parts));
    }
    return rules;
  }

  private static boolean hasAdditional(JsonNode schema) {
    return schema.has("additionalProperties");
  }

  private static List<String> texts(JsonNode names) {
    List<String> texts = new ArrayList<>();
    names.forEach(name -> texts.add(name.asText()));
    return List.copyOf(texts);
  }

  private static Rule required(List<String> names) {
    return (value, at, check) -> {
      if (!value.isObject()) {
        return;
      }
      check.spend(names.size());
      for (String name : names) {
        if (!value.has(name)) {
          missing(name, at, check);
        }
      }
    };
  }

  /** Reports that a value lacks a member that its schema requires. */
  static void missing(String name, JsonLocation at, Validation check) {
    check.fault(at.member(name), "required", () -> "The property '%s' is missing.".formatted(name));
  }

  private static Rule names(CompiledSchema schema) {
    return (value, at, check) -> {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        if (check.enough()) {
          return;
        }
        JsonLocation place = at.member(member.getKey());
        if (!check.fits(schema, TextNode.valueOf(member.getKey()), place)) {
          check.fault(place, "propertyNames", "The name of the property is not allowed here.");
        }
      }
    };
  }

  private static Rule dependency(String name, JsonNode of, Parts parts) {
    if (!of.isArray()) {
      CompiledSchema schema = parts.of(of);
      return (value, at, check) -> {
        if (value.isObject() && value.has(name)) {
          schema.check(value, at, check);
        }
      };
    }
    List<String> wanted = texts(of);
    return (value, at, check) -> {
      if (!value.isObject() || !value.has(name)) {
        return;
      }
      check.spend(wanted.size());
      for (String other : wanted) {
        if (!value.has(other)) {
          check.fault(
              at.member(other),
              "dependencies",
              () -> "The property '%s' is missing: '%s' needs it.".formatted(other, name));
        }
      }
    };
  }

  private record Matching(Pattern pattern, CompiledSchema schema) {}

  /**
   * The schemas of members.
   *
   * @param further the schema of members that are neither named nor match a pattern; null if any
   *     value is allowed
   */
  private record Members(
      Map<String, CompiledSchema> named, List<Matching> matching, CompiledSchema further)
      implements Rule {

    static Members of(JsonNode schema, Parts parts) {
      Map<String, CompiledSchema> named = new HashMap<>();
      for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
        named.put(member.getKey(), parts.of(member.getValue()));
      }
      List<Matching> matching = new ArrayList<>();
      for (Map.Entry<String, JsonNode> member : schema.path("patternProperties").properties()) {
        Pattern pattern = parts.patterns().of(member.getKey());
        matching.add(new Matching(pattern, parts.of(member.getValue())));
      }
      CompiledSchema further =
          hasAdditional(schema) ? parts.of(schema.get("additionalProperties")) : null;
      return new Members(named, matching, further);
    }

    @Override
    public void check(JsonNode value, JsonLocation at, Validation check) {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        if (check.enough()) {
          return;
        }
        check.spend(1);
        member(member.getKey(), member.getValue(), at.member(member.getKey()), check);
      }
    }

    private void member(String name, JsonNode value, JsonLocation at, Validation check) {
      CompiledSchema schema = named.get(name);
      boolean known = schema != null;
      if (known) {
        schema.check(value, at, check);
      }
      for (Matching some : matching) {
        check.spend(1);
        if (Patterns.find(some.pattern, name, check)) {
          known = true;
          some.schema.check(value, at, check);
        }
      }
      if (!known && further == CompiledSchema.FALSE) {
        check.fault(
            at,
            "additionalProperties",
            () -> "The property '%s' is not one that its schema knows.".formatted(name));
      } else if (!known && further != null) {
        further.check(value, at, check);
      }
    }
  }
}

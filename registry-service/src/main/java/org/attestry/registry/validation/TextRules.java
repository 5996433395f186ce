package org.attestry.registry.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.attestry.registry.validation.CompiledSchema.Rule;

/** The keywords for texts. */
final class TextRules {

  private TextRules() {}

  static List<Rule> of(JsonNode schema, Patterns patterns) {
    List<Rule> rules = new ArrayList<>();
    ValueRules.size(
        schema,
        "maxLength",
        "The value must be at most %d characters long.",
        (value, most, check) -> value.isTextual() && length(value, check) > most,
        rules);
    ValueRules.size(
        schema,
        "minLength",
        "The value must be at least %d characters long.",
        (value, least, check) -> value.isTextual() && length(value, check) < least,
        rules);
    if (schema.path("pattern").isTextual()) {
      rules.add(pattern(schema.get("pattern").textValue(), patterns));
    }
    String format = schema.path("format").asText();
    if (TextFormats.isKnown(format)) {
      rules.add(format(format));
    }
    return rules;
  }

  private static int length(JsonNode value, Validation check) {
    String text = value.textValue();
    check.spend(text.length() >> 6);
    return text.codePointCount(0, text.length());
  }

  private static Rule pattern(String regex, Patterns patterns) {
    Pattern pattern = patterns.of(regex);
    String message =
        regex.length() > 300
            ? "The value does not match the regex pattern of its schema."
            : "The value does not match the regex pattern %s.".formatted(regex);
    return (value, at, check) -> {
      if (value.isTextual() && !Patterns.find(pattern, value.textValue(), check)) {
        check.fault(at, "pattern", message);
      }
    };
  }

  private static Rule format(String format) {
    return (value, at, check) -> {
      String fault = value.isTextual() ? TextFormats.fault(format, value, check) : null;
      if (fault != null) {
        check.fault(at, "format", fault);
      }
    };
  }
}

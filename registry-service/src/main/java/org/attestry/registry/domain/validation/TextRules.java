package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.attestry.registry.domain.validation.CompiledSchema.Rule;

/** Keywords about texts. */
final class TextRules {

  private TextRules() {}

  static List<Rule> of(JsonNode schema, Patterns patterns) {
    List<Rule> rules = new ArrayList<>();
    if (schema.path("maxLength").isNumber()) {
      rules.add(maxLength(ValueRules.size(schema.get("maxLength"))));
    }
    if (schema.path("minLength").isNumber()) {
      rules.add(minLength(ValueRules.size(schema.get("minLength"))));
    }
    if (schema.path("pattern").isTextual()) {
      rules.add(pattern(schema.get("pattern").textValue(), patterns));
    }
    String format = schema.path("format").asText();
    if (TextFormats.isKnown(format)) {
      rules.add(format(format));
    }
    return rules;
  }

  private static Rule maxLength(int most) {
    String message = "The value must be at most %d characters long.".formatted(most);
    return (value, at, check) -> {
      if (value.isTextual() && length(value, check) > most) {
        check.fault(at, "maxLength", message);
      }
    };
  }

  private static Rule minLength(int least) {
    String message = "The value must be at least %d characters long.".formatted(least);
    return (value, at, check) -> {
      if (value.isTextual() && length(value, check) < least) {
        check.fault(at, "minLength", message);
      }
    };
  }

  private static int length(JsonNode value, Validation check) {
    String text = value.textValue();
    check.spendOn(text);
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

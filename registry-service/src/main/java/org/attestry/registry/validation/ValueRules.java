package org.attestry.registry.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.attestry.registry.validation.CompiledSchema.Rule;

/** The keywords for values of any type, and for numbers. */
final class ValueRules {

  /** The maximum length of a schema's constant that a message repeats. */
  private static final int LONGEST_CONSTANT = 300;

  private static final int DIVISION = 10;

  private ValueRules() {}

  static List<Rule> of(JsonNode schema) {
    List<Rule> rules = new ArrayList<>();
    if (schema.path("enum").isArray()) {
      rules.add(oneOf(schema.get("enum")));
    }
    if (schema.has("const")) {
      rules.add(constant(schema.get("const")));
    }
    number(schema, "maximum", "have a maximum value of", n -> n <= 0, rules);
    number(schema, "minimum", "have a minimum value of", n -> n >= 0, rules);
    number(schema, "exclusiveMaximum", "be less than", n -> n < 0, rules);
    number(schema, "exclusiveMinimum", "be more than", n -> n > 0, rules);
    JsonNode factor = schema.path("multipleOf");
    if (factor.isNumber() && factor.decimalValue().signum() > 0) {
      rules.add(multipleOf(factor.decimalValue()));
    }
    return rules;
  }

  private static Rule oneOf(JsonNode constants) {
    Set<String> allowed = new HashSet<>();
    constants.forEach(constant -> allowed.add(CanonicalValue.of(constant)));
    String message = noneOf(constants);
    return (value, at, check) -> {
      if (!allowed.contains(canonical(value, check))) {
        check.fault(at, "enum", message);
      }
    };
  }

  /** Returns the message for a value that is none of an array's. */
  static String noneOf(JsonNode constants) {
    String listed = shown(constants);
    return listed.isEmpty()
        ? "The value is not one of the %d that its schema lists.".formatted(constants.size())
        : "The value does not have a value in the enumeration %s.".formatted(listed);
  }

  private static Rule constant(JsonNode constant) {
    String allowed = CanonicalValue.of(constant);
    String message =
        shown(constant).isEmpty()
            ? "The value must be the constant of its schema."
            : "The value must be the constant value '%s'.".formatted(shown(constant));
    return (value, at, check) -> {
      if (!allowed.equals(canonical(value, check))) {
        check.fault(at, "const", message);
      }
    };
  }

  /** Returns the value for a message; empty if it is too long. */
  private static String shown(JsonNode constant) {
    String text = constant.isTextual() ? constant.textValue() : constant.toString();
    return text.length() > LONGEST_CONSTANT ? "" : text;
  }

  /** Whether a value is too small or too large for a limit. */
  interface SizeTest {
    boolean fails(JsonNode value, int limit, Validation check);
  }

  /**
   * Adds the rule for a limit on a length or a number of items, if the schema has the keyword. A
   * number beyond an int is no limit.
   *
   * @param message the message, in which {@code %d} stands for the limit, then for the number of
   *     items
   */
  static void size(
      JsonNode schema, String keyword, String message, SizeTest test, List<Rule> rules) {
    if (!schema.path(keyword).isNumber()) {
      return;
    }
    BigDecimal most = BigDecimal.valueOf(Integer.MAX_VALUE);
    int limit = schema.get(keyword).decimalValue().min(most).intValue();
    rules.add(
        (value, at, check) -> {
          if (test.fails(value, limit, check)) {
            check.fault(at, keyword, () -> message.formatted(limit, value.size()));
          }
        });
  }

  static String canonical(JsonNode value, Validation check) {
    if (!value.isContainerNode() && !value.isTextual()) {
      return CanonicalValue.of(value);
    }
    String canonical = CanonicalValue.of(value);
    check.spend(canonical.length() >> 3);
    return canonical;
  }

  private static void number(
      JsonNode schema, String keyword, String must, IntPredicate holds, List<Rule> rules) {
    JsonNode limit = schema.path(keyword);
    if (!limit.isNumber()) {
      return;
    }
    BigDecimal bound = limit.decimalValue();
    String message = "The value must %s %s.".formatted(must, bound);
    rules.add(
        (value, at, check) -> {
          if (value.isNumber() && !holds.test(value.decimalValue().compareTo(bound))) {
            check.fault(at, keyword, message);
          }
        });
  }

  private static Rule multipleOf(BigDecimal factor) {
    String message = "The value must be multiple of %s.".formatted(factor);
    return (value, at, check) -> {
      check.spend(DIVISION);
      if (value.isNumber() && value.decimalValue().remainder(factor).signum() != 0) {
        check.fault(at, "multipleOf", message);
      }
    };
  }
}

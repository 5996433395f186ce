package org.attestry.registry.query;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.attestry.registry.types.ScalarKind;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.TimeText;

/**
 * Reads the operands of an operator.
 *
 * @param kinds the kinds of values that the field may have, empty for any kind
 * @param system the type of the system field, or null for another target
 */
record OperandReader(Set<ScalarKind> kinds, SystemField.Type system, String pointer) {

  private static final int MOST_VALUES = 1_000;
  private static final int LONGEST_TEXT = 2_000;

  static OperandReader of(Target target, String pointer) {
    return switch (target) {
      case Target.System(SystemField field) ->
          new OperandReader(Set.of(ScalarKind.TEXT), field.type(), pointer);
      case Target.Record(RecordField field) ->
          new OperandReader(Set.of(ScalarKind.TEXT), field.type(), pointer);
      case Target.Property _, Target.State _ ->
          new OperandReader(Set.of(ScalarKind.TEXT), null, pointer);
    };
  }

  List<Operand> read(Operator operator, JsonNode value) {
    return switch (operator.arity()) {
      case ONE -> List.of(operand(operator, value, pointer));
      case TWO -> two(operator, value);
      case SOME -> some(operator, value);
      case TRUTH -> truth(value);
    };
  }

  private List<Operand> truth(JsonNode value) {
    if (!value.isBoolean()) {
      throw SearchFailures.invalid(pointer, "type", "This operator takes true or false.");
    }
    return List.of();
  }

  private List<Operand> two(Operator operator, JsonNode value) {
    if (!value.isArray() || value.size() != 2) {
      throw SearchFailures.invalid(
          pointer, "type", "This operator takes an array of two values, lowest and highest.");
    }
    List<Operand> both = some(operator, value);
    if (both.get(0).getClass() != both.get(1).getClass()) {
      throw SearchFailures.invalid(pointer, "type", "Both values must be of one JSON type.");
    }
    return both;
  }

  private List<Operand> some(Operator operator, JsonNode value) {
    if (!value.isArray() || value.isEmpty() || value.size() > MOST_VALUES) {
      throw SearchFailures.invalid(
          pointer,
          "type",
          "This operator takes an array of 1 to %d values.".formatted(MOST_VALUES));
    }
    List<Operand> operands = new ArrayList<>();
    for (int i = 0; i < value.size(); i++) {
      operands.add(operand(operator, value.get(i), pointer + "/" + i));
    }
    return operands;
  }

  private Operand operand(Operator operator, JsonNode value, String at) {
    Operand operand = scalar(value, at);
    boolean text = operand instanceof Operand.Text;
    if (!text && (operator.ignoreCase() || operator.comparison().ofText())) {
      throw SearchFailures.invalid(at, "type", "This operator compares with a string.");
    }
    if (operator.comparison().ofOrder() && !text && !(operand instanceof Operand.Number)) {
      throw SearchFailures.invalid(at, "type", "This operator compares with a number or a string.");
    }
    if (operator.comparison() != Comparison.EQUAL || operator.ignoreCase()) {
      requireComparable(operand, at);
    }
    return system == null || operand instanceof Operand.Null
        ? operand
        : ofSystem(operator, operand, at);
  }

  /**
   * Fails if the field cannot have values of the operand's kind. This is not checked for exact
   * equality, which then simply finds nothing.
   */
  private void requireComparable(Operand operand, String at) {
    ScalarKind kind = operand instanceof Operand.Text ? ScalarKind.TEXT : ScalarKind.NUMBER;
    if (!kinds.isEmpty() && !kinds.contains(kind)) {
      throw SearchFailures.invalid(
          at,
          "type",
          kind == ScalarKind.TEXT ? "The field is no string." : "The field is no number.");
    }
  }

  private static Operand scalar(JsonNode value, String at) {
    return switch (value.getNodeType()) {
      case STRING -> new Operand.Text(text(value.textValue(), at));
      case NUMBER -> new Operand.Number(value.decimalValue());
      case BOOLEAN -> new Operand.Truth(value.booleanValue());
      case NULL -> new Operand.Null();
      default ->
          throw SearchFailures.invalid(
              at, "type", "Compare with a string, a number, true, false or null.");
    };
  }

  private static String text(String text, String at) {
    if (text.length() > LONGEST_TEXT) {
      throw SearchFailures.invalid(
          at, "limit", "Compare with %d characters at most.".formatted(LONGEST_TEXT));
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw SearchFailures.invalid(at, "unicode", "The text has half a Unicode character.");
    }
    return text;
  }

  private Operand ofSystem(Operator operator, Operand operand, String at) {
    if (!(operand instanceof Operand.Text(String text))) {
      throw SearchFailures.invalid(at, "type", "This field compares with a string.");
    }
    boolean exact = !operator.comparison().ofText() && !operator.ignoreCase();
    if (system != SystemField.Type.TEXT && !exact) {
      throw SearchFailures.invalid(at, "operator", "This field is no text; compare it as a whole.");
    }
    return switch (system) {
      case TEXT -> operand;
      case ID -> id(text, at);
      case TIME -> new Operand.Time(time(text, at));
    };
  }

  private static Operand id(String text, String at) {
    try {
      return new Operand.Id(UUID.fromString(Ids.bare(text)));
    } catch (IllegalArgumentException e) {
      throw SearchFailures.invalid(at, "value", "This field compares with an osid.");
    }
  }

  private static OffsetDateTime time(String text, String at) {
    return TimeText.parse(text)
        .orElseThrow(
            () ->
                SearchFailures.invalid(
                    at,
                    "value",
                    "This field compares with a time such as 2026-01-02T03:04:05.000Z."));
  }
}

package org.attestry.schema.domain.change;

import static org.attestry.contracts.schema.SchemaChangeReport.Effect.COMPATIBLE;
import static org.attestry.contracts.schema.SchemaChangeReport.Effect.DECIDED_BY_DATA;
import static org.attestry.contracts.schema.SchemaChangeReport.Effect.NARROWING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;
import org.attestry.schema.domain.document.Formats;

/** Compares keywords that constrain one value and have no subschemas. */
final class ValueComparison {

  private static final List<String> LOWER =
      List.of("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties");
  private static final List<String> UPPER =
      List.of("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties");
  private static final Set<String> NEVER_BELOW_ZERO =
      Set.of("minLength", "minItems", "minProperties");
  private static final Set<String> ALL_TYPES =
      Set.of("array", "boolean", "integer", "null", "number", "object", "string");

  private final JsonNode before;
  private final JsonNode after;
  private final String pointer;
  private final DifferenceCollector changes;

  private ValueComparison(
      JsonNode before, JsonNode after, String pointer, DifferenceCollector changes) {
    this.before = before;
    this.after = after;
    this.pointer = pointer;
    this.changes = changes;
  }

  static void compare(
      JsonNode before, JsonNode after, String pointer, DifferenceCollector changes) {
    ValueComparison rules = new ValueComparison(before, after, pointer, changes);
    rules.type();
    rules.values();
    LOWER.forEach(keyword -> rules.bound(keyword, 1));
    UPPER.forEach(keyword -> rules.bound(keyword, -1));
    rules.multiple();
    rules.text("pattern");
    rules.format();
    rules.unique();
    rules.required();
  }

  private void type() {
    Set<String> old = types(before);
    Set<String> now = types(after);
    if (!old.equals(now)) {
      change("type", now.containsAll(old) ? COMPATIBLE : NARROWING);
    }
  }

  private static Set<String> types(JsonNode schema) {
    JsonNode type = schema.path("type");
    Set<String> types = new TreeSet<>();
    if (type.isTextual()) {
      types.add(type.textValue());
    }
    type.forEach(one -> types.add(one.asText()));
    if (types.contains("number")) {
      types.add("integer");
    }
    return types.isEmpty() ? ALL_TYPES : types;
  }

  private void values() {
    Set<String> old = values(before);
    Set<String> now = values(after);
    if (old == null ? now == null : old.equals(now)) {
      return;
    }
    boolean wider = now == null || (old != null && now.containsAll(old));
    change(
        after.has("const") || before.has("const") ? "const" : "enum",
        wider ? COMPATIBLE : NARROWING);
  }

  /**
   * The values that {@code enum} and {@code const} allow, or null for any; as sorted texts, so that
   * no values make the comparison slow.
   */
  private static Set<String> values(JsonNode schema) {
    Set<String> values = new HashSet<>();
    schema.path("enum").forEach(value -> values.add(text(value)));
    if (schema.has("const")) {
      return Set.of(text(schema.get("const")));
    }
    return schema.has("enum") ? values : null;
  }

  /** A canonical text of the value, with members in order. */
  private static String text(JsonNode value) {
    if (value.isObject()) {
      Map<String, String> members = new TreeMap<>();
      value
          .properties()
          .forEach(e -> members.put(new TextNode(e.getKey()).toString(), text(e.getValue())));
      return members.toString();
    }
    if (value.isArray()) {
      List<String> items = new ArrayList<>();
      value.forEach(item -> items.add(text(item)));
      return items.toString();
    }
    return value.toString();
  }

  /**
   * @param sign 1 for a lower bound, -1 for an upper one
   */
  private void bound(String keyword, int sign) {
    BigDecimal old = number(before, keyword);
    BigDecimal now = number(after, keyword);
    if (old == null ? now == null : now != null && old.compareTo(now) == 0) {
      return;
    }
    boolean wider = now == null || (old != null && now.compareTo(old) * sign < 0);
    change(keyword, wider ? COMPATIBLE : NARROWING);
  }

  private static BigDecimal number(JsonNode schema, String keyword) {
    JsonNode number = schema.path(keyword);
    boolean effective =
        number.isNumber()
            && !(NEVER_BELOW_ZERO.contains(keyword) && number.decimalValue().signum() == 0);
    return effective ? number.decimalValue() : null;
  }

  private void multiple() {
    BigDecimal old = number(before, "multipleOf");
    BigDecimal now = number(after, "multipleOf");
    if (old == null ? now == null : now != null && old.compareTo(now) == 0) {
      return;
    }
    boolean wider = now == null || (old != null && old.remainder(now).signum() == 0);
    change("multipleOf", wider ? COMPATIBLE : NARROWING);
  }

  /** Which of two different texts accepts more is not decided here. */
  private void text(String keyword) {
    if (!before.path(keyword).equals(after.path(keyword))) {
      change(keyword, ofConstraint(before.has(keyword), after.has(keyword)));
    }
  }

  /** Formats that are not checked are ignored. */
  private void format() {
    boolean old = Formats.isChecked(before.path("format").asText());
    boolean now = Formats.isChecked(after.path("format").asText());
    if ((old || now) && !before.path("format").equals(after.path("format"))) {
      change("format", ofConstraint(old, now));
    }
  }

  static Effect ofConstraint(boolean before, boolean after) {
    if (!after) {
      return COMPATIBLE;
    }
    return before ? DECIDED_BY_DATA : NARROWING;
  }

  private void unique() {
    boolean old = before.path("uniqueItems").asBoolean();
    boolean now = after.path("uniqueItems").asBoolean();
    if (old != now) {
      change("uniqueItems", now ? NARROWING : COMPATIBLE);
    }
  }

  private void required() {
    Set<String> old = names(before);
    Set<String> now = names(after);
    if (!old.equals(now)) {
      change("required", old.containsAll(now) ? COMPATIBLE : NARROWING);
    }
  }

  private static Set<String> names(JsonNode schema) {
    Set<String> names = new TreeSet<>();
    schema.path("required").forEach(name -> names.add(name.asText()));
    return names;
  }

  private void change(String keyword, Effect effect) {
    changes.ofKeyword(pointer, keyword, before, after, effect);
  }
}

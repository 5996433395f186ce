package org.attestry.schema.change;

import static org.attestry.contracts.schema.SchemaChangeReport.Effect.COMPATIBLE;
import static org.attestry.contracts.schema.SchemaChangeReport.Effect.NARROWING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.attestry.schema.document.Formats;

/** Compares the keywords that constrain a value and have no subschemas. */
final class ValueComparison {

  private static final List<String> LOWER =
      List.of("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties");
  private static final List<String> UPPER =
      List.of("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties");
  private static final Set<String> NEVER_BELOW_ZERO =
      Set.of("minLength", "minItems", "minProperties");
  private static final Set<String> ALL_TYPES =
      Set.of("array", "boolean", "integer", "null", "number", "object", "string");

  private final SchemaPair pair;

  private ValueComparison(SchemaPair pair) {
    this.pair = pair;
  }

  static void compare(SchemaPair pair) {
    ValueComparison rules = new ValueComparison(pair);
    rules.compared(
        "type", types(pair.before()), types(pair.after()), (old, now) -> now.containsAll(old));
    rules.values();
    LOWER.forEach(keyword -> rules.bound(keyword, (old, now) -> now.compareTo(old) < 0));
    UPPER.forEach(keyword -> rules.bound(keyword, (old, now) -> now.compareTo(old) > 0));
    rules.bound("multipleOf", (old, now) -> old.remainder(now).signum() == 0);
    rules.pattern();
    rules.format();
    rules.unique();
    rules.compared("required", names(pair.before()), names(pair.after()), Set::containsAll);
  }

  /**
   * @param wider whether the second keyword value accepts everything that the first one accepts
   */
  private void compared(
      String keyword,
      Set<String> old,
      Set<String> now,
      BiPredicate<Set<String>, Set<String>> wider) {
    if (!old.equals(now)) {
      pair.add(keyword, wider.test(old, now) ? COMPATIBLE : NARROWING);
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
    Set<String> old = values(pair.before());
    Set<String> now = values(pair.after());
    if (!Objects.equals(old, now)) {
      boolean wider = now == null || (old != null && now.containsAll(old));
      boolean constant = pair.after().has("const") || pair.before().has("const");
      pair.add(constant ? "const" : "enum", wider ? COMPATIBLE : NARROWING);
    }
  }

  /**
   * Returns the values that {@code enum} and {@code const} allow, or null if they allow any; as
   * canonical texts, so that no values make the comparison slow.
   */
  private static Set<String> values(JsonNode schema) {
    Set<String> values = new HashSet<>();
    schema.path("enum").forEach(value -> values.add(text(value)));
    if (schema.has("const")) {
      return Set.of(text(schema.get("const")));
    }
    return schema.has("enum") ? values : null;
  }

  /** Returns a canonical text of the value, with sorted members. */
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
   * @param wider whether the second bound accepts everything that the first one accepts
   */
  private void bound(String keyword, BiPredicate<BigDecimal, BigDecimal> wider) {
    BigDecimal old = number(pair.before(), keyword);
    BigDecimal now = number(pair.after(), keyword);
    if (old == null ? now == null : now != null && old.compareTo(now) == 0) {
      return;
    }
    boolean compatible = now == null || (old != null && wider.test(old, now));
    pair.add(keyword, compatible ? COMPATIBLE : NARROWING);
  }

  private static BigDecimal number(JsonNode schema, String keyword) {
    JsonNode number = schema.path(keyword);
    boolean effective =
        number.isNumber()
            && !(NEVER_BELOW_ZERO.contains(keyword) && number.decimalValue().signum() == 0);
    return effective ? number.decimalValue() : null;
  }

  /** Compares patterns; which of two different patterns accepts more is not decided. */
  private void pattern() {
    if (!pair.old("pattern").equals(pair.now("pattern"))) {
      pair.addConstraint("pattern", pair.before().has("pattern"), pair.after().has("pattern"));
    }
  }

  /** Compares formats; formats that are not validated are ignored. */
  private void format() {
    boolean old = Formats.isChecked(pair.old("format").asText());
    boolean now = Formats.isChecked(pair.now("format").asText());
    if ((old || now) && !pair.old("format").equals(pair.now("format"))) {
      pair.addConstraint("format", old, now);
    }
  }

  private void unique() {
    boolean now = pair.now("uniqueItems").asBoolean();
    if (pair.old("uniqueItems").asBoolean() != now) {
      pair.add("uniqueItems", now ? NARROWING : COMPATIBLE);
    }
  }

  private static Set<String> names(JsonNode schema) {
    Set<String> names = new TreeSet<>();
    schema.path("required").forEach(name -> names.add(name.asText()));
    return names;
  }
}

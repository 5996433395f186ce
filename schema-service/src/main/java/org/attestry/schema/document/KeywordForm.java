package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The form that the meta-schema of draft-07 requires of a keyword's value, apart from subschemas.
 * Keywords that are not listed accept any value, or a schema.
 */
enum KeywordForm {
  TEXT(
      "a string",
      JsonNode::isTextual,
      "$comment $id $ref $schema contentEncoding contentMediaType description format pattern"
          + " title"),
  FLAG("true or false", JsonNode::isBoolean, "readOnly uniqueItems writeOnly"),
  NUMBER("a number", JsonNode::isNumber, "exclusiveMaximum exclusiveMinimum maximum minimum"),
  FACTOR(
      "a number greater than 0",
      value -> value.isNumber() && value.decimalValue().signum() > 0,
      "multipleOf"),
  SIZE(
      "a whole number from 0 to " + Integer.MAX_VALUE,
      KeywordForm::isSize,
      "maxItems maxLength maxProperties minItems minLength minProperties"),
  OBJECT("an object", JsonNode::isObject, "definitions dependencies patternProperties properties"),
  SCHEMAS("a list of at least one schema", KeywordForm::isFilled, "allOf anyOf oneOf"),
  SCHEMA_OR_LIST(
      "a schema, or a list of at least one schema",
      value -> !value.isArray() || isFilled(value),
      "items"),
  LIST("a list", JsonNode::isArray, "examples required"),
  VALUES("a list of at least one value", KeywordForm::isFilled, "enum"),
  TYPES(
      "one of array, boolean, integer, null, number, object and string, or a list of some of them",
      KeywordForm::isTypes,
      "type");

  private static final Set<String> TYPE_NAMES =
      Set.of("array", "boolean", "integer", "null", "number", "object", "string");

  private static final BigDecimal LARGEST_SIZE = BigDecimal.valueOf(Integer.MAX_VALUE);

  private static final Map<String, KeywordForm> BY_KEYWORD = byKeyword();

  private final String requirement;
  private final Predicate<JsonNode> fits;
  private final List<String> keywords;

  KeywordForm(String requirement, Predicate<JsonNode> fits, String keywords) {
    this.requirement = requirement;
    this.fits = fits;
    this.keywords = List.of(keywords.split(" "));
  }

  private static Map<String, KeywordForm> byKeyword() {
    Map<String, KeywordForm> all = new HashMap<>();
    Arrays.stream(values())
        .forEach(form -> form.keywords.forEach(keyword -> all.put(keyword, form)));
    return Map.copyOf(all);
  }

  static Set<String> keywords() {
    return BY_KEYWORD.keySet();
  }

  /** Returns the form of a keyword; null for a keyword that accepts any value, or a schema. */
  static KeywordForm of(String keyword) {
    return BY_KEYWORD.get(keyword);
  }

  /** Returns a description of the form, such as "a string". */
  String requirement() {
    return requirement;
  }

  boolean fits(JsonNode value) {
    return fits.test(value);
  }

  private static boolean isFilled(JsonNode value) {
    return value.isArray() && !value.isEmpty();
  }

  private static boolean isSize(JsonNode value) {
    return value.isNumber()
        && value.decimalValue().signum() >= 0
        && value.decimalValue().compareTo(LARGEST_SIZE) <= 0
        && value.decimalValue().stripTrailingZeros().scale() <= 0;
  }

  private static boolean isTypes(JsonNode value) {
    if (value.isTextual()) {
      return TYPE_NAMES.contains(value.textValue());
    }
    Set<String> named = new HashSet<>();
    for (JsonNode each : value) {
      if (!each.isTextual()
          || !TYPE_NAMES.contains(each.textValue())
          || !named.add(each.textValue())) {
        return false;
      }
    }
    return isFilled(value);
  }
}

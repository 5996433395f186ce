package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.schema.SystemFieldNames;
import org.attestry.runtime.json.JsonPointers;

/**
 * Warns of likely mistakes that draft-07 allows: misspelled keywords, formats that are not
 * validated, keywords beside a reference, which draft-07 ignores (section 8.3), required members
 * that no property describes, properties that no request body may contain, and limits that no value
 * satisfies.
 */
public final class KeywordCheck {

  /** Keywords that constrain no value. */
  private static final Set<String> ANNOTATIONS =
      Set.of(
          "$comment",
          "$id",
          "$ref",
          "$schema",
          "_osConfig",
          "contentEncoding",
          "contentMediaType",
          "default",
          "definitions",
          "description",
          "examples",
          "readOnly",
          "title",
          "writeOnly");

  private static final Set<String> KNOWN = MetaSchemaCheck.keywords();
  private static final Set<String> RULES;

  static {
    KNOWN.add("_osConfig");
    RULES = new TreeSet<>(KNOWN);
    RULES.removeAll(ANNOTATIONS);
  }

  /** The keywords that limit sizes: lower limit to upper limit. */
  private static final Map<String, String> SIZES =
      Map.of(
          "minItems", "maxItems",
          "minLength", "maxLength",
          "minProperties", "maxProperties");

  private static final int LONGEST_SHOWN = 50;

  private final Findings findings;

  private KeywordCheck(Findings findings) {
    this.findings = findings;
  }

  public static void check(SchemaDocument document, Findings findings) {
    KeywordCheck check = new KeywordCheck(findings);
    document.eachSchema(
        findings.budget(),
        (schema, pointer) -> {
          check.spelling(schema, pointer);
          check.format(schema, pointer);
          check.besideReference(schema, pointer);
          check.required(schema, pointer);
          check.systemFields(schema, pointer);
          check.limits(schema, pointer);
          check.constants(schema, pointer);
        });
  }

  private void spelling(JsonNode schema, String pointer) {
    for (String keyword : names(schema)) {
      if (!KNOWN.contains(keyword)) {
        findings
            .spelling()
            .slip(keyword, RULES)
            .ifPresent(
                meant ->
                    findings.warn(
                        pointer + "/" + JsonPointers.escape(keyword),
                        "unknown-keyword",
                        "'%s' is no keyword of draft-07; did you mean '%s'?"
                            .formatted(keyword, meant)));
      }
    }
  }

  private void format(JsonNode schema, String pointer) {
    String format = schema.path("format").asText();
    if (!format.isEmpty() && !Formats.isChecked(format)) {
      findings.warn(
          pointer + "/format",
          "unknown-format",
          "The format '%s' is not checked%s"
              .formatted(
                  format,
                  findings
                      .spelling()
                      .slip(format, Formats.CHECKED)
                      .map("; did you mean '%s'?"::formatted)
                      .orElse(".")));
    }
  }

  private void besideReference(JsonNode schema, String pointer) {
    if (schema.path("$ref").isTextual()) {
      List<String> ignored = names(schema).stream().filter(RULES::contains).toList();
      if (!ignored.isEmpty()) {
        findings.warn(
            pointer,
            "beside-reference",
            "Beside a '$ref' nothing else is looked at; combine %s with it in 'allOf'."
                .formatted(String.join(", ", ignored)));
      }
    }
  }

  private void limits(JsonNode schema, String pointer) {
    SIZES.forEach((least, most) -> refusesAll(schema, least, most, 1, pointer));
    refusesAll(schema, "minimum", "maximum", 1, pointer);
    for (String most : List.of("maximum", "exclusiveMaximum")) {
      refusesAll(schema, "exclusiveMinimum", most, 0, pointer);
    }
    refusesAll(schema, "minimum", "exclusiveMaximum", 0, pointer);
  }

  /**
   * @param from the least result of comparing the lower with the upper limit with which no value
   *     satisfies both
   */
  private void refusesAll(JsonNode schema, String least, String most, int from, String pointer) {
    boolean both = schema.path(least).isNumber() && schema.path(most).isNumber();
    if (both
        && schema.get(least).decimalValue().compareTo(schema.get(most).decimalValue()) >= from) {
      findings.warn(
          pointer + "/" + least,
          "unsatisfiable",
          "No value keeps '%s' and '%s': correct one of them.".formatted(least, most));
    }
  }

  /** Warns of a listed value that the type refuses, such as a text where numbers are. */
  private void constants(JsonNode schema, String pointer) {
    JsonNode listed = schema.path("enum");
    findings.budget().spend(listed.size());
    for (int i = 0; i < listed.size(); i++) {
      constant(schema, listed.get(i), pointer + "/enum/" + i);
    }
    if (schema.has("const")) {
      constant(schema, schema.get("const"), pointer + "/const");
    }
  }

  private void constant(JsonNode schema, JsonNode value, String pointer) {
    JsonNode type = schema.path("type");
    boolean admitted = type.isMissingNode() || isOf(type, value);
    for (JsonNode one : type) {
      admitted |= isOf(one, value);
    }
    if (!admitted) {
      findings.warn(
          pointer,
          "unsatisfiable",
          "The value %s is not of the type %s, so that it is always refused: correct one of them."
              .formatted(shortened(value.toString()), shortened(type.toString())));
    }
  }

  private static boolean isOf(JsonNode type, JsonNode value) {
    return switch (type.asText()) {
      case "string" -> value.isTextual();
      case "number" -> value.isNumber();
      case "integer" -> value.isNumber() && value.decimalValue().stripTrailingZeros().scale() <= 0;
      case "boolean" -> value.isBoolean();
      case "null" -> value.isNull();
      case "array" -> value.isArray();
      case "object" -> value.isObject();
      default -> false;
    };
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
  }

  private void required(JsonNode schema, String pointer) {
    JsonNode properties = schema.path("properties");
    JsonNode required = schema.path("required");
    boolean closed =
        schema.path("additionalProperties").equals(BooleanNode.FALSE)
            && schema.path("patternProperties").isEmpty();
    Set<String> known = required.isEmpty() ? Set.of() : names(properties);
    for (int i = 0; properties.isObject() && i < required.size(); i++) {
      String name = required.get(i).asText();
      if (known.contains(name)) {
        continue;
      }
      var meant = findings.spelling().slip(name, known);
      if (closed || meant.isPresent()) {
        findings.warn(
            pointer + "/required/" + i,
            "no-such-property",
            "'%s' is required and not among the properties%s"
                .formatted(name, meant.map("; did you mean '%s'?"::formatted).orElse(".")));
      }
    }
  }

  /**
   * Warns of properties that are named like system fields; not at the root, whose properties are
   * the types.
   */
  private void systemFields(JsonNode schema, String pointer) {
    if (pointer.isEmpty()) {
      return;
    }
    for (String name : names(schema.path("properties"))) {
      if (SystemFieldNames.containExceptOsid(name)) {
        findings.warn(
            pointer + "/properties/" + JsonPointers.escape(name),
            "system-field",
            "'%s' is given by the service and refused in what is sent; name it otherwise."
                .formatted(name));
      }
    }
  }

  private Set<String> names(JsonNode object) {
    findings.budget().spend(object.size());
    Set<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}

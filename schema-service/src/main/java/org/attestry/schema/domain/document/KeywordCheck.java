package org.attestry.schema.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.runtime.json.JsonPointers;

/**
 * Warns of likely mistakes that draft-07 allows: misspelled keywords, formats that are not checked,
 * keywords beside a reference, which draft-07 ignores (section 8.3), and required members that no
 * property describes.
 */
public final class KeywordCheck {

  private static final Set<String> RULES =
      Set.of(
          "additionalItems",
          "additionalProperties",
          "allOf",
          "anyOf",
          "const",
          "contains",
          "dependencies",
          "else",
          "enum",
          "exclusiveMaximum",
          "exclusiveMinimum",
          "format",
          "if",
          "items",
          "maxItems",
          "maxLength",
          "maxProperties",
          "maximum",
          "minItems",
          "minLength",
          "minProperties",
          "minimum",
          "multipleOf",
          "not",
          "oneOf",
          "pattern",
          "patternProperties",
          "properties",
          "propertyNames",
          "required",
          "then",
          "type",
          "uniqueItems");

  private static final Set<String> REMARKS =
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

  private static final Set<String> KNOWN = known();

  private final Findings findings;

  private KeywordCheck(Findings findings) {
    this.findings = findings;
  }

  private static Set<String> known() {
    Set<String> all = new HashSet<>(RULES);
    all.addAll(REMARKS);
    return Set.copyOf(all);
  }

  /** Whether the member of a schema is known to draft-07 or to us. */
  static boolean isKeyword(String name) {
    return KNOWN.contains(name);
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
        });
  }

  private void spelling(JsonNode schema, String pointer) {
    for (String keyword : names(schema)) {
      if (!isKeyword(keyword)) {
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

  private void required(JsonNode schema, String pointer) {
    JsonNode properties = schema.path("properties");
    JsonNode required = schema.path("required");
    boolean closed =
        schema.path("additionalProperties").isBoolean()
            && !schema.path("additionalProperties").booleanValue()
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

  private Set<String> names(JsonNode object) {
    findings.budget().spend(object.size());
    Set<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}

package org.attestry.schema.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.regex.Matcher;
import org.attestry.runtime.json.JsonPointers;

/**
 * Checks that every {@code pattern} can be matched in linear time: entities come from strangers,
 * and backtracking would let one text occupy a processor for hours.
 */
public final class PatternCheck {

  private static final java.util.regex.Pattern ESCAPE =
      java.util.regex.Pattern.compile("\\\\(?:u([0-9A-Fa-f]{4})|.)");

  private PatternCheck() {}

  public static void check(SchemaDocument document, Findings findings) {
    Subschemas.walk(
        document.root(),
        "",
        (schema, pointer) -> {
          JsonNode pattern = schema.path("pattern");
          if (pattern.isTextual()) {
            check(pattern.textValue(), pointer + "/pattern", findings);
          }
          schema
              .path("patternProperties")
              .fieldNames()
              .forEachRemaining(
                  name ->
                      check(
                          name,
                          pointer + "/patternProperties/" + JsonPointers.escape(name),
                          findings));
        });
  }

  /** ECMA 262 writes a code unit as {@code \\u0041}, RE2 as {@code \\x{0041}}. */
  private static String translated(String pattern) {
    return ESCAPE
        .matcher(pattern)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) == null ? found.group() : "\\x{" + found.group(1) + "}"));
  }

  private static void check(String pattern, String pointer, Findings findings) {
    try {
      Pattern.compile(translated(pattern));
    } catch (PatternSyntaxException e) {
      findings.refuse(
          pointer,
          "pattern",
          "This pattern cannot be matched in linear time (%s); write it without look-around and back-references."
              .formatted(e.getDescription()));
    }
  }
}

package org.attestry.schema.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.PatternSyntaxException;
import org.attestry.runtime.json.JsonPointers;

/**
 * Checks that every {@code pattern} can be matched in linear time: entities come from strangers,
 * and backtracking would let one text occupy a processor for hours.
 */
public final class PatternCheck {

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

  private static void check(String pattern, String pointer, Findings findings) {
    try {
      LinearPattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      findings.refuse(
          pointer,
          "pattern",
          "This pattern cannot be matched in linear time (%s); write it without look-around and back-references."
              .formatted(e.getDescription()));
    }
  }
}

package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.PatternSyntaxException;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.runtime.pattern.LinearPattern;
import org.attestry.runtime.pattern.PatternSize;

/**
 * Checks that every {@code pattern} can be matched in linear time: with backtracking a single
 * string in an entity could occupy a processor for hours. A pattern whose compiled form is too
 * large is refused before it is compiled.
 */
public final class PatternCheck {

  private static final String RULE = "pattern";
  private static final String NOT_LINEAR =
      "This pattern is none that can be matched in linear time; close its brackets, escape letters"
          + " only where that means something, and leave out look-around and back-references.";
  private static final int COST_OF_COMPILING = 20;
  private static final int FOLDED_IN_A_STEP = 20;

  private PatternCheck() {}

  public static void check(SchemaDocument document, Findings findings) {
    check(document.root(), "", findings);
  }

  /**
   * @param pointer the pointer to the schema, the prefix of the violations' pointers
   */
  public static void check(JsonNode schema, String pointer, Findings findings) {
    Subschemas.walk(
        schema,
        pointer,
        findings.budget(),
        (found, at) -> {
          JsonNode pattern = found.path("pattern");
          if (pattern.isTextual()) {
            pattern(pattern.textValue(), at + "/pattern", findings);
          }
          for (var named : found.path("patternProperties").properties()) {
            String name = named.getKey();
            pattern(name, at + "/patternProperties/" + JsonPointers.escape(name), findings);
          }
        });
  }

  private static void pattern(String pattern, String pointer, Findings findings) {
    PatternSize.Size size = PatternSize.of(pattern);
    String refusal = LinearPattern.refusal(size);
    if (refusal != null) {
      findings.refuse(pointer, RULE, refusal);
      return;
    }
    findings
        .budget()
        .spend(COST_OF_COMPILING + size.instructions() / 10 + size.folded() / FOLDED_IN_A_STEP);
    try {
      LinearPattern.compile(pattern, size);
    } catch (PatternSyntaxException e) {
      findings.refuse(pointer, RULE, NOT_LINEAR);
    }
  }
}

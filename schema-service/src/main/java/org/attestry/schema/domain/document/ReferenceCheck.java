package org.attestry.schema.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Consumer;
import org.attestry.runtime.work.Budget;

/** Checks that every reference of a document, and of those that it references, resolves. */
public final class ReferenceCheck {

  private static final String RULE = "reference";

  private ReferenceCheck() {}

  public static void check(Library library, Findings findings) {
    eachReference(
        library.own(),
        findings.budget(),
        (document, pointer, ref) ->
            attempt(
                library,
                document,
                ref,
                found -> findings.refuse(pointer, RULE, found.advice(findings.spelling()))));
    library
        .others()
        .values()
        .forEach(
            other ->
                eachReference(
                    other,
                    findings.budget(),
                    (document, pointer, ref) ->
                        attempt(
                            library,
                            document,
                            ref,
                            found ->
                                findings.refuse(
                                    "",
                                    RULE,
                                    "In '%s' at %s: %s"
                                        .formatted(
                                            document.name(),
                                            pointer,
                                            found.advice(findings.spelling()))))));
  }

  private static void attempt(
      Library library, SchemaDocument from, String ref, Consumer<UnresolvedReference> report) {
    try {
      library.resolve(ref, from);
    } catch (UnresolvedReference e) {
      report.accept(e);
    }
  }

  private static void eachReference(SchemaDocument document, Budget budget, ReferenceVisit visit) {
    document.eachSchema(
        budget,
        (schema, pointer) -> {
          JsonNode ref = schema.path("$ref");
          if (ref.isTextual()) {
            visit.at(document, pointer + "/$ref", ref.textValue());
          }
        });
  }

  @FunctionalInterface
  private interface ReferenceVisit {
    void at(SchemaDocument document, String pointer, String ref);
  }
}

package org.attestry.schema.domain.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Consumer;

/** Checks that every reference of a document, and of those that it references, leads somewhere. */
public final class ReferenceCheck {

  private static final String RULE = "reference";

  private ReferenceCheck() {}

  public static void check(Library library, Findings findings) {
    eachReference(
        library.own(),
        (document, pointer, ref) ->
            attempt(library, document, ref, text -> findings.refuse(pointer, RULE, text)));
    library
        .others()
        .values()
        .forEach(
            other ->
                eachReference(
                    other,
                    (document, pointer, ref) ->
                        attempt(
                            library,
                            document,
                            ref,
                            text ->
                                findings.refuse(
                                    "",
                                    RULE,
                                    "In '%s' at %s: %s"
                                        .formatted(document.name(), pointer, text)))));
  }

  private static void attempt(
      Library library, SchemaDocument from, String ref, Consumer<String> report) {
    try {
      library.resolve(ref, from);
    } catch (UnresolvedReference e) {
      report.accept(e.getMessage());
    }
  }

  private static void eachReference(SchemaDocument document, ReferenceVisit visit) {
    Subschemas.walk(
        document.root(),
        "",
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

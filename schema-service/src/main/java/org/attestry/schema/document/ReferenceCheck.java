package org.attestry.schema.document;

/**
 * Checks that every reference in a document, and in the documents that it references, can be
 * resolved.
 */
public final class ReferenceCheck {

  private static final String RULE = "reference";

  private ReferenceCheck() {}

  public static void check(Library library, Findings findings) {
    check(library, library.own(), findings);
    library.others().values().forEach(other -> check(library, other, findings));
  }

  private static void check(Library library, SchemaDocument document, Findings findings) {
    document.eachReference(
        findings.budget(),
        (ref, pointer) -> {
          try {
            library.resolve(ref, document);
          } catch (UnresolvedReference e) {
            String advice = e.advice(findings.spelling());
            boolean own = document == library.own();
            findings.refuse(
                own ? pointer : "",
                RULE,
                own ? advice : "In '%s' at %s: %s".formatted(document.name(), pointer, advice));
          }
        });
  }
}

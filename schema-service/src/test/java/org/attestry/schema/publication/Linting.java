package org.attestry.schema.publication;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.fair.Budget;
import org.attestry.schema.document.DocumentCheck;
import org.attestry.schema.document.DocumentLimits;
import org.attestry.schema.document.Findings;
import org.attestry.schema.document.Library;
import org.attestry.schema.document.ReservedNames;
import org.attestry.schema.document.SchemaDocument;
import org.attestry.schema.lint.Linter;

/** The service's own rules and linter, for tests. */
public final class Linting {

  public static final ReservedNames RESERVED = new ReservedNames("admin", List.of("signer"));

  private Linting() {}

  /** What a check of one document begins with. */
  public static Findings findings() {
    return new Findings(budget());
  }

  /** The steps of one check, without haste. */
  public static Budget budget() {
    return Budget.of(Duration.ofMinutes(1), DocumentLimits.STEPS, DocumentLimits.TOO_MUCH_WORK);
  }

  /** The types of a document that refers to no other. */
  static List<EntityType> lint(String text, Findings findings) {
    SchemaDocument document = new DocumentCheck(RESERVED).read("T", text, Linting.findings());
    return lint(document, Map.of(), findings);
  }

  /** The types of a document with the documents that it refers to, by their names. */
  public static List<EntityType> lint(
      SchemaDocument document, Map<String, SchemaDocument> others, Findings findings) {
    Library library = new Library(document, others);
    return new Linter(RESERVED).lint(new UUID(0, 1), library, findings);
  }
}

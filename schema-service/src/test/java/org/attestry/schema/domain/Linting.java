package org.attestry.schema.domain;

import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.schema.EntityType;
import org.attestry.schema.domain.document.DocumentCheck;
import org.attestry.schema.domain.document.DocumentRules;
import org.attestry.schema.domain.document.Findings;
import org.attestry.schema.domain.document.Library;
import org.attestry.schema.domain.document.SchemaDocument;
import org.attestry.schema.metaschema.VertxDocumentRules;

/** The service's own rules and linter, for tests. */
public final class Linting {

  /** They hold nothing of the Vert.x instance that loads them. */
  public static final DocumentRules RULES = rules();

  private Linting() {}

  /** The types of a document that refers to no other. */
  static List<EntityType> lint(String text, Findings findings) {
    SchemaDocument document = new DocumentCheck(RULES, "admin").read("T", text, new Findings());
    return new Linter(RULES).lint(new UUID(0, 1), new Library(document, Map.of()), findings);
  }

  private static DocumentRules rules() {
    Vertx vertx = Vertx.vertx();
    DocumentRules rules = VertxDocumentRules.load(vertx);
    vertx.close();
    return rules;
  }
}

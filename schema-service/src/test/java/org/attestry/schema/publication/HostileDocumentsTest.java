package org.attestry.schema.publication;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.json.Json;
import org.attestry.schema.change.DocumentDifferences;
import org.attestry.schema.change.TypeChange;
import org.attestry.schema.document.DocumentCheck;
import org.attestry.schema.document.Findings;
import org.attestry.schema.document.SchemaDocument;
import org.attestry.schema.stored.SchemaFailures;
import org.attestry.testkit.Cost;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;

/**
 * Generated documents go the way of every document: they are checked, made types of, and compared
 * with one another. Each ends within its budget, as types or as a refusal with a reason.
 */
class HostileDocumentsTest {

  private static final int DOCUMENTS = 3_000;

  /** Coarse: what is left of an exponential step takes minutes. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final Map<String, SchemaDocument> libraries = new HashMap<>();
  private List<EntityType> before = List.of();
  private String textBefore = "{}";
  private int published;

  @Test
  void everyGeneratedDocumentEndsAsTypesOrAsARefusal() {
    HostileDocuments documents = new HostileDocuments(Seeds.of(14));
    for (int i = 0; i < DOCUMENTS; i++) {
      check(documents.next());
    }
    assertTrue(published > DOCUMENTS / 5, "published " + published);
  }

  @Test
  void everyLargeDocumentEndsAsTypesOrAsARefusal() {
    HostileDocuments.large().forEach(this::check);
  }

  private void check(String text) {
    try {
      Cost.atMost(LONGEST, () -> compare(types(text), text));
      published++;
    } catch (FailureException refused) {
      FailureKind kind = refused.failure().kind();
      assertTrue(
          kind == FailureKind.INVALID || kind == FailureKind.TOO_LARGE,
          refused.failure().message());
    } catch (RuntimeException | StackOverflowError unexpected) {
      throw new AssertionError(begin(text), unexpected);
    }
  }

  private List<EntityType> types(String text) {
    Findings findings = Linting.findings();
    SchemaDocument document = new DocumentCheck(Linting.RESERVED).read("Doc", text, findings);
    if (findings.refused()) {
      throw SchemaFailures.invalidDocument(findings.violations());
    }
    List<EntityType> types = Linting.lint(document, libraries, Linting.findings());
    libraries.put("Lib", SchemaDocument.stored("Lib", text));
    return types;
  }

  private void compare(List<EntityType> types, String text) {
    SchemaDocument document = SchemaDocument.stored("Doc", text);
    for (EntityType old : before) {
      for (EntityType type : types) {
        if (old.name().equals(type.name()) && old.config() != null && type.config() != null) {
          TypeChange.of(old, type, document, Linting.budget());
        }
      }
    }
    DocumentDifferences.of(1, Json.read(textBefore), 2, document.root(), Linting.budget());
    before = new ArrayList<>(types);
    textBefore = text;
  }

  private static String begin(String text) {
    return text.substring(0, Math.min(text.length(), 1_000));
  }
}

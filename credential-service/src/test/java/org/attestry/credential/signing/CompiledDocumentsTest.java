package org.attestry.credential.signing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.credential.Budgets;
import org.attestry.credential.signing.Canonicalizer.ReadDocument;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

class CompiledDocumentsTest {

  private static final List<String> TEXTS =
      List.of(
          "",
          "Ada",
          "Lovelace",
          "a \"quoted\" text",
          "back\\slash",
          "two\nlines",
          "ümläut \u0939",
          "@id",
          "@type",
          "@none",
          "_:b0",
          "_:c14n0",
          "null",
          "urn:uuid:x",
          "did:web:x.example",
          "https://example.org/a#b",
          "schema:name",
          "name",
          "Person",
          "VerifiableCredential",
          "2026-01-02T03:04:05Z",
          "en",
          "1",
          "true",
          "tab\there",
          "nul\u0000",
          "delete\u007f",
          "after surrogates \ue000",
          "astral \ud83d\ude00",
          "half \ud800",
          "text of a signer0",
          "urn:uuid:x0signer0x",
          "x".repeat(3_000),
          "a b",
          "<tag>",
          "{{name}}");

  private final BundledContexts bundled = BundledContexts.load();
  private final Canonicalizer canonicalizer = new Canonicalizer(bundled);
  private final Random random = new Random(18);

  /** A credential as it is issued: an id and status entries of its own. */
  private ObjectNode issued(int index) {
    ObjectNode document =
        (ObjectNode)
            Json.parse(
                JsonBytes.of(
                    """
                    {"@context": ["https://www.w3.org/2018/credentials/v1",
                       "https://www.w3.org/ns/credentials/status/v1",
                       {"@vocab": "https://example.org/terms#", "Person": "https://example.org/terms#Person",
                        "born": {"@type": "http://www.w3.org/2001/XMLSchema#date"},
                        "home": {"@type": "@id"}, "motto": {"@language": "en"},
                        "kind": {"@type": "@vocab"}, "any": {"@type": "@json"}}],
                     "id": "urn:uuid:%s", "type": ["VerifiableCredential", "Certificate"],
                     "issuer": "did:web:issuer.example", "issuanceDate": "2026-01-02T03:04:05Z",
                     "credentialSubject": {"id": "did:example:%d", "type": "Person", "name": "Ada",
                       "born": "1815-12-10", "home": "https://example.org/people/ada", "motto": "Onwards",
                       "kind": "Person", "tags": ["a", "b"], "any": {"deep": ["x", 1]}, "points": 7,
                       "address": {"street": "Main Street 1", "city": "London"},
                       "typed": {"@value": "5", "@type": "https://example.org/terms#unit"}},
                     "credentialStatus": [
                       {"id": "https://registry.example/status-lists/1/revocation#%d",
                        "type": "BitstringStatusListEntry", "statusPurpose": "revocation",
                        "statusListIndex": "%d",
                        "statusListCredential": "https://registry.example/status-lists/1/revocation"}],
                     "evidence": {"type": "Person", "name": "Evidence"}}
                    """
                        .formatted(
                            new UUID(random.nextLong(), random.nextLong()),
                            index % 2,
                            index,
                            index)));
    return document;
  }

  @Test
  void readsWhatIsIssuedAsTheFullPathDoes() {
    for (int index = 0; index < 300; index++) {
      ObjectNode document = issued(index);
      ObjectNode subject = (ObjectNode) document.get("credentialSubject");
      subject.put("name", TEXTS.get(random.nextInt(2, 7)) + index);
      ((ObjectNode) subject.get("address")).put("city", "City " + index);
      assertSame(document, Map.of());
    }
    Map<String, Long> counts = canonicalizer.compiled().counts();
    assertTrue(counts.get("used") > 250, counts.toString());
    assertEquals(0, counts.get("differences"));
  }

  @Test
  void readsEveryTextInEveryPlaceAsTheFullPathDoes() {
    for (int index = 0; index < 20; index++) {
      assertSame(issued(index), Map.of());
    }
    int texts = DocumentShape.of(issued(0), 64).orElseThrow().texts().size();
    for (int number = 0; number < texts; number++) {
      for (String text : TEXTS) {
        assertSame(DocumentShape.with(issued(number), number, text), Map.of());
      }
    }
    Map<String, Long> counts = canonicalizer.compiled().counts();
    assertTrue(counts.get("used") > 100, counts.toString());
    assertEquals(0, counts.get("differences"));
  }

  @Test
  void readsRandomCredentialsWithExchangedTextsAsTheFullPathDoes() {
    for (int round = 0; round < 60; round++) {
      ObjectNode document = RandomCredentials.next(random);
      for (int repeated = 0; repeated < 4; repeated++) {
        assertSame(document, Map.of());
      }
      Optional<DocumentShape> shape = DocumentShape.of(document, 64);
      for (int change = 0; shape.isPresent() && change < 20; change++) {
        int number = random.nextInt(shape.get().texts().size());
        String text = TEXTS.get(random.nextInt(TEXTS.size()));
        assertSame(DocumentShape.with(document, number, text), Map.of());
      }
    }
    Map<String, Long> counts = canonicalizer.compiled().counts();
    assertTrue(counts.get("used") > 300, counts.toString());
    assertEquals(0, counts.get("differences"));
  }

  /** A statement that two nodes make stands once, and parts when one of them gets another id. */
  @Test
  void whatTwoNodesStateIsStatedByEach() {
    for (String end : List.of("x0signer0x", "else")) {
      String document =
          """
          {"@context": ["https://www.w3.org/2018/credentials/v1", {"@vocab": "https://example.org/t#"}],
           "type": ["VerifiableCredential"], "issuer": "did:web:issuer.example",
           "issuanceDate": "2026-01-02T03:04:05Z",
           "credentialSubject": {"one": {"id": "https://example.org/eve", "admin": true},
             "two": {"id": "https://example.org/%s", "admin": true},
             "three": {"id": "https://example.org/%s", "admin": true, "grade": 7}}}
          """;
      for (int repeated = 0; repeated < 5; repeated++) {
        assertSame(Documents.json(document.formatted(end, "eve")), Map.of());
      }
      assertSame(Documents.json(document.formatted(end, "ada")), Map.of());
      assertSame(Documents.json(document.formatted("eve", "ada")), Map.of());
      assertSame(Documents.json(document.formatted("eve", end)), Map.of());
    }
  }

  /** Where values are terms, one can be called like an IRI. */
  @Test
  void irisThatAreTermsMeanWhatTheContextSays() {
    for (String meaning :
        List.of("null", "{\"@reverse\": \"https://example.org/t#silver\"}", "{\"@id\": null}")) {
      String document =
          """
          {"@context": ["https://www.w3.org/2018/credentials/v1",
             {"kind": {"@id": "https://example.org/t#kind", "@type": "@vocab"},
              "https://example.org/t#gold": %s}],
           "type": ["VerifiableCredential"], "issuer": "did:web:issuer.example",
           "issuanceDate": "2026-01-02T03:04:05Z",
           "credentialSubject": {"kind": "https://example.org/t#%s"}}
          """;
      for (int repeated = 0; repeated < 5; repeated++) {
        assertSame(Documents.json(document.formatted(meaning, "bronze")), Map.of());
      }
      assertSame(Documents.json(document.formatted(meaning, "gold")), Map.of());
    }
  }

  @Test
  void aContextWithAnotherContentIsAnotherDocument() {
    String address = "https://example.org/context";
    ObjectNode document = Documents.withSubject("{\"label\": \"Countess\"}");
    document.withArray("@context").add(address);
    for (String iri : List.of("https://example.org/a", "https://example.org/b")) {
      JsonNode context = Json.parse(JsonBytes.of("{\"@context\": {\"more\": \"" + iri + "\"}}"));
      document.put("more", "x");
      for (int repeated = 0; repeated < 6; repeated++) {
        assertSame(document, Map.of(address, context));
      }
    }
    assertTrue(canonicalizer.compiled().counts().get("used") > 0);
  }

  @Test
  void aDifferenceIsCountedAndTheFullPathIsUsedFromThenOn() {
    CompiledDocuments compiled = new CompiledDocuments();
    Lying reader = new Lying();
    ObjectNode document = Documents.withSubject("{\"name\": \"Ada\"}");
    for (int round = 0; round < CompiledDocuments.CHECKED_OF + 3; round++) {
      compiled.read(document, Map.of(), reader);
    }
    assertEquals(1, compiled.counts().get("differences"));
    ReadDocument read = compiled.read(document, Map.of(), reader);
    assertEquals(reader.full(document).form(), read.form());
    assertEquals(CompiledDocuments.CHECKED_OF, compiled.counts().get("used"));
  }

  /** Many of them would fill the heap. */
  @Test
  void documentsOfManyStatementsAreNotKept() {
    ObjectNode document = issued(0);
    ArrayNode numbers = ((ObjectNode) document.get("credentialSubject")).putArray("points");
    for (int number = 0; number < 250; number++) {
      numbers.add(number);
    }
    for (int repeated = 0; repeated < 6; repeated++) {
      assertSame(document, Map.of());
    }
    assertEquals(0, canonicalizer.compiled().counts().get("used"));
  }

  @Test
  void aRefusalOfTheFullPathIsADifference() {
    CompiledDocuments compiled = new CompiledDocuments();
    Lying reader = new Lying();
    ObjectNode document = Documents.withSubject("{\"name\": \"Ada\"}");
    while (compiled.counts().get("used") < CompiledDocuments.CHECKED_OF - 1) {
      compiled.read(document, Map.of(), reader);
    }
    reader.refusal = FailureException.invalid("credential.document.invalid", "/id", "iri", "No.");
    assertThrows(FailureException.class, () -> compiled.read(document, Map.of(), reader));
    assertEquals(1, compiled.counts().get("differences"));
    assertThrows(FailureException.class, () -> compiled.read(document, Map.of(), reader));
    assertEquals(CompiledDocuments.CHECKED_OF, compiled.counts().get("used"));
  }

  /** Tells the truth while it is compiled, and then no more. */
  private final class Lying implements CompiledDocuments.Reader {

    private final ReadDocument truth =
        canonicalizer.read(
            Documents.withSubject("{\"name\": \"Ada\"}"), Map.of(), Rules.ISSUE, Budgets.ofACall());
    private int requested;
    private FailureException refusal;

    @Override
    public ReadDocument full(ObjectNode document) {
      if (refusal != null) {
        throw refusal;
      }
      return truth;
    }

    @Override
    public Optional<CompiledDocument> compile(ObjectNode document, DocumentShape shape) {
      return CompiledDocument.of(document, shape, Map.of(), null, changed -> truth);
    }

    @Override
    public ReadDocument compiled(
        ObjectNode document, DocumentShape shape, CompiledDocument compiled) {
      return requested++ == 0
          ? truth
          : new ReadDocument(new CanonicalForm("lie"), truth.terms(), List.of(), truth.root());
    }
  }

  /** Both paths give the same, or refuse for the same reasons. */
  private void assertSame(ObjectNode document, Map<String, JsonNode> contexts) {
    assertEquals(
        outcome(new Canonicalizer(bundled), document, contexts),
        outcome(canonicalizer, document, contexts),
        document.toString());
  }

  private static Object outcome(
      Canonicalizer canonicalizer, ObjectNode document, Map<String, JsonNode> contexts) {
    try {
      ReadDocument read = canonicalizer.read(document, contexts, Rules.ISSUE, Budgets.ofACall());
      return List.of(read.form(), read.terms());
    } catch (FailureException e) {
      return e.failure().violations().stream().map(Violation::toString).toList();
    }
  }
}

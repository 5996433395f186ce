package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.attestry.contracts.FailureException;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.CanonicalForm;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.Rules;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProofFormsTest {

  private static final String OPTIONS =
      """
      {"@context": %s, "type": "DataIntegrityProof", "cryptosuite": "eddsa-rdfc-2022",
       "created": "2026-01-02T03:04:05Z", "verificationMethod": "did:web:a.example#key-1",
       "proofPurpose": "assertionMethod"}
      """;
  private static final String V2 = "\"https://www.w3.org/ns/credentials/v2\"";
  private static final String OWN_TERMS =
      """
      {"DataIntegrityProof": "https://w3id.org/security#DataIntegrityProof",
       "cryptosuite": "https://w3id.org/security#cryptosuite",
       "proofPurpose": "https://w3id.org/security#proofPurpose",
       "verificationMethod":
         {"@id": "https://w3id.org/security#verificationMethod", "@type": "@id"},
       "created": %s, "at": %s}
      """;
  private static final List<String> TIMES =
      List.of(
          "2026-01-02T03:04:05Z",
          "2027-12-31T23:59:59.123456789Z",
          "1000-01-01T00:00:00Z",
          "2026-01-02T03:04:05+01:00",
          "9999-99-99T99:99:99Z",
          "yesterday",
          "urn:example:yesterday");

  private final Canonicalizer canonicalizer = new Canonicalizer(BundledContexts.load());
  private final ProofForms forms = new ProofForms(canonicalizer);

  @Test
  void areThoseOfTheCanonicalizerForEachTime() {
    assertSameForms(options(V2));
  }

  @Test
  void areThoseOfTheCanonicalizerForFurtherMembers() {
    assertSameForms(
        options(V2)
            .put("challenge", "1000-01-01T00:00:00Z")
            .put("domain", "verifier.example")
            .put("expires", "2026-01-02T03:04:05Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"@id\": \"http://purl.org/dc/terms/created\"}",
        "{\"@id\": \"http://purl.org/dc/terms/created\", \"@type\": \"@id\"}",
        "{\"@id\": \"http://purl.org/dc/terms/created\", \"@type\": \"@vocab\"}",
        "{\"@id\": \"http://purl.org/dc/terms/created\", \"@language\": \"en\"}",
        "{\"@id\": \"http://purl.org/dc/terms/created\", \"@container\": \"@list\"}",
        "{\"@id\": \"http://purl.org/dc/terms/created\", \"@type\": \"@json\"}",
        "{\"@id\": \"https://example.org/made\"}",
        "\"@id\"",
        "\"@type\""
      })
  void areThoseOfTheCanonicalizerWhateverContextsMakeOfTheTime(String created) {
    String terms = OWN_TERMS.formatted(created, "\"http://purl.org/dc/terms/created\"");
    assertSameForms(options(terms));
    assertSameForms(options(terms).put("at", "2026-06-01T00:00:00Z"));
  }

  @Test
  void keepEachStatementAboutTheTime() {
    ObjectNode options = options(V2);
    options
        .putObject("http://purl.org/dc/terms/created")
        .put("@type", "http://www.w3.org/2001/XMLSchema#dateTime")
        .put("@value", "1000-01-01T00:00:00Z");
    assertSameForms(options);
  }

  @Test
  void keepTheStatementThatAContextMakesOfTheNonce() {
    String terms =
        """
        {"nonce": {"@id": "http://purl.org/dc/terms/created",
          "@type": "http://www.w3.org/2001/XMLSchema#dateTime"}}
        """;
    ObjectNode options =
        options("[\"https://w3id.org/security/data-integrity/v2\", " + terms + "]");
    assertSameForms(options.put("nonce", "1000-01-01T00:00:00Z"));
  }

  @Test
  void labelBlankNodesByTheTime() {
    ObjectNode options = options("[" + V2 + ", {\"extra\": \"https://example.org/extra\"}]");
    options.putObject("extra");
    for (int second = 10; second < 60; second++) {
      assertSameForm(options, "2026-01-02T03:04:%dZ".formatted(second));
    }
  }

  @Test
  void areOfTheContextsThatTheProofIsReadWith() {
    String address = "https://example.org/context";
    ObjectNode options = options("[" + V2 + ", \"" + address + "\"]").put("extra", "a text");
    for (String term : List.of("https://example.org/a", "https://example.org/b")) {
      ObjectNode context = Json.object();
      context.putObject("@context").put("extra", term);
      Map<String, JsonNode> contexts = Map.of(address, context);
      assertEquals(
          canonicalizer.read(options, contexts, Rules.VERIFY, Budgets.ofACall()).form(),
          forms.of(options, contexts, Rules.VERIFY, Budgets.ofACall()));
    }
  }

  @Test
  void refuseWhatTheContextsDoNotDefineEachTime() {
    ObjectNode options = options(V2).put("undefined", "a text");
    for (int time = 0; time < 2; time++) {
      assertThrows(
          FailureException.class,
          () -> forms.of(options, Map.of(), Rules.VERIFY, Budgets.ofACall()));
    }
  }

  private static ObjectNode options(String contexts) {
    return Documents.json(OPTIONS.formatted(contexts));
  }

  private void assertSameForms(ObjectNode options) {
    TIMES.forEach(time -> assertSameForm(options, time));
  }

  private void assertSameForm(ObjectNode options, String time) {
    options.put("created", time);
    assertEquals(full(options), of(options), options::toString);
  }

  private Object full(ObjectNode options) {
    return outcome(
        () -> canonicalizer.read(options, Map.of(), Rules.VERIFY, Budgets.ofACall()).form());
  }

  private Object of(ObjectNode options) {
    return outcome(() -> forms.of(options, Map.of(), Rules.VERIFY, Budgets.ofACall()));
  }

  private static Object outcome(Supplier<CanonicalForm> reading) {
    try {
      return reading.get();
    } catch (FailureException refused) {
      return refused.failure().code();
    }
  }
}

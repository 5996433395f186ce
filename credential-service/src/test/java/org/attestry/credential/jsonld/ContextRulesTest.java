package org.attestry.credential.jsonld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.Violation;
import org.attestry.credential.Budgets;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.canonical.UploadedContextCheck;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs.SignedDocument;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.suite.DataIntegritySuite;
import org.attestry.credential.suite.Documents;
import org.attestry.credential.suite.ProofSuite;
import org.attestry.credential.suite.ProofSuites;
import org.attestry.credential.suite.SecuredDocument;
import org.attestry.credential.suite.TestProofs;
import org.attestry.runtime.identifier.Sha256;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The features of contexts that are not bundled. */
class ContextRulesTest {

  private static final String METHOD = "did:web:issuer.example#key-1";
  private static final String ISSUER = "did:web:issuer.example";
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final String ADDRESS = "https://contexts.example/1";

  private final BundledContexts bundled = BundledContexts.load();
  private final Canonicalizer canonicalizer = new Canonicalizer(bundled);
  private final ProofSuites proofs = TestProofs.at("https://registry.example");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"@base\": \"https://reg.example/\"}|/@base",
        "{\"@base\": null}|/@base",
        "{\"T\": {\"@id\": \"urn:T\", \"@context\": {\"@base\": \"https://reg.example/\"}}}"
            + "|/T/@context/@base",
        "{\"Doctor\": null}|/Doctor",
        "{\"hasOwnProperty\": \"urn:own\"}|/hasOwnProperty",
        "{\"Doctor\": {\"@id\": null}}|/Doctor/@id",
        "{\"Doctor\": false}|/Doctor",
        "{\"T\": {\"@id\": \"urn:T\", \"@context\": {\"Doctor\": null}}}|/T/@context/Doctor",
        "{\"@import\": \"https://www.w3.org/2018/credentials/v1\"}|/@import",
        "{\"@propagate\": false}|/@propagate",
        "{\"@version\": 1.0}|/@version",
        "{\"@vocab\": null}|/@vocab",
        "{\"@vocab\": \"\"}|/@vocab",
        "{\"@vocab\": \"x#\"}|/@vocab",
        "{\"@language\": \"not a tag\"}|/@language",
        "{\"@direction\": \"up\"}|/@direction",
        "{\"@direction\": null}|/@direction",
        "{\"n\": {\"@id\": \"urn:n\", \"@direction\": null}}|/n/@direction",
        "{\"n\": {\"@id\": \"urn:n\", \"@type\": \"@id\", \"@language\": \"en\"}}|/n/@language",
        "{\"@protected\": \"yes\"}|/@protected",
        "{\"@protected\": false}|/@protected",
        "{\"n\": {\"@id\": \"urn:n\", \"@protected\": false}}|/n/@protected",
        "{\"did\": \"https://x.example/\"}|/did",
        "{\"URN\": \"https://x.example/\"}|/URN",
        "{\"1\": \"https://x.example/\"}|/1",
        "{\"@index\": \"urn:x\"}|/@index",
        "{\"@foo\": \"urn:x\"}|/@foo",
        "{\"@type\": {\"@container\": \"@set\"}}|/@type",
        "{\"n\": \"@nest\"}|/n",
        "{\"n\": \"@index\"}|/n",
        "{\"n\": \"@none\"}|/n",
        "{\"n\": \"@foo\"}|/n",
        "{\"n\": {\"@id\": \"@included\"}}|/n/@id",
        "{\"n\": {\"@id\": \"urn:n\", \"@nest\": \"@nest\"}}|/n/@nest",
        "{\"n\": {\"@id\": \"urn:n\", \"@index\": \"urn:role\"}}|/n/@index",
        "{\"n\": {\"@reverse\": \"urn:n\"}}|/n/@reverse",
        "{\"n\": {\"@id\": \"urn:n\", \"@type\": \"@none\"}}|/n/@type",
        "{\"n\": {\"@id\": \"urn:n\", \"@type\": \"Date\"}}|/n/@type",
        "{\"n\": {\"@id\": \"urn:n\", \"@type\": null}}|/n/@type",
        "{\"n\": {\"@id\": \"urn:n\", \"@container\": \"@index\"}}|/n/@container",
        "{\"n\": {\"@id\": \"urn:n\", \"@container\": \"@id\"}}|/n/@container",
        "{\"n\": {\"@id\": \"urn:n\", \"@container\": \"@type\"}}|/n/@container",
        "{\"n\": {\"@id\": \"urn:n\", \"@container\": \"@graph\"}}|/n/@container",
        "{\"n\": {\"@id\": \"urn:n\", \"@container\": [\"@set\", \"@list\"]}}|/n/@container",
        "{\"n\": {\"@id\": \"urn:n\", \"@container\": null}}|/n/@container",
        "{\"n\": {\"@id\": \"urn:n\", \"@type\": \"@json\", \"@container\": \"@list\"}}"
            + "|/n/@container",
        "{\"n\": {\"@id\": \"urn:n\", \"@context\": null}}|/n/@context",
        "{\"n\": {\"@id\": \"urn:n\", \"@context\": [{}, null]}}|/n/@context/1",
        "{\"n\": \"label\"}|/n",
        "{\"n\": \"_:label\"}|/n",
        "{\"n\": \"n:label\"}|/n",
        "{\"n\": {\"@id\": \"label\"}}|/n/@id",
        "{\"n\": {\"@id\": \"urn:a b\"}}|/n/@id",
        "{\"\": \"urn:n\"}|/",
        "{\"a/b\": \"urn:n\"}|/a~1b",
        "{\"n\": \"urn:n\", \"@context\": {}}|/@context"
      })
  void refusesEverythingElseWithItsPlace(String context, String pointer) {
    ObjectNode document = under(context, "{}");
    Violation first = Documents.violationsOf(() -> read(document, Rules.VERIFY)).getFirst();
    assertEquals("/@context/1" + pointer, first.pointer());
    assertTrue(Set.of(ContextRules.UNSUPPORTED, "context").contains(first.rule()), first.rule());
    UploadedContextCheck check = new UploadedContextCheck(bundled);
    ObjectNode uploaded = Documents.json("{}").set("@context", Documents.json(context));
    first =
        Documents.violationsOf(() -> check.digest(ADDRESS, uploaded, Budgets.ofACall())).getFirst();
    assertEquals("/document/@context" + pointer, first.pointer());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"@version\": 1.1, \"n\": \"urn:n\"}|{\"n\": \"x\"}",
        "{\"ex\": \"https://x.example/#\", \"n\": \"ex:n\"}|{\"n\": \"x\", \"ex:m\": \"y\"}",
        "{\"ex\": {\"@id\": \"https://x.example/\", \"@prefix\": true}}|{\"ex:m\": \"y\"}",
        "{\"id\": \"@id\", \"kind\": \"@type\", \"val\": \"@value\"}"
            + "|{\"kind\": \"Person\", \"name\": {\"val\": \"x\"}}",
        "{\"n\": {\"@id\": \"urn:n\", \"@type\": \"@id\"}}|{\"n\": \"urn:x\"}",
        "{\"n\": {\"@id\": \"urn:n\", \"@type\": \"@vocab\"}, \"hi\": \"urn:hi\"}|{\"n\": \"hi\"}",
        "{\"n\": {\"@id\": \"urn:n\", \"@type\": \"@json\"}}|{\"n\": [null, {}]}",
        "{\"n\": {\"@id\": \"urn:n\", \"@type\": \"http://www.w3.org/2001/XMLSchema#date\"}}"
            + "|{\"n\": \"2026-01-02\"}",
        "{\"n\": {\"@id\": \"urn:n\", \"@container\": \"@set\"}}|{\"n\": [\"x\"]}",
        "{\"n\": {\"@id\": \"urn:n\", \"@container\": \"@list\"}}|{\"n\": [\"x\", \"x\"]}",
        "{\"n\": {\"@id\": \"urn:n\", \"@container\": [\"@language\", \"@set\"]}}"
            + "|{\"n\": {\"de-CH\": [\"x\"]}}",
        "{\"T\": {\"@id\": \"urn:T\", \"@context\": {\"n\": \"urn:n\"}}}"
            + "|{\"type\": \"T\", \"n\": \"x\"}",
        "{\"p\": {\"@id\": \"urn:p\", \"@context\": {\"n\": \"urn:n\"}}}|{\"p\": {\"n\": \"x\"}}",
        "{\"@protected\": true, \"n\": {\"@id\": \"urn:n\", \"@protected\": true}}|{\"n\": \"x\"}",
        "{\"@vocab\": \"https://x.example/#\"}|{\"n\": \"x\"}",
        "{\"@language\": \"de-CH\", \"n\": {\"@id\": \"urn:n\", \"@language\": null}}"
            + "|{\"n\": \"x\"}",
        "{\"n\": {\"@id\": \"urn:n\", \"@direction\": \"ltr\"}}|{\"n\": \"x\"}"
      })
  void readsEveryFeatureOfTheList(String context, String members) {
    String nQuads = read(under(context, members), Rules.ISSUE);
    assertTrue(nQuads.lines().count() >= 6, nQuads);
  }

  /** The other name is accepted where both are resolved against the same base. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\": \"Ann Lee\"}",
        "{\"type\": \"Ann Lee\"}",
        "{\"friend\": \"Ann Lee\"}",
        "{\"level\": \"Ann Lee\"}",
        "{\"friend\": {\"id\": \"Ann Lee\"}}",
        "{\"friends\": [\"Ann Lee\", \"urn:x\"]}",
        "{\"name\": {\"@value\": \"x\", \"@type\": \"Ann Lee\"}}",
        "{\"id\": \"ann\"}",
        "{\"id\": \"\"}",
        "{\"id\": \"urn:ann lee\"}",
        "{\"friend\": \"//reg.example/ann\"}"
      })
  void refusesTextsThatAreNoIrisInEveryPlaceOfOne(String members) {
    String friends =
        "{\"friends\": {\"@id\": \"urn:f\", \"@type\": \"@id\", \"@container\": \"@list\"}}";
    for (Rules rules : Rules.values()) {
      List<Violation> found = Documents.violationsOf(() -> read(under(friends, members), rules));
      assertTrue(
          Set.of("iri", "datatype", "type.undefined").contains(found.getFirst().rule()),
          found.toString());
      assertTrue(found.getFirst().pointer().startsWith("/credentialSubject/"), found.toString());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"n\": {\"@id\": \"urn:n\", \"@type\": \"http://www.w3.org/2001/XMLSchema#double\"}}"
            + "|{\"n\": \"1.50\"}|/n",
        "{\"n\": {\"@id\": \"urn:n\", \"@type\": \"http://www.w3.org/2001/XMLSchema#float\"}}"
            + "|{\"n\": 11}|/n",
        "{\"n\": {\"@id\": \"urn:n\", \"@type\":"
            + " \"http://www.w3.org/1999/02/22-rdf-syntax-ns#langString\"}}|{\"n\": \"x\"}|/n",
        "{\"@direction\": \"rtl\", \"n\": \"urn:n\"}|{\"n\": \"x\", \"name\": 1}|/n",
        "{}|{\"name\": [5, {\"@value\": 5, \"@type\":"
            + " \"http://www.w3.org/2001/XMLSchema#integer\"}]}|/name/1/@type",
        "{}|{\"name\": [{\"@list\": []}, {\"@list\": []}]}|/name/1/@list",
        "{}|{\"steps\": [{\"@set\": [\"a\"]}]}|/steps/0",
        "{}|{\"steps\": {\"@set\": [\"a\"]}}|/steps",
        "{}|{\"name\": {\"@list\": [{\"@set\": [\"a\"]}]}}|/name/@list/0"
      })
  void refusesToSignWhatOthersReadOtherwise(String context, String members, String pointer) {
    ObjectNode document = under(context, members);
    Violation first = Documents.violationsOf(() -> read(document, Rules.ISSUE)).getFirst();
    assertEquals("/credentialSubject" + pointer, first.pointer());
  }

  /** Processors decide in different contexts whether such an object is a node, value or list. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"path\": {\"@id\": \"urn:s\", \"@container\": \"@list\","
            + " \"@context\": {\"items\": \"@list\"}}}"
            + "|{\"path\": {\"items\": [\"a\", \"b\"]}}|/path/items",
        "{\"items\": \"@list\", \"path\": {\"@id\": \"urn:s\", \"@container\": \"@list\","
            + " \"@context\": {\"items\": \"urn:items\"}}}"
            + "|{\"path\": {\"items\": \"a\"}}|/path/items",
        "{\"nick\": \"urn:nick\", \"val\": \"urn:val\", \"lang\": \"urn:lang\", \"P\": {\"@id\":"
            + " \"urn:P\", \"@context\": {\"val\": \"@value\", \"lang\":"
            + " \"@language\"}}}|{\"type\": \"P\", \"nick\": {\"val\": \"hi\", \"lang\":"
            + " \"ar\"}}|/nick/val",
        "{\"Foo\": \"urn:Foo\", \"n\": {\"@id\": \"urn:n\", \"@context\": {\"val\": \"@value\"}}}"
            + "|{\"n\": {\"val\": \"x\", \"@type\": \"Foo\"}}|/n/val"
      })
  void refusesNamesThatAreKeywordsOnOneSideOfAContextAlone(
      String context, String members, String pointer) {
    for (Rules rules : Rules.values()) {
      Violation first =
          Documents.violationsOf(() -> read(under(context, members), rules)).getFirst();
      assertEquals(
          "/credentialSubject" + pointer + " " + ContextRules.UNSUPPORTED,
          first.pointer() + " " + first.rule());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://x.example/a\u3000b", "urn:a\u00a0b", "urn:\ufeffb", "urn:a\u2028b"})
  void refusesWhiteSpaceOfAnyScriptInIris(String iri) {
    for (Rules rules : Rules.values()) {
      ObjectNode document = under("{}", "{}");
      document.put("id", iri);
      assertEquals("iri", Documents.violationsOf(() -> read(document, rules)).getFirst().rule());
    }
  }

  /** Some processors read a comma as a part of a scheme. */
  @Test
  void refusesNamesThatMayBeAbsoluteIrisUnderAVocabulary() {
    String context =
        "{\"@vocab\": \"https://x.example/\", \"kind\": {\"@id\": \"urn:k\", \"@type\":"
            + " \"@vocab\"}}";
    for (Rules rules : Rules.values()) {
      Violation first =
          Documents.violationsOf(() -> read(under(context, "{\"kind\": \"a,b:c\"}"), rules))
              .getFirst();
      assertEquals("/credentialSubject/kind iri", first.pointer() + " " + first.rule());
    }
  }

  @Test
  void refusesWholeNumbersOfAFloatWhicheverWayTheyAreRead() {
    String context =
        "{\"n\": {\"@id\": \"urn:n\", \"@type\": \"http://www.w3.org/2001/XMLSchema#float\"}}";
    for (Rules rules : Rules.values()) {
      assertEquals(
          "datatype",
          Documents.violationsOf(() -> read(under(context, "{\"n\": 5}"), rules))
              .getFirst()
              .rule());
    }
  }

  @Test
  void refusesTermsThatAreDefinedInACircle() {
    ObjectNode document = under("{\"a\": \"b:x\", \"b\": \"a:y\"}", "{}");
    Violation first = Documents.violationsOf(() -> read(document, Rules.ISSUE)).getFirst();
    assertEquals("/@context json-ld.cyclic-iri-mapping", first.pointer() + " " + first.rule());
  }

  /** Under a base, or where the term has no meaning, any other value would verify too. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"@base\": \"https://reg.example/\"}",
        "{\"Doctor\": null}",
        "{\"n\": {\"@id\": \"urn:n\", \"@container\": \"@index\", \"@index\": \"urn:role\"}}"
      })
  void verifiesNothingUnderOtherContexts(String context) {
    ObjectNode document = under(context, "{}");
    Verdict verdict =
        proofs.verify(document, Documents.json("{}"), Map.of(), null, Budgets.ofACall()).verdict();
    String reason = ((Verdict.Undecided) verdict).reason();
    assertTrue(reason.startsWith("context.unsupported:/@context/1/"), reason);
  }

  @Test
  void verifiesNothingUnderAContextThatWasUploadedBefore() {
    ObjectNode document = Documents.credential();
    ((ArrayNode) document.get("@context")).add(ADDRESS);
    Map<String, JsonNode> contexts =
        Map.of(ADDRESS, Documents.json("{\"@context\": {\"Doctor\": null}}"));
    Verdict verdict =
        proofs.verify(document, Documents.json("{}"), contexts, null, Budgets.ofACall()).verdict();
    assertEquals(new Verdict.Undecided("context.unsupported:/@context/2"), verdict);
  }

  @Test
  void writesLanguagesInLowerCase() {
    String members =
        "{\"name\": [\"Guezi\", {\"@value\": \"v\", \"@language\": \"de-AT\"}],"
            + " \"label\": {\"pt-BR\": \"x\"}}";
    String nQuads = read(under("{\"@language\": \"de-CH\"}", members), Rules.ISSUE);
    for (String tagged : List.of("\"Guezi\"@de-ch", "\"v\"@de-at", "\"x\"@pt-br")) {
      assertTrue(nQuads.contains(tagged), nQuads);
    }
  }

  @Test
  void writesDirectionsIntoDatatypes() {
    String members =
        "{\"name\": [\"a\", {\"@value\": \"b\", \"@language\": \"ar-EG\", \"@direction\":"
            + " \"rtl\"}]}";
    String nQuads = read(under("{\"@direction\": \"ltr\"}", members), Rules.VERIFY);
    assertTrue(nQuads.contains("\"a\"^^<https://www.w3.org/ns/i18n#_ltr>"), nQuads);
    assertTrue(nQuads.contains("\"b\"^^<https://www.w3.org/ns/i18n#ar-eg_rtl>"), nQuads);
  }

  /** Made with the form that languages of contexts had before. */
  @Test
  void verifiesWhatWasSignedWithLanguagesInCapitals() {
    ObjectNode document = under("{\"@language\": \"de-CH\"}", "{}");
    KeyPair pair = Keys.generate(KeyType.ED25519);
    TestSigner signer = new TestSigner(METHOD, ISSUER, pair);
    ProofSuite suite = DataIntegritySuite.eddsaRdfc2022(canonicalizer);
    ((ArrayNode) document.get("@context")).add("https://w3id.org/security/data-integrity/v2");
    SecuredDocument former =
        TestSigner.secured(canonicalizer, document, Map.of(), Rules.VERIFY_FORMER);
    assertTrue(former.form().nQuads().contains("\"Ada\"@de-CH"));
    ObjectNode proof = signer.sign(suite, former, NOW, null);

    assertTrue(verdict(document, proof, pair) instanceof Verdict.Valid);
    assertEquals(
        List.of(read(document, Rules.VERIFY), former.form().nQuads()).stream()
            .map(Sha256::hex)
            .toList(),
        proofs.signedHashes(document, Map.of(), Budgets.ofACall()));
    ((ObjectNode) document.get("credentialSubject")).put("name", "Eve");
    assertEquals(
        new Verdict.Invalid("signature.mismatch", List.of()), verdict(document, proof, pair));
  }

  @Test
  void signsAndVerifiesUnderEveryFeature() {
    ObjectNode document =
        under("{\"@language\": \"pt-BR\", \"@vocab\": \"urn:v:\"}", "{\"label\": {\"DE\": \"x\"}}");
    KeyPair pair = Keys.generate(KeyType.RSA);
    SignedDocument signed =
        new TestSigner(METHOD, ISSUER, pair)
            .sign(
                proofs,
                proofs.read(document, proofs.suite(), Map.of(), Budgets.ofACall()),
                NOW,
                null);
    ObjectNode proof = (ObjectNode) signed.credential().get("proof");
    assertTrue(verdict(document, proof, pair) instanceof Verdict.Valid);
  }

  private Verdict verdict(ObjectNode document, ObjectNode proof, KeyPair pair) {
    VerificationKey key =
        new VerificationKey(
            METHOD, ISSUER, KeyState.ACTIVE, pair.getPublic(), "", Set.of(), SigningTime.UNKNOWN);
    return proofs.verify(document, proof, Map.of(), key, Budgets.ofACall()).verdict();
  }

  private String read(ObjectNode document, Rules rules) {
    return canonicalizer.read(document, Map.of(), rules, Budgets.ofACall()).form().nQuads();
  }

  /** The credential under a further context, the first inline one, with members of its subject. */
  private static ObjectNode under(String context, String members) {
    ObjectNode document = Documents.withSubject(members);
    ((ArrayNode) document.get("@context")).insert(1, Documents.json(context));
    return document;
  }
}

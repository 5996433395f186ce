package org.attestry.credential.canonical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.Violation;
import org.attestry.credential.Budgets;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.jsonld.Rules;
import org.attestry.credential.proof.GeneratedContext;
import org.attestry.credential.suite.Documents;
import org.attestry.credential.suite.UndefinedTerms;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalizerTest {

  private final Canonicalizer canonicalizer = new Canonicalizer(BundledContexts.load());

  @Test
  void writesNQuadsInCanonicalOrder() {
    String expected =
        """
        _:c14n0 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://www.w3.org/2018/credentials#VerifiableCredential> .
        _:c14n0 <https://www.w3.org/2018/credentials#credentialSubject> _:c14n1 .
        _:c14n0 <https://www.w3.org/2018/credentials#issuanceDate> "2026-01-02T03:04:05Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
        _:c14n0 <https://www.w3.org/2018/credentials#issuer> <did:web:issuer.example> .
        _:c14n1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://example.org/#Person> .
        _:c14n1 <https://example.org/#name> "Ada" .
        """;
    assertEquals(expected, issue(Documents.credential()));
  }

  @Test
  void isTheSameForMembersInAnotherOrder() {
    ObjectNode credential = Documents.credential();
    ObjectNode reordered = Documents.json("{}");
    List<String> names = List.of("credentialSubject", "issuer", "type", "issuanceDate", "@context");
    names.forEach(name -> reordered.set(name, credential.get(name)));
    assertEquals(issue(credential), issue(reordered));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e21",
        "1e-7",
        "5e-324",
        "9007199254740992",
        "-9007199254740992",
        "9007199254740993",
        "123456789012345680000",
        "0.1234567890123456789",
        "0.0000001",
        "-1e300"
      })
  void refusesToIssueNumbersThatVerifiersReadDifferently(String number) {
    assertViolation(
        Documents.withSubject("{\"name\": " + number + "}"), "/credentialSubject/name", "number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "9007199254740991", "1.5", "-0.25", "0.000001", "1.0", "1e2"})
  void issuesPlainNumbers(String number) {
    assertTrue(issue(Documents.withSubject("{\"name\": " + number + "}")).contains("XMLSchema#"));
  }

  @Test
  void writesNumbersAsJavaScriptDoes() {
    String nQuads =
        issue(Documents.withSubject("{\"name\": [1.0, 1e2, 1.5, -0.25, 0.000001, 9.2]}"));
    for (String literal :
        List.of(
            "\"1\"",
            "\"100\"",
            "\"1.5E0\"",
            "\"-2.5E-1\"",
            "\"1.0E-6\"",
            "\"9.199999999999999E0\"")) {
      assertTrue(nQuads.contains(literal), literal);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\t", "\\b", "\\f", "\\u0001", "\\u001f", "\\u007f", "\\u0085"})
  void refusesToIssueControlCharacters(String character) {
    assertViolation(
        Documents.withSubject("{\"name\": \"a" + character + "b\"}"),
        "/credentialSubject/name",
        "control-character");
  }

  @Test
  void issuesLineBreaks() {
    assertTrue(issue(Documents.withSubject("{\"name\": \"a\\nb\\rc\"}")).contains("a\\nb\\rc"));
  }

  @Test
  void refusesToIssueExplicitBlankNodesButVerifiesThem() {
    ObjectNode document = Documents.withSubject("{\"id\": \"_:x\", \"friend\": \"_:x\"}");
    assertViolation(document, "/credentialSubject/id", "blank-node");
    assertTrue(verify(document).contains("_:c14n1 <https://example.org/#friend> _:c14n1"));
  }

  @Test
  void issuesTextsThatLookLikeKeywords() {
    assertTrue(issue(Documents.withSubject("{\"name\": \"@ada\"}")).contains("\"@ada\""));
  }

  @Test
  void refusesContextsThatItDoesNotKnow() {
    ObjectNode document = Documents.credential();
    ((ArrayNode) document.get("@context")).add("https://schema.org/");
    assertViolation(document, "/@context/2", "context.unknown");
  }

  @Test
  void refusesContextsThatAnInlineContextImports() {
    ObjectNode document = Documents.credential();
    ((ArrayNode) document.get("@context"))
        .addObject()
        .put("@version", 1.1)
        .put("@import", "http://127.0.0.1:1/context");
    assertViolation(document, "/@context/2/@import", "context.unsupported");
  }

  @Test
  void namesEveryUndefinedTermWithItsPlace() {
    ObjectNode document =
        Documents.withSubject("{\"friend\": {\"rank\": 1}, \"a/b\": 2, \"type\": \"Admin\"}");
    List<Violation> violations = Documents.violationsOf(() -> verify(document));
    assertEquals(
        Set.of(
            "/credentialSubject/friend/rank", "/credentialSubject/a~1b", "/credentialSubject/type"),
        Set.copyOf(violations.stream().map(Violation::pointer).toList()));
  }

  @Test
  void violationsNeverRepeatTheValue() {
    ObjectNode document = Documents.withSubject("{\"friend\": \"secret value\"}");
    Documents.violationsOf(() -> verify(document))
        .forEach(violation -> assertTrue(!violation.toString().contains("secret"), "repeats it"));
  }

  @Test
  void findsUndefinedMembersAndTypes() {
    ObjectNode document =
        Documents.withSubject("{\"type\": [\"Person\", \"Admin\"], \"friend\": {\"rank\": \"1\"}}");
    assertEquals(
        Set.of("Admin", "rank"),
        canonicalizer.attempt(document, Map.of(), Rules.VERIFY, Budgets.ofACall()).undefined());
  }

  @Test
  void findsNothingUndefinedUnderAVocabulary() {
    ObjectNode document = Documents.withSubject("{\"rank\": \"1\"}");
    ((ArrayNode) document.get("@context")).addObject().put("@vocab", "https://example.org/#");
    assertEquals(
        Set.of(),
        canonicalizer.attempt(document, Map.of(), Rules.VERIFY, Budgets.ofACall()).undefined());
  }

  @Test
  void signsUndefinedTermsUnderAGeneratedContext() {
    ObjectNode document =
        Documents.withSubject(
            "{\"type\": \"Admin\", \"first rank\": \"1\", \"marks\": [\"b\", \"a\", \"b\"],"
                + " \"none\": \"\"}");
    Set<String> undefined =
        canonicalizer.attempt(document, Map.of(), Rules.VERIFY, Budgets.ofACall()).undefined();
    GeneratedContext context =
        UndefinedTerms.define("https://registry.example", undefined, document, Budgets.ofACall());
    ((ArrayNode) document.get("@context")).add(context.address());

    String nQuads =
        canonicalizer
            .read(
                document,
                Map.of(context.address(), context.document()),
                Rules.ISSUE,
                Budgets.ofACall())
            .form()
            .nQuads();

    assertEquals("https://registry.example/contexts/" + context.digest(), context.address());
    assertTrue(nQuads.contains("<" + context.address() + "#Admin>"));
    assertTrue(nQuads.contains("<" + context.address() + "#first%20rank> \"1\""));
    assertTrue(nQuads.contains("#marks> \"[\\\"b\\\",\\\"a\\\",\\\"b\\\"]\"^^"), nQuads);
  }

  @Test
  void generatesTheSameContextForTheSameTerms() {
    ObjectNode document = Documents.withSubject("{\"b\": \"1\", \"a\": \"2\"}");
    GeneratedContext one =
        UndefinedTerms.define("https://x.example", Set.of("a", "b"), document, Budgets.ofACall());
    GeneratedContext two =
        UndefinedTerms.define("https://x.example", Set.of("b", "a"), document, Budgets.ofACall());
    GeneratedContext other =
        UndefinedTerms.define("https://y.example", Set.of("b", "a"), document, Budgets.ofACall());
    assertEquals(one, two);
    assertTrue(!one.digest().equals(other.digest()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "a:b", "@foo", "constructor", "toString"})
  void cannotDefineNamesThatJsonLdReadsOtherwise(String name) {
    assertTrue(!UndefinedTerms.canDefine(name));
  }

  @Test
  void stopsAtPoisonGraphs() {
    ArrayNode nodes = Documents.json("{\"n\": []}").withArray("n");
    for (int i = 0; i < 12; i++) {
      ArrayNode friends = nodes.addObject().put("id", "_:n" + i).putArray("friend");
      for (int j = 0; j < 12; j++) {
        if (j != i) {
          friends.add("_:n" + j);
        }
      }
    }
    ObjectNode document = Documents.credential();
    document.set("credentialSubject", nodes);
    List<Violation> violations =
        Cost.atMost(Duration.ofSeconds(20), () -> Documents.violationsOf(() -> verify(document)));
    assertEquals("limit", violations.getFirst().rule());
  }

  @Test
  void refusesMoreValuesThanItsLimit() {
    ObjectNode document = Documents.credential();
    ArrayNode names = ((ObjectNode) document.get("credentialSubject")).putArray("name");
    for (int i = 0; i < 20_001; i++) {
      names.add(i);
    }
    assertViolation(document, "", "limit");
  }

  private void assertViolation(ObjectNode document, String pointer, String rule) {
    List<Violation> violations = Documents.violationsOf(() -> issue(document));
    assertEquals(
        pointer + " " + rule, violations.getFirst().pointer() + " " + violations.getFirst().rule());
  }

  private String issue(ObjectNode document) {
    return canonicalizer.read(document, Map.of(), Rules.ISSUE, Budgets.ofACall()).form().nQuads();
  }

  private String verify(ObjectNode document) {
    return canonicalizer.read(document, Map.of(), Rules.VERIFY, Budgets.ofACall()).form().nQuads();
  }
}

package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.attestry.contracts.Violation;
import org.attestry.credential.Budgets;
import org.attestry.credential.proof.Proofs.Unsigned;
import org.attestry.credential.proof.Proofs.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataModelRulesTest {

  private static final String SECOND = "https://www.w3.org/ns/credentials/v2";
  private static final String ENTRY =
      """
      {"credentialStatus": {"type": "BitstringStatusListEntry", "statusPurpose": "revocation",
       "statusListIndex": "5", "statusListCredential": "https://l.example/1"}}
      """;

  private final ProofSuites proofs = TestProofs.at("https://registry.example");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{'credentialSubject': {}}|/credentialSubject|required",
        "{'credentialSubject': [{'id': 'urn:a'}, {}]}|/credentialSubject/1|required",
        "{'termsOfUse': {}}|/termsOfUse/type|required",
        "{'termsOfUse': 'urn:t'}|/termsOfUse/type|required",
        "{'termsOfUse': [{'type': 'urn:T'}, {'id': 'urn:t'}]}|/termsOfUse/1/type|required",
        "{'termsOfUse': {'@value': 'x'}}|/termsOfUse|object",
        "{'evidence': {'id': 'urn:e'}}|/evidence/type|required",
        "{'refreshService': {'id': 'urn:r'}}|/refreshService/type|required",
        "{'credentialSchema': {'id': 'urn:s'}}|/credentialSchema/type|required",
        "{'credentialSchema': {'type': 'JsonSchema'}}|/credentialSchema/id|required",
        "{'credentialStatus': {'id': 'urn:s'}}|/credentialStatus/type|required",
        "{'name': ['A']}|/name|text",
        "{'name': ['A', 'B']}|/name|text",
        "{'name': 5}|/name|text",
        "{'name': {'id': 'urn:n'}}|/name|text",
        "{'description': [{'@value': 'A'}, {'@value': 'B'}]}|/description|text",
        "{'issuer': {'id': 'did:web:issuer.example', 'name': ['A', 'B']}}|/issuer/name|text",
        "{'relatedResource': ['https://r.example/1']}|/relatedResource/0|required",
        "{'relatedResource': {'digestSRI': 'sha256-YQ=='}}|/relatedResource/id|required",
        "{'relatedResource': {'id': 'urn:r'}}|/relatedResource|required",
        "{'relatedResource': {'id': 'urn:r', 'digestSRI':"
            + " 'md5-YQ=='}}|/relatedResource/digestSRI|sri",
        "{'relatedResource': {'id': 'urn:r', 'digestMultibase': 'a"
            + " digest'}}|/relatedResource/digestMultibase|multibase",
        "{'relatedResource': [{'id': 'urn:r', 'digestSRI': 'sha256-YQ=='}, {'id': 'urn:r',"
            + " 'digestMultibase': 'uYQ'}]}|/relatedResource|unique",
        "{'validFrom': '2026-01-02T00:00:00Z', 'validUntil':"
            + " '2026-01-02T00:59:59+01:00'}|/validUntil|validity"
      })
  void refusesWhatTheDataModelForbidsAndVerifiesNoneOfIt(
      String members, String pointer, String rule) {
    ObjectNode credential = with(SECOND, members.replace('\'', '"'));

    Violation found = Documents.violationsOf(() -> read(credential)).getFirst();
    assertEquals(pointer + " " + rule, found.pointer() + " " + found.rule());
    assertEquals("document." + rule, verdictOn(credential));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'credentialSubject': {'id': 'did:example:a'}}",
        "{'credentialSubject': [{'id': 'urn:a'}, {'id': 'urn:b'}]}",
        "{'termsOfUse': [{'type': 'urn:T'}, {'type': 'urn:T', 'id': 'urn:t'}]}",
        "{'evidence': {'type': ['urn:E', 'urn:F']}}",
        "{'refreshService': {'type': 'urn:R', 'id': 'urn:r'}}",
        "{'credentialSchema': [{'type': 'JsonSchema', 'id': 'urn:s'}]}",
        "{'credentialStatus': {'type': 'urn:Status'}}",
        "{'name': 'A', 'description': {'@value': 'A', '@language': 'en'}}",
        "{'name': [{'@value': 'A', '@language': 'en'}, {'@value': 'B', '@language': 'fr'}]}",
        "{'issuer': {'id': 'did:web:issuer.example', 'name': 'A', 'description': 'B'}}",
        "{'relatedResource': {'id': 'urn:r', 'digestSRI': 'sha384-_-+/ sha256-YQ=='}}",
        "{'relatedResource': [{'id': 'urn:r', 'digestMultibase': 'uYQ', 'mediaType': 'a/b'}]}",
        "{'validFrom': '2026-01-02T00:00:00Z', 'validUntil': '2026-01-02T01:00:00+01:00'}"
      })
  void takesWhatTheDataModelAllows(String members) {
    ObjectNode credential = with(SECOND, members.replace('\'', '"'));
    read(credential);
    assertEquals("proof.missing", verdictOn(credential));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "'5'|5|/credentialStatus/statusListIndex|index",
        "'5'|'-1'|/credentialStatus/statusListIndex|index",
        "'5'|'05'|/credentialStatus/statusListIndex|index",
        "'5'|['5','6']|/credentialStatus/statusListIndex|required",
        "'revocation'|['revocation','suspension']|/credentialStatus/statusPurpose|required",
        "'statusPurpose': 'revocation',||/credentialStatus/statusPurpose|required",
        "'https://l.example/1'|{}|/credentialStatus/statusListCredential|iri",
        "'5'|'5','statusSize': 0|/credentialStatus/statusSize|type",
        "'5'|'5','statusSize': 2|/credentialStatus/statusMessage|required"
      })
  void refusesToSignAStatusThatNoVerifierCouldRead(
      String written, String instead, String pointer, String rule) {
    String changed =
        ENTRY.replace(
            written.replace('\'', '"'), instead == null ? "" : instead.replace('\'', '"'));

    Violation found = Documents.violationsOf(() -> read(with(SECOND, changed))).getFirst();
    assertEquals(pointer + " " + rule, found.pointer() + " " + found.rule());
  }

  @Test
  void refusesToSignAMalformedStatusThatStandsElsewhere() {
    String elsewhere =
        "{\"statusEntry\": {\"type\": \"BitstringStatusListEntry\", \"statusListIndex\": true}}";
    assertEquals(
        "", Documents.violationsOf(() -> read(with(SECOND, elsewhere))).getFirst().pointer());
  }

  @Test
  void signsAWellFormedStatus() {
    read(with(SECOND, ENTRY));
  }

  @Test
  void verifiesNothingWithoutTheContextOfADataModel() {
    ObjectNode credential = with(SECOND, "{}");
    credential.withArray("@context").insert(0, "https://www.w3.org/ns/did/v1");
    assertEquals("document.context", verdictOn(credential));
  }

  @Test
  void refusesATermUnderAnotherName() {
    ObjectNode credential = with(SECOND, "{\"https://www.w3.org/2018/credentials#evidence\": {}}");
    assertEquals("data-model", Documents.violationsOf(() -> read(credential)).getFirst().rule());
    assertEquals("document.data-model", verdictOn(credential));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{'evidence': {}}|/evidence/type",
        "{'credentialStatus': {'type': 'urn:Status'}}|/credentialStatus/id",
        "{'refreshService': {'type': 'urn:R'}}|/refreshService/id",
        "{'credentialSubject': {}}|/credentialSubject"
      })
  void refusesToSignWhatTheFirstDataModelForbidsAndVerifiesWhatWasSigned(
      String members, String pointer) {
    ObjectNode credential = with(Documents.V1, members.replace('\'', '"'));
    assertEquals(pointer, Documents.violationsOf(() -> read(credential)).getFirst().pointer());
    assertEquals("proof.missing", verdictOn(credential));
  }

  @Test
  void theFirstDataModelHasNoRulesForTheTermsOfTheSecond() {
    read(
        with(
            Documents.V1,
            """
            {"https://schema.org/name": ["A", "B"], "validFrom": "2026-01-02T00:00:00Z",
             "validUntil": "2026-01-01T00:00:00Z"}
            """));
  }

  private static ObjectNode with(String context, String members) {
    ObjectNode credential = Documents.credential();
    credential.putArray("@context").add(context);
    credential.putObject("credentialSubject").put("id", "urn:a");
    if (context.equals(SECOND)) {
      credential.remove("issuanceDate");
    }
    return credential.setAll(Documents.json(members));
  }

  private Unsigned read(ObjectNode credential) {
    return proofs.read(credential, proofs.suite(), Map.of(), Budgets.ofACall());
  }

  private String verdictOn(ObjectNode credential) {
    Verdict verdict = proofs.verify(credential, null, Map.of(), null, Budgets.ofACall()).verdict();
    return verdict instanceof Verdict.Undecided open
        ? open.reason()
        : assertInstanceOf(Verdict.Invalid.class, verdict).reason();
  }
}

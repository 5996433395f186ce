package org.attestry.credential.canonical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.attestry.contracts.Violation;
import org.attestry.credential.Budgets;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.suite.Documents;
import org.attestry.credential.suite.ProofSuites;
import org.attestry.credential.suite.TestProofs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Documents under a valid proof with statements that readers of their JSON do not see, or see
 * differently.
 */
class RootNamesTest {

  private static final String VOCABULARY = "https://www.w3.org/2018/credentials#";

  private final ProofSuites proofs = TestProofs.at("https://registry.example");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "credentialSubject|{'C#credentialSubject': {'id': 'did:example:a', 'name': 'x'}}"
            + "|/C#credentialSubject",
        "-|{'C#credentialSubject': {'id': 'did:example:a', 'name': 'x'}}|/C#credentialSubject",
        "issuanceDate|{'C#issuanceDate': {'@value': '2026-01-02T03:04:05Z', '@type':"
            + " 'http://www.w3.org/2001/XMLSchema#dateTime'}}|/C#issuanceDate",
        "-|{'C#expirationDate': '2026-01-02T03:04:05Z'}|/C#expirationDate",
        "issuer|{'C#issuer': {'id': 'did:web:issuer.example'}}|/C#issuer",
        "-|{'credentialSubject': {'@set': [{'name': 'x'}]}}|/credentialSubject",
        "-|{'credentialSubject': [{'id': 'urn:a'}, {'@set': [{'name': 'x'}]}]}|/credentialSubject",
        "-|{'expirationDate': {'@value': '2027-01-02T03:04:05Z', '@type':"
            + " 'http://www.w3.org/2001/XMLSchema#dateTime'}}|/expirationDate",
        "-|{'credentialSubject': {'id': 'urn:s', 'friend': 'urn:f'}, 'evidence': {'type':"
            + " 'Person', 'friend': {'id': 'urn:s', 'name': 'x'}}}|/evidence/friend",
        "-|{'credentialSubject': {'id': 'urn:s', 'friend': {'id': 'urn:f', 'friend': {'id':"
            + " 'urn:s', 'name': 'x'}}}}|/credentialSubject/friend/friend"
      })
  void refusesWhatReadersOfTheJsonDoNotSee(String removed, String members, String pointer) {
    ObjectNode credential = Documents.credential();
    credential.remove(removed);
    credential.setAll(Documents.json(written(members)));

    assertRefused(
        credential,
        written(pointer)
            .replace("/https://www.w3.org", "/https:~1~1www.w3.org")
            .replace(".org/2018/credentials", ".org~12018~1credentials"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{'Degree': 'C#VerifiableCredential', 'issuer': {'@id': 'C#issuer', '@type': '@id'},"
            + " 'issuanceDate': 'C#issuanceDate', 'credentialSubject':"
            + " 'C#credentialSubject'}|{'type': ['Degree']}|/type",
        "{'signer': {'@id': 'C#issuer', '@type': '@id'}}|{'signer': 'did:web:issuer.example'}"
            + "|/signer",
        "{'about': {'@id': 'C#credentialSubject', '@type': '@id'}}|{'about': 'urn:s'}|/about",
        "{'until': 'C#expirationDate'}|{'until': '2030-01-01T00:00:00Z'}|/until",
        "{'number': '@id'}|{'number': 'urn:x'}|/number",
        "{'kind': '@type'}|{'kind': 'urn:x'}|/kind"
      })
  void refusesOtherNamesForMembersOfTheDataModel(String terms, String members, String pointer) {
    ObjectNode credential = Documents.credential();
    ((ObjectNode) credential.at("/@context/1")).setAll(Documents.json(written(terms)));
    credential.setAll(Documents.json(written(members)));

    assertRefused(credential, pointer);
  }

  private static String written(String text) {
    return text.replace('\'', '"').replace("C#", VOCABULARY);
  }

  private void assertRefused(ObjectNode credential, String pointer) {
    Violation found =
        Documents.violationsOf(
                () -> proofs.read(credential, proofs.suite(), Map.of(), Budgets.ofACall()))
            .getFirst();
    assertEquals(pointer + " data-model", found.pointer() + " " + found.rule());
    Verdict verdict = proofs.verify(credential, null, Map.of(), null, Budgets.ofACall()).verdict();
    assertEquals("document.data-model", assertInstanceOf(Verdict.Invalid.class, verdict).reason());
  }
}

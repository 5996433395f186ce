package org.attestry.credential.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.credential.Budgets;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs.Presentation;
import org.attestry.credential.proof.Proofs.Presented;
import org.attestry.credential.proof.Proofs.Unsigned;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Documents with the same statements, but another meaning for readers of their JSON. A proof over
 * statements verifies only the document that describes each node at the expected place.
 */
class AmbiguousJsonTest {

  private static final String SUITE = TestPresentations.SUITE;
  private static final KeyPair KEYS = TestDataIntegrity.keys(SUITE);
  private static final String DID = TestDataIntegrity.didKey(KEYS);

  /** The holder changes the last members of a credential that verifies, and nothing it states. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{'credentialSubject': {'id': 'urn:s', 'name': 'Ann', 'description': 'supervised'}}"
            + "|{'credentialSubject': [{'id': 'urn:s', 'name': 'Ann'}, {'id': 'urn:s',"
            + " 'description': 'supervised'}]}|document.repeated",
        "{'type': ['VerifiableCredential', 'urn:Licence', 'urn:Provisional']}"
            + "|{'type': ['VerifiableCredential', 'urn:Licence', 'urn:Licence',"
            + " 'urn:Provisional']}|document.repeated",
        "{'credentialSubject': {'name': 'Ann', 'description': 'supervised'}}"
            + "|{'credentialSubject': {'name': 'Ann', 'https://schema.org/description':"
            + " 'supervised'}}|document.data-model",
        "{'credentialSubject': {'name': 'Ann', 'urn:by': {'id': 'urn:e', 'urn:score': 'F'}},"
            + " 'evidence': {'id': 'urn:v', 'type': 'urn:E', 'urn:seen': 'x'}}"
            + "|{'credentialSubject': {'name': 'Ann', 'urn:by': {'id': 'urn:e', 'urn:score': 'F'}},"
            + " 'evidence': [{'id': 'urn:v', 'type': 'urn:E'}, {'id': 'urn:v', 'urn:seen': 'x'}]}"
            + "|document.repeated"
      })
  void whatIsWrittenOtherwiseDoesNotVerify(String signed, String written, String reason) {
    ObjectNode credential = signed(with(signed));
    ObjectNode forged = credential.deepCopy().setAll(json(written));

    assertInstanceOf(Verdict.Valid.class, verdict(credential));
    assertEquals(reason, reason(forged));
  }

  /** Data that names the issuer, the credential, its subject or another node of it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'credentialSubject': {'name': 'Mallory', 'urn:employer': {'id': 'ISSUER', 'name':"
            + " 'Ministry'}}}",
        "{'id': 'urn:c', 'credentialSubject': {'name': 'Mallory', 'urn:employer': {'id': 'urn:c',"
            + " 'name': 'Distinction'}}}",
        "{'credentialSubject': {'id': 'urn:s', 'urn:employer': {'id': 'urn:s', 'name': 'x'}}}",
        "{'credentialSubject': {'urn:a': {'id': 'urn:x', 'name': 'x'}, 'urn:b': {'id': 'urn:x',"
            + " 'name': 'y'}}}",
        "{'credentialSubject': {'urn:a': {'id': 'urn:x', 'name': 'x'}, 'urn:b': {'id': 'urn:x'}}}",
        "{'credentialSubject': {'https://schema.org/name': 'x'}}"
      })
  void whatCouldBeWrittenOtherwiseIsNotSigned(String members) {
    assertThrows(FailureException.class, () -> signed(with(members)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'issuer': {'id': 'ISSUER', 'name': 'Office'}, 'credentialSubject': {'name': 'Ann',"
            + " 'urn:by': {'id': 'ISSUER'}}}",
        "{'credentialSubject': {'id': 'ISSUER', 'name': 'Office'}}",
        "{'id': 'urn:c', 'credentialSubject': {'name': 'Ann', 'urn:in': {'id': 'urn:c'}}}",
        "{'credentialSubject': {'urn:marks': [80, 80], 'urn:a': ['x', 'x']}}",
        "{'credentialSubject': [{'id': 'urn:s', 'urn:knows': {'id': 'urn:t'}}, {'id': 'urn:t',"
            + " 'name': 'Bob'}]}",
        "{'credentialSubject': {'urn:a': {'id': 'urn:x'}, 'urn:b': {'id': 'urn:x'}}}"
      })
  void whatIsDescribedWhereItIsLookedForIsSignedAndVerifies(String members) {
    assertInstanceOf(Verdict.Valid.class, verdict(signed(with(members))));
  }

  @Test
  void aGeneratedContextMakesNoDifference() {
    ObjectNode credential = Documents.with("{'issuer': 'did:web:a.example'}".replace('\'', '"'));
    credential.putArray("@context").add(Documents.V1);
    credential.set(
        "credentialSubject",
        json("{'employer': {'id': 'did:web:a.example', 'name': 'Ministry of Education'}}"));
    ProofSuites proofs = TestProofs.at("https://registry.example");

    Violation found =
        Documents.violationsOf(
                () -> proofs.read(credential, proofs.suite(), Map.of(), Budgets.ofACall()))
            .getFirst();
    assertEquals("/credentialSubject/employer data-model", found.pointer() + " " + found.rule());
  }

  /** A proof that covers the JSON leaves nothing that could be written otherwise. */
  @Test
  void aProofOverTheJsonCoversWhereThingsAreSaid() {
    ObjectNode credential =
        with(
            "{'credentialSubject': {'urn:a': ['x', 'x'], 'urn:employer': {'id': 'ISSUER', 'name':"
                + " 'Office'}}}");

    assertInstanceOf(Verdict.Valid.class, verdict(signed("eddsa-jcs-2022", credential)));
  }

  @Test
  void aTermOfAPresentationIsNotWrittenAsItsIri() {
    ObjectNode presentation = TestPresentations.of(DID, List.of());
    presentation.remove("verifiableCredential");
    presentation.set("termsOfUse", json("{'id': 'urn:t', 'type': 'urn:NoStorage'}"));
    ObjectNode signed = TestPresentations.signed(presentation, List.of(), KEYS, Json.object());
    ObjectNode forged = signed.deepCopy();
    forged.set("https://www.w3.org/2018/credentials#termsOfUse", forged.remove("termsOfUse"));

    assertInstanceOf(Verdict.Valid.class, presented(signed).verdict());
    Verdict verdict = presented(forged).verdict();
    assertEquals("document.data-model", assertInstanceOf(Verdict.Invalid.class, verdict).reason());
  }

  private static ObjectNode json(String members) {
    return Documents.json(members.replace("ISSUER", DID).replace('\'', '"'));
  }

  private static ObjectNode with(String members) {
    ObjectNode credential = json("{'@context': ['https://www.w3.org/ns/credentials/v2']}");
    credential.putArray("type").add("VerifiableCredential");
    credential.put("issuer", DID).putObject("credentialSubject").put("name", "Ann");
    return credential.setAll(json(members));
  }

  private static ObjectNode signed(ObjectNode credential) {
    return signed(SUITE, credential);
  }

  private static ObjectNode signed(String suite, ObjectNode credential) {
    ProofSuites proofs = TestProofs.at("https://registry.example", suite);
    Unsigned unsigned = proofs.read(credential, proofs.suite(), Map.of(), Budgets.ofACall());
    return new TestSigner(key().verificationMethod(), DID, KEYS)
        .sign(proofs, unsigned, Instant.parse("2026-01-02T03:04:05Z"), null)
        .credential();
  }

  private static VerificationKey key() {
    String method = DID + "#" + DID.substring("did:key:".length());
    return new VerificationKey(
        method, DID, KeyState.VERIFY_ONLY, KEYS.getPublic(), "", Set.of(), SigningTime.UNKNOWN);
  }

  private static Verdict verdict(ObjectNode signed) {
    ObjectNode credential = signed.deepCopy();
    ObjectNode proof = (ObjectNode) credential.remove("proof");
    return TestProofs.at("https://registry.example")
        .verify(credential, proof, Map.of(), key(), Budgets.ofACall())
        .verdict();
  }

  private static String reason(ObjectNode forged) {
    return assertInstanceOf(Verdict.Invalid.class, verdict(forged)).reason();
  }

  private static Presented presented(ObjectNode signed) {
    ObjectNode own = signed.deepCopy();
    ObjectNode proof = (ObjectNode) own.remove("proof");
    return TestProofs.at("https://registry.example")
        .verify(new Presentation(own, own, List.of(), proof), Map.of(), key(), Budgets.ofACall());
  }
}

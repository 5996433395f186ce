package org.attestry.credential.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyPresentationRequest;
import org.attestry.credential.Budgets;
import org.attestry.credential.context.ContextAddresses;
import org.attestry.credential.context.ContextDigest;
import org.attestry.credential.context.KnownContexts;
import org.attestry.credential.issuer.FoundKey;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs.Presentation;
import org.attestry.credential.proof.Proofs.Presented;
import org.attestry.credential.suite.Documents;
import org.attestry.credential.suite.ProofSuites;
import org.attestry.credential.suite.TestDataIntegrity;
import org.attestry.credential.suite.TestPresentations;
import org.attestry.credential.suite.TestProofs;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

class PresentationChecksTest {

  private static final KeyPair KEYS = TestDataIntegrity.keys(TestPresentations.SUITE);
  private static final String HOLDER = TestDataIntegrity.didKey(KEYS);
  private static final Check OK = new Check("proof", Status.OK, null);
  private static final Check NOT_PINNED = new Check("proof", Status.UNKNOWN, "context.not-pinned");

  private static final String TERMS =
      "{'debts': 'https://example.org/a', 'salary': 'https://example.org/b'}";
  private static final String EXCHANGED =
      "{'debts': 'https://example.org/b', 'salary': 'https://example.org/a'}";

  private final ProofSuites proofs = TestProofs.at("https://registry.example");
  private final BundledContexts bundled = BundledContexts.load();
  private final KnownContexts contexts =
      new KnownContexts(null, new ContextAddresses(bundled::contains));

  @Test
  void contextsThatCanBeExchangedAreNotPinned() {
    ObjectNode signed =
        TestPresentations.signed(presentation(TERMS, "100", "9000"), List.of(), KEYS, challenge());
    ObjectNode forged = presentation(EXCHANGED, "9000", "100");
    forged.set("proof", signed.get("proof"));

    assertEquals(NOT_PINNED, proof(signed));
    assertEquals(NOT_PINNED, proof(forged));
  }

  @Test
  void aProofThatHoldsTheDigestPinsItsContexts() {
    ObjectNode presentation = presentation(TERMS, "100", "9000");
    ObjectNode options = challenge().put("nonce", ContextDigest.nonce(presentation));
    ObjectNode signed = TestPresentations.signed(presentation, List.of(), KEYS, options);
    ObjectNode forged = presentation(EXCHANGED, "9000", "100");
    forged.set("proof", signed.get("proof"));

    assertEquals(OK, proof(signed));
    assertEquals(new Check("proof", Status.NOK, "context.exchanged"), proof(forged));
  }

  @Test
  void bundledContextsAndSignedJsonNeedNoDigest() {
    ObjectNode bundledAlone = TestPresentations.of(HOLDER, List.of());
    ObjectNode inline = presentation(TERMS, "100", "9000");

    assertEquals(OK, proof(TestPresentations.signed(bundledAlone, List.of(), KEYS, challenge())));
    assertEquals(OK, proof(TestPresentations.signedJson(inline, KEYS, challenge())));
  }

  private static ObjectNode presentation(String terms, String salary, String debts) {
    ObjectNode presentation = TestPresentations.of(HOLDER, List.of());
    presentation.withArray("@context").add(Documents.json(terms.replace('\'', '"')));
    return presentation.put("salary", salary).put("debts", debts);
  }

  private static ObjectNode challenge() {
    return Json.object().put("challenge", "c1");
  }

  private Check proof(ObjectNode signed) {
    ObjectNode whole = signed.deepCopy();
    ObjectNode proof = (ObjectNode) whole.remove("proof");
    ObjectNode own = (ObjectNode) whole.deepCopy().without("verifiableCredential");
    FoundKey found =
        FoundKey.of(
            new VerificationKey(
                proof.get("verificationMethod").textValue(),
                HOLDER,
                KeyState.VERIFY_ONLY,
                KEYS.getPublic(),
                "",
                Set.of(),
                SigningTime.UNKNOWN));
    Presented presented =
        proofs.verify(
            new Presentation(whole, own, List.of(), proof),
            Map.of(),
            found.key(),
            Budgets.ofACall());
    Future<Boolean> known = contexts.areOf(HOLDER, own);
    return PresentationChecks.of(
            own,
            known.result(),
            presented,
            found,
            new VerifyPresentationRequest(JsonBytes.of("{}"), "c1", null),
            Instant.parse("2026-01-02T03:04:05Z"))
        .checks()
        .getFirst();
  }
}

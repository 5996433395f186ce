package org.attestry.credential.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.issuer.FoundKey;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.ProofTerms;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.credential.stored.PgCredentialStore.Standing;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

class CredentialChecksTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final String ISSUER = "did:web:issuer.example";

  @Test
  void aProofHoldsUntilItExpires() {
    assertEquals(Status.OK, proof("2026-01-02T03:04:06Z").status());
    assertEquals(new Check("proof", Status.NOK, "proof.expired"), proof("2026-01-02T03:04:04Z"));
    assertEquals(new Check("proof", Status.NOK, "expires.malformed"), proof("tomorrow"));
  }

  @Test
  void aProofWhoseDateIsNoneOrToComeDoesNotHold() {
    assertEquals(Status.OK, proof("2026-01-02T03:09:05Z", List.of()).status());
    assertEquals("created.in-future", proof("2026-01-02T03:09:06Z", List.of()).reason());
    assertEquals("created.malformed", proof("yesterday", List.of()).reason());
  }

  @Test
  void oneProofOfASetMustBeTheIssuersAndNoneByARevokedKey() {
    CredentialChecks issuers = checks(ISSUER, KeyState.ACTIVE, List.of());
    CredentialChecks anothers = checks("did:web:witness.example", KeyState.ACTIVE, List.of());
    CredentialChecks revoked = checks(ISSUER, KeyState.REVOKED, List.of());
    CredentialChecks expired = checks(ISSUER, KeyState.ACTIVE, List.of("2020-01-01T00:00:00Z"));

    List<Check> both = CredentialChecks.of(List.of(anothers, issuers), NOW);
    assertTrue(both.stream().allMatch(check -> check.status() == Status.OK), both::toString);
    assertEquals("issuer.mismatch", issuer(anothers).reason());
    assertEquals("key.revoked", issuer(issuers, revoked).reason());
    assertEquals("issuer.mismatch", issuer(anothers, expired).reason());
  }

  private static Check issuer(CredentialChecks... proofs) {
    return check(CredentialChecks.of(List.of(proofs), NOW), "issuer");
  }

  private static Check proof(String expires) {
    return proof(NOW.toString(), List.of(expires));
  }

  private static Check proof(String created, List<String> expires) {
    CredentialChecks checks = checks(created, ISSUER, KeyState.ACTIVE, expires);
    return check(CredentialChecks.of(List.of(checks), NOW), "proof");
  }

  private static Check check(List<Check> checks, String name) {
    return checks.stream().filter(one -> one.check().equals(name)).findFirst().get();
  }

  private static CredentialChecks checks(String keyOf, KeyState state, List<String> expires) {
    return checks(NOW.toString(), keyOf, state, expires);
  }

  private static CredentialChecks checks(
      String created, String keyOf, KeyState state, List<String> expires) {
    ProofTerms proof = new ProofTerms(created, List.of(), expires, null, null, List.of(), true);
    SignedTerms terms =
        new SignedTerms(
            "urn:c",
            Set.of(SignedTerms.CREDENTIAL),
            List.of(ISSUER),
            List.of(),
            List.of(),
            List.of("urn:s"),
            false,
            List.of(),
            List.of(),
            false);
    return new CredentialChecks(
        Json.object(),
        Optional.empty(),
        new Verification(new Verdict.Valid("", "", proof), terms),
        FoundKey.of(
            new VerificationKey(
                keyOf + "#key-1", keyOf, state, null, "", Set.of(), SigningTime.UNKNOWN)),
        new Standing(false, false, null, false, null),
        List.of(),
        true);
  }
}

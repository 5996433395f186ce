package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyPresentationRequest;
import org.attestry.credential.context.ContextDigest;
import org.attestry.credential.draft.SdJwts.Presenter;
import org.attestry.credential.issuer.FoundKey;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.proof.ProofTerms;
import org.attestry.credential.proof.Proofs.Presented;
import org.attestry.credential.proof.Proofs.Verdict;

/**
 * The checks of a presentation itself.
 *
 * @param holder the DID whose key signed it; null unless the proof is valid
 * @param presenter the key that signed it; nobody unless the proof is valid
 */
record PresentationChecks(String holder, Presenter presenter, List<Check> checks) {

  private static final String PROOF = "proof";
  private static final String HOLDER = "holder";
  private static final String UNDECIDED = "proof.not-verified";

  /** Returns the checks of a presentation whose proof was not verified. */
  static PresentationChecks refused(Check proof) {
    return new PresentationChecks(
        null, Presenter.NOBODY, List.of(proof, CredentialChecks.unknown(HOLDER, UNDECIDED)));
  }

  /**
   * @param own the presentation without its credentials
   * @param contextsKnown whether nobody can exchange its contexts, although no digest of them is
   *     signed
   */
  static PresentationChecks of(
      ObjectNode own,
      boolean contextsKnown,
      Presented presented,
      FoundKey found,
      VerifyPresentationRequest request,
      Instant now) {
    Check proof = proof(own, contextsKnown, presented.verdict(), found, now);
    if (!(presented.verdict() instanceof Verdict.Valid valid) || proof.status() != Status.OK) {
      return refused(proof);
    }
    String signer = found.key().issuer();
    List<Check> checks = new ArrayList<>();
    checks.add(proof);
    checks.add(check(HOLDER, presented.holders().stream().allMatch(signer::equals), "mismatch"));
    ProofTerms terms = valid.proof();
    if (request.challenge() != null) {
      checks.add(check("challenge", request.challenge().equals(terms.challenge()), "mismatch"));
    }
    if (request.domain() != null) {
      checks.add(check("domain", terms.domains().contains(request.domain()), "mismatch"));
    }
    return new PresentationChecks(signer, new Presenter(found.key().publicKey()), checks);
  }

  private static Check check(String name, boolean holds, String reason) {
    return holds
        ? new Check(name, Status.OK, null)
        : CredentialChecks.nok(name, name + "." + reason);
  }

  private static Check proof(
      ObjectNode own, boolean contextsKnown, Verdict verdict, FoundKey found, Instant now) {
    return switch (verdict) {
      case Verdict.Invalid invalid -> CredentialChecks.nok(PROOF, invalid.reason());
      case Verdict.Undecided undecided when found.key() == null ->
          CredentialChecks.unknown(PROOF, found.refusal());
      case Verdict.Undecided undecided -> CredentialChecks.unknown(PROOF, undecided.reason());
      case Verdict.Valid valid when found.key().state() == KeyState.REVOKED ->
          CredentialChecks.nok(PROOF, CredentialChecks.KEY_REVOKED);
      case Verdict.Valid valid ->
          CredentialChecks.dates(valid.proof(), found.key(), now)
              .orElseGet(() -> contexts(own, contextsKnown, valid.proof(), found));
    };
  }

  private static Check contexts(ObjectNode own, boolean known, ProofTerms proof, FoundKey found) {
    String signed = ContextDigest.heldBy(proof.nonce());
    return CredentialChecks.contexts(proof, own, signed, known, found.key());
  }
}

package org.attestry.credential.verify;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.credential.issuer.FoundKey;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.credential.status.ReadStatuses;
import org.attestry.credential.stored.PgCredentialStore;
import org.attestry.credential.stored.PgCredentialStore.Standing;
import org.attestry.runtime.work.Budget;

/** The stored state of a credential, and its status in the lists that it names. */
public record KnownStatus(PgCredentialStore credentials, ReadStatuses statuses) {

  /**
   * @param standing null unless the proof holds
   * @param checks of its status entries; none unless the proof holds
   */
  record Found(Standing standing, List<Check> checks) {}

  /**
   * @param id under which the credential may be stored; empty for none
   * @param key that its proof names
   * @param budget also for the lists
   */
  Future<Found> find(
      String id, Verification verification, FoundKey key, Budget budget, Deadline deadline) {
    if (!(verification.verdict() instanceof Verdict.Valid valid)) {
      return Future.succeededFuture(new Found(null, List.of()));
    }
    SignedTerms terms = verification.terms();
    boolean accepted = key.speaksFor(terms.issuer());
    return Future.join(
            credentials.find(id, valid.signedHash(), valid.proofHash(), key.key().publicKeyPem()),
            statuses.of(terms.statuses(), terms.issuer(), accepted, budget, deadline))
        .map(read -> new Found(read.resultAt(0), read.resultAt(1)));
  }
}

package org.attestry.credential.verify;

import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.issuer.FoundKey;
import org.attestry.credential.issuer.VerificationKeys;
import org.attestry.credential.proof.ClaimsJwts;
import org.attestry.credential.proof.ClaimsJwts.Named;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.credential.verify.VerifyCredential.Examined;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.Budget;

/** Verifies SD-JWT credentials and Token Status Lists by the same checks as any credential. */
public record VerifyClaimsJwt(
    VerificationKeys keys, CryptoWorkers compute, KnownStatus status, Clock clock) {

  /**
   * @param form that the text has
   * @param budget also for the status list that it names
   */
  Future<Examined> examine(ClaimsJwts form, String text, Budget budget, Deadline deadline) {
    return compute
        .run(deadline, () -> form.named(text))
        .compose(
            named ->
                named.refusal() == null
                    ? examine(form, text, named, budget, deadline)
                    : Future.succeededFuture(
                        new Examined(List.of(), CredentialChecks.unread(named.refusal()))));
  }

  private Future<Examined> examine(
      ClaimsJwts form, String text, Named named, Budget budget, Deadline deadline) {
    return keys.find(named.verificationMethod(), deadline)
        .compose(
            found ->
                compute
                    .run(deadline, () -> form.verify(text, found.key(), budget))
                    .compose(verification -> checks(verification, found, budget, deadline)))
        .map(List::of)
        .map(checks -> new Examined(checks, CredentialChecks.of(checks, clock.instant())));
  }

  private Future<CredentialChecks> checks(
      Verification verification, FoundKey found, Budget budget, Deadline deadline) {
    return status
        .find("", verification, found, budget, deadline)
        .map(
            known ->
                new CredentialChecks(
                    Json.object(),
                    Optional.empty(),
                    verification,
                    found,
                    known.standing(),
                    known.checks(),
                    true));
  }
}

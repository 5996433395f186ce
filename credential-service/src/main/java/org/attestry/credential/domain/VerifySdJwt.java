package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.credential.VerificationView;
import org.attestry.contracts.credential.VerificationView.Check;
import org.attestry.contracts.credential.VerificationView.Status;
import org.attestry.credential.domain.CredentialStore.Standing;
import org.attestry.credential.domain.Proofs.Verdict;
import org.attestry.credential.domain.Proofs.Verification;
import org.attestry.credential.domain.SdJwts.Expected;
import org.attestry.credential.domain.SdJwts.Named;
import org.attestry.credential.domain.status.ReadStatuses;
import org.attestry.runtime.work.Budget;

/** Verifies a credential as SD-JWT by the same checks as any other, and who presents it. */
public final class VerifySdJwt {

  private final SdJwts sdJwts;
  private final VerificationKeys keys;
  private final CryptoWorkers compute;
  private final CredentialStore credentials;
  private final ReadStatuses statuses;
  private final Clock clock;

  public VerifySdJwt(
      SdJwts sdJwts,
      VerificationKeys keys,
      CryptoWorkers compute,
      CredentialStore credentials,
      ReadStatuses statuses,
      Clock clock) {
    this.sdJwts = sdJwts;
    this.keys = keys;
    this.compute = compute;
    this.credentials = credentials;
    this.statuses = statuses;
    this.clock = clock;
  }

  boolean isOne(String text) {
    return sdJwts.isOne(text);
  }

  Future<VerificationView> handle(String text, Expected expected, Deadline deadline) {
    return compute
        .run(deadline, () -> sdJwts.named(text))
        .compose(
            named ->
                keys.find(named.verificationMethod(), deadline)
                    .compose(found -> verify(text, named, found, deadline)))
        .compose(
            view ->
                compute.run(
                    deadline, () -> with(view, sdJwts.holder(text, expected, clock.instant()))));
  }

  private Future<VerificationView> verify(
      String text, Named named, FoundKey found, Deadline deadline) {
    if (named.refusal() != null) {
      return Future.succeededFuture(CredentialChecks.unread(named.refusal()));
    }
    Budget budget = CallBudget.until(deadline);
    return compute
        .run(deadline, () -> sdJwts.verify(text, found.key(), budget))
        .compose(
            verification ->
                Future.join(
                        standing(verification, found.key()),
                        statuses(verification, found, budget, deadline))
                    .map(
                        read ->
                            new CredentialChecks(
                                JsonNodeFactory.instance.objectNode(),
                                Optional.empty(),
                                verification,
                                found,
                                read.resultAt(0),
                                read.resultAt(1),
                                true)))
        .map(checks -> CredentialChecks.of(List.of(checks), clock.instant()));
  }

  private Future<Standing> standing(Verification verification, VerificationKey key) {
    return verification.verdict() instanceof Verdict.Valid valid
        ? credentials.find("", valid.signedHash(), valid.proofHash(), key.publicKeyPem())
        : Future.succeededFuture();
  }

  private Future<List<Check>> statuses(
      Verification verification, FoundKey found, Budget budget, Deadline deadline) {
    if (!(verification.verdict() instanceof Verdict.Valid)) {
      return Future.succeededFuture(List.of());
    }
    SignedTerms terms = verification.terms();
    boolean accepted = found.speaksFor(terms.issuer());
    return statuses.of(terms.statuses(), terms.issuer(), accepted, budget, deadline);
  }

  private static VerificationView with(VerificationView view, Optional<Check> holder) {
    if (holder.isEmpty()) {
      return view;
    }
    List<Check> checks = new ArrayList<>(view.checks());
    checks.add(holder.get());
    return new VerificationView(view.verified() && holder.get().status() == Status.OK, checks);
  }
}

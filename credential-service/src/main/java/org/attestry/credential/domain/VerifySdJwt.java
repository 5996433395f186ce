package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.domain.SdJwts.Expected;
import org.attestry.credential.domain.VerifyCredential.Examined;
import org.attestry.runtime.work.Budget;

/** Verifies a credential as SD-JWT, and who presents it. */
public record VerifySdJwt(
    SdJwts sdJwts, VerifyClaimsJwt verify, CryptoWorkers compute, Clock clock) {

  /** The SD-JWT that was sent as text or in an envelope; empty for any other JSON. */
  Optional<String> in(JsonNode sent) {
    return sent.isTextual()
        ? Optional.of(sent.textValue()).filter(sdJwts::isOne)
        : sdJwts.inEnvelope(sent);
  }

  /**
   * @param budget also for the status list that it names
   */
  Future<VerificationView> verify(
      String text, Expected expected, Budget budget, Deadline deadline) {
    return verify
        .examine(sdJwts, text, budget, deadline)
        .map(Examined::view)
        .compose(
            view ->
                compute.run(
                    deadline, () -> with(view, sdJwts.holder(text, expected, clock.instant()))));
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

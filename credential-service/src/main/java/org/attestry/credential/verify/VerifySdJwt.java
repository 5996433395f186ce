package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.Optional;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.draft.SdJwts;
import org.attestry.credential.draft.SdJwts.Expected;
import org.attestry.credential.issuer.VerificationKeys;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.Budget;

/** Verifies a credential as SD-JWT, and who presents it. */
public record VerifySdJwt(
    SdJwts sdJwts,
    VerifyClaimsJwt verify,
    VerificationKeys keys,
    CryptoWorkers compute,
    Clock clock) {

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
        .compose(
            examined ->
                compute
                    .run(deadline, () -> sdJwts.document(text, budget).map(Json::write))
                    .map(document -> examined.with(document.orElse(null)).view()))
        .compose(
            view ->
                holder(text, expected, deadline)
                    .map(holder -> CredentialChecks.with(view, holder)));
  }

  /**
   * Verifies it as the other, and reads the claims that are disclosed.
   *
   * @param budget also for the status list that it names
   */
  Future<VerifiedDocument> reading(
      String text, Expected expected, Budget budget, Deadline deadline) {
    return verify
        .examine(sdJwts, text, budget, deadline)
        .compose(
            examined ->
                holder(text, expected, deadline)
                    .map(holder -> CredentialChecks.with(examined.view(), holder))
                    .compose(
                        view ->
                            compute.run(
                                deadline, () -> read(text, view, examined.terms(), budget))));
  }

  private VerifiedDocument read(
      String text, VerificationView view, SignedTerms terms, Budget budget) {
    JsonNode sent = TextNode.valueOf(text);
    return view.checks().getFirst().status() == Status.OK
        ? new VerifiedDocument(sent, view, sdJwts.claims(text, budget), terms)
        : VerifiedDocument.unread(sent, view);
  }

  private Future<Optional<Check>> holder(String text, Expected expected, Deadline deadline) {
    return compute
        .run(deadline, () -> sdJwts.holder(text, expected, clock.instant()))
        .compose(
            holder ->
                holder.filter(check -> check.status() == Status.OK).isPresent()
                    ? unlessRevoked(holder.get(), text, deadline).map(Optional::of)
                    : Future.succeededFuture(holder));
  }

  private Future<Check> unlessRevoked(Check holds, String text, Deadline deadline) {
    return compute
        .run(deadline, () -> sdJwts.holderKeyPem(text))
        .compose(keys::isRevoked)
        .map(
            revoked ->
                revoked
                    ? CredentialChecks.nok(holds.check(), CredentialChecks.KEY_REVOKED)
                    : holds);
  }
}

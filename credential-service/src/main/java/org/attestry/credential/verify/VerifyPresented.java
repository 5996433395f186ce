package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Supplier;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyPresentationRequest;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.draft.SdJwts.Expected;
import org.attestry.runtime.fair.Budget;

/**
 * Verifies what a holder presents in answer to a request, and reads what it says. The checks are
 * those of every credential and presentation.
 */
public record VerifyPresented(
    VerifyCredential verify, VerifyPresentation presentations, CryptoWorkers compute) {

  private static final String HOLDER = "holder";

  /** An SD-JWT, with its key binding (RFC 9901, section 7.3); anything else is unread. */
  public Future<VerifiedPresentation> sdJwt(
      JsonNode sent, Expected expected, Budget budget, Deadline deadline) {
    Optional<String> text = Optional.of(sent).filter(JsonNode::isTextual).flatMap(verify::sdJwt);
    return text.isPresent()
        ? verify
            .sdJwt(text.get(), expected, budget, deadline)
            .compose(
                verified -> compute.run(deadline, () -> withClaims(verified, text.get(), budget)))
            .map(VerifiedPresentation::alone)
        : Future.succeededFuture(
            VerifiedPresentation.alone(
                Verified.unread(
                    sent, CredentialChecks.unknown("proof", "form.unsupported:sd-jwt"))));
  }

  private Verified withClaims(Verified verified, String text, Budget budget) {
    boolean holds = verified.checks().getFirst().status() == Status.OK;
    return verified.of(TextNode.valueOf(text), holds ? verify.sdJwts().claims(text, budget) : null);
  }

  /** A W3C credential by itself, which nobody proves to be theirs. */
  public Future<VerifiedPresentation> credential(JsonNode sent, Budget budget, Deadline deadline) {
    Expected expected = Expected.of(null, null);
    return compute
        .run(deadline, () -> verify.document(sent, expected, budget, deadline))
        .compose(Supplier::get)
        .map(VerifiedPresentation::alone);
  }

  /**
   * A presentation of W3C credentials. Each has a check {@code holder}: the issuer names the key
   * that signed the presentation ({@code cnf}), or the subject is the DID whose key signed it.
   * Fails INVALID for what is no presentation.
   */
  public Future<VerifiedPresentation> presentation(
      JsonNode sent, String challenge, String domain, Budget budget, Deadline deadline) {
    return presentations
        .verified(
            () -> sent instanceof ObjectNode whole ? whole.deepCopy() : sent,
            new VerifyPresentationRequest(null, challenge, domain),
            verify::document,
            budget,
            deadline)
        .map(VerifyPresented::withHolder);
  }

  private static VerifiedPresentation withHolder(VerifiedPresentation presented) {
    return new VerifiedPresentation(
        presented.holder(),
        presented.checks(),
        presented.credentials().stream().map(one -> withHolder(one, presented.holder())).toList());
  }

  /** A credential that names no key is its subject's. */
  private static Verified withHolder(Verified read, String holder) {
    boolean named = read.checks().stream().anyMatch(check -> check.check().equals(HOLDER));
    if (named || read.terms() == null) {
      return read;
    }
    boolean own = holder != null && holder.equals(read.terms().subject());
    Check check =
        own ? new Check(HOLDER, Status.OK, null) : CredentialChecks.nok(HOLDER, "holder.missing");
    return read.with(Optional.of(check));
  }
}

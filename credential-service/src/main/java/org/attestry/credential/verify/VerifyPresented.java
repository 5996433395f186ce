package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyPresentationRequest;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.draft.SdJwts.Expected;
import org.attestry.credential.proof.Proofs.Opened;
import org.attestry.credential.proof.Proofs.Presentation;
import org.attestry.runtime.work.AsyncLoop;
import org.attestry.runtime.work.Budget;

/**
 * Verifies what a holder presents in answer to a request, and reads what it says. The checks are
 * those of every credential and presentation.
 */
public record VerifyPresented(
    VerifyCredential verify, VerifyPresentation presentations, CryptoWorkers compute) {

  private static final String HOLDER = "holder";

  /**
   * What was presented.
   *
   * @param checks of the presentation itself; none of a credential that is presented by itself
   */
  public record Presented(List<Check> checks, List<Verified> credentials) {

    public Presented {
      checks = List.copyOf(checks);
      credentials = List.copyOf(credentials);
    }
  }

  /** An SD-JWT, with its key binding (RFC 9901, section 7.3); anything else is unread. */
  public Future<Presented> sdJwt(
      JsonNode sent, Expected expected, Budget budget, Deadline deadline) {
    Optional<String> text = Optional.of(sent).filter(JsonNode::isTextual).flatMap(verify::sdJwt);
    return text.isPresent()
        ? verify
            .sdJwt(text.get(), expected, budget, deadline)
            .compose(
                verified -> compute.run(deadline, () -> withClaims(verified, text.get(), budget)))
            .map(VerifyPresented::alone)
        : Future.succeededFuture(
            alone(
                Verified.unread(
                    sent, CredentialChecks.unknown("proof", "form.unsupported:sd-jwt"))));
  }

  private Verified withClaims(Verified verified, String text, Budget budget) {
    boolean holds = verified.checks().getFirst().status() == Status.OK;
    return verified.of(TextNode.valueOf(text), holds ? verify.sdJwts().claims(text, budget) : null);
  }

  /** A W3C credential by itself, which nobody proves to be theirs. */
  public Future<Presented> credential(JsonNode sent, Budget budget, Deadline deadline) {
    return reading(sent, Expected.of(null, null), budget, deadline).map(VerifyPresented::alone);
  }

  private static Presented alone(Verified credential) {
    return new Presented(List.of(), List.of(credential));
  }

  /**
   * A presentation of W3C credentials. Each has a check {@code holder}: the issuer names the key
   * that signed the presentation ({@code cnf}), or the subject is the DID whose key signed it.
   * Fails INVALID for what is no presentation.
   */
  public Future<Presented> presentation(
      JsonNode sent, String challenge, String domain, Budget budget, Deadline deadline) {
    return compute
        .run(deadline, () -> read(sent))
        .compose(
            read ->
                read.presentation() == null
                    ? Future.succeededFuture(
                        new Presented(
                            PresentationChecks.refused(read.refusal()).checks(), List.of()))
                    : presented(
                        read.presentation(),
                        new VerifyPresentationRequest(null, challenge, domain),
                        budget,
                        deadline));
  }

  /**
   * @param presentation null where it is refused
   * @param refusal or null
   */
  private record Read(Presentation presentation, Check refusal) {}

  /**
   * @throws FailureException of kind INVALID for what is no presentation
   */
  private Read read(JsonNode sent) {
    Opened opened =
        presentations.opened(sent instanceof ObjectNode whole ? whole.deepCopy() : sent);
    return opened.credential() == null
        ? new Read(null, opened.refusal())
        : new Read(VerifyPresentation.presentation(opened.credential()), null);
  }

  private Future<Presented> presented(
      Presentation presentation,
      VerifyPresentationRequest request,
      Budget budget,
      Deadline deadline) {
    return presentations
        .proven(presentation, request, budget, deadline)
        .compose(
            found -> {
              Expected expected =
                  Expected.inPresentation(request.challenge(), request.domain(), found.presenter());
              List<Verified> credentials = new ArrayList<>();
              return AsyncLoop.each(
                      presentation.credentials(),
                      one ->
                          reading(one, expected, budget, deadline)
                              .map(read -> withHolder(read, found.holder()))
                              .onSuccess(credentials::add))
                  .map(done -> new Presented(found.checks(), credentials));
            });
  }

  private Future<Verified> reading(
      JsonNode sent, Expected expected, Budget budget, Deadline deadline) {
    return compute
        .run(deadline, () -> verify.document(sent, expected, budget, deadline))
        .compose(Supplier::get);
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

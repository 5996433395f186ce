package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.PresentationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerifyPresentationRequest;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.ContextDigest;
import org.attestry.credential.context.KnownContexts;
import org.attestry.credential.draft.SdJwts.Expected;
import org.attestry.credential.draft.SdJwts.Presenter;
import org.attestry.credential.issuer.FoundKey;
import org.attestry.credential.issuer.VerificationKeys;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.Opened;
import org.attestry.credential.proof.Proofs.Presentation;
import org.attestry.credential.proof.Proofs.Presented;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * Verifies a presentation (W3C Verifiable Credentials Data Model, VCALM): its holder's proof holds
 * and has the challenge and domain that the verifier expects, and each credential in it verifies,
 * in whichever form it stands there. All of it has the budget of one call. What cannot be decided
 * is not verified.
 */
public record VerifyPresentation(
    VerifyCredential verify,
    VerificationKeys keys,
    Proofs proofs,
    CryptoWorkers compute,
    KnownContexts contexts,
    Clock clock) {

  private static final int MOST_CREDENTIALS = 20;
  private static final String CREDENTIALS = "verifiableCredential";
  private static final String PROOF = "proof";

  /**
   * Fails INVALID for what is neither a JSON object nor a JWT, has more than 20 credentials, or one
   * that is neither a JSON object nor a text; everything else is in the view.
   */
  public Future<PresentationView> handle(VerifyPresentationRequest request, CallContext context) {
    Deadline deadline = context.deadline();
    Budget budget = CallBudget.until(deadline);
    JsonBytes sent = request.presentation();
    return verified(
            () -> sent == null ? NullNode.getInstance() : Json.parse(sent),
            request,
            verify::verification,
            budget,
            deadline)
        .map(VerifiedPresentation::view);
  }

  /** How the credentials in a presentation are verified. */
  @FunctionalInterface
  interface Credentials {
    Supplier<Future<Verified>> verification(
        JsonNode sent, Expected expected, Budget budget, Deadline deadline);
  }

  /**
   * @param sent is called on a thread for work
   */
  Future<VerifiedPresentation> verified(
      Supplier<JsonNode> sent,
      VerifyPresentationRequest request,
      Credentials each,
      Budget budget,
      Deadline deadline) {
    return compute
        .run(deadline, () -> verification(sent.get(), request, each, budget, deadline))
        .compose(Supplier::get);
  }

  private Supplier<Future<VerifiedPresentation>> verification(
      JsonNode sent,
      VerifyPresentationRequest request,
      Credentials each,
      Budget budget,
      Deadline deadline) {
    Opened opened = opened(sent);
    if (opened.credential() == null) {
      PresentationChecks refused = PresentationChecks.refused(opened.refusal());
      return () ->
          Future.succeededFuture(new VerifiedPresentation(null, refused.checks(), List.of()));
    }
    Presentation presentation = presentation(opened.credential());
    return () ->
        proven(presentation, request, budget, deadline)
            .compose(
                found ->
                    credentials(presentation, request, found.presenter(), each, budget, deadline)
                        .map(all -> new VerifiedPresentation(found.holder(), found.checks(), all)));
  }

  /**
   * A presentation as it was sent, or out of its envelope.
   *
   * @throws FailureException of kind INVALID for what is neither
   */
  private Opened opened(JsonNode sent) {
    return proofs
        .openedPresentation(sent)
        .orElseGet(
            () -> {
              if (!(sent instanceof ObjectNode presentation)) {
                throw invalid(
                    "", "type", "A presentation must be a JSON object, or a JWT (vp+jwt).");
              }
              return new Opened(presentation, null);
            });
  }

  /**
   * @throws FailureException of kind INVALID if it has too many credentials, or what is none
   */
  private static Presentation presentation(ObjectNode whole) {
    JsonNode proof = whole.remove(PROOF);
    ObjectNode own = whole.deepCopy();
    JsonNode held = own.remove(CREDENTIALS);
    return new Presentation(
        whole, own, credentials(held), proof instanceof ObjectNode object ? object : null);
  }

  private static List<JsonNode> credentials(JsonNode held) {
    List<JsonNode> credentials = new ArrayList<>();
    if (held == null) {
      return credentials;
    }
    for (JsonNode one : held.isArray() ? held : List.of(held)) {
      boolean credential = one.isObject() || one.isTextual();
      if (!credential || credentials.size() == MOST_CREDENTIALS) {
        String message =
            "A presentation holds up to %d credentials: JSON objects with a proof, envelopes, JWTs"
                + " or SD-JWTs.";
        throw invalid(
            "/" + CREDENTIALS + "/" + credentials.size(),
            "credential",
            message.formatted(MOST_CREDENTIALS));
      }
      credentials.add(one);
    }
    return credentials;
  }

  private static FailureException invalid(String pointer, String rule, String message) {
    return FailureException.invalid(
        "credential.verify.invalid", "/verifiablePresentation" + pointer, rule, message);
  }

  private Future<List<Verified>> credentials(
      Presentation presentation,
      VerifyPresentationRequest request,
      Presenter presenter,
      Credentials each,
      Budget budget,
      Deadline deadline) {
    Expected expected = Expected.inPresentation(request.challenge(), request.domain(), presenter);
    List<Verified> all = new ArrayList<>();
    return AsyncLoop.each(
            presentation.credentials(),
            one ->
                compute
                    .run(deadline, () -> each.verification(one, expected, budget, deadline))
                    .compose(Supplier::get)
                    .onSuccess(all::add))
        .map(done -> all);
  }

  /** The checks of the presentation itself, whose credentials are not looked at. */
  private Future<PresentationChecks> proven(
      Presentation presentation,
      VerifyPresentationRequest request,
      Budget budget,
      Deadline deadline) {
    ObjectNode proof = presentation.proof();
    Optional<String> unsupported = proof == null ? Optional.empty() : proofs.unsupported(proof);
    if (proof == null || unsupported.isPresent()) {
      Check refused =
          unsupported
              .map(reason -> CredentialChecks.unknown(PROOF, reason))
              .orElseGet(() -> CredentialChecks.nok(PROOF, "proof.not-one"));
      return Future.succeededFuture(PresentationChecks.refused(refused));
    }
    return keys.ofHolder(proof.path("verificationMethod").asText(), deadline)
        .compose(
            found ->
                known(presentation, deadline)
                    .compose(
                        known ->
                            compute.run(
                                deadline,
                                () -> proofs.verify(presentation, known, found.key(), budget)))
                    .compose(
                        presented ->
                            contextsKnown(presentation.own(), presented, found)
                                .map(
                                    contextsKnown ->
                                        PresentationChecks.of(
                                            presentation.own(),
                                            contextsKnown,
                                            presented,
                                            found,
                                            request,
                                            clock.instant()))));
  }

  /** Looked up only where the proof does not name its contexts. */
  private Future<Boolean> contextsKnown(ObjectNode own, Presented presented, FoundKey found) {
    return presented.verdict() instanceof Verdict.Valid valid
            && !valid.proof().coversJson()
            && ContextDigest.heldBy(valid.proof().nonce()) == null
        ? contexts.areOf(found.key().issuer(), own)
        : Future.succeededFuture(false);
  }

  private Future<Map<String, JsonNode>> known(Presentation presentation, Deadline deadline) {
    return compute.run(deadline, () -> addressesIn(presentation)).compose(contexts::find);
  }

  private Set<String> addressesIn(Presentation presentation) {
    Set<String> addresses = new HashSet<>(contexts.addresses().in(presentation.own()));
    presentation.documents().forEach(one -> addresses.addAll(contexts.addresses().in(one)));
    return addresses;
  }
}

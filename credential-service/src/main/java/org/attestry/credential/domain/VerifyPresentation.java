package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.PresentationView;
import org.attestry.contracts.credential.VerificationView;
import org.attestry.contracts.credential.VerificationView.Check;
import org.attestry.contracts.credential.VerificationView.Status;
import org.attestry.contracts.credential.VerifyPresentationRequest;
import org.attestry.credential.domain.Proofs.Presentation;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.AsyncLoop;
import org.attestry.runtime.work.Budget;

/**
 * Verifies a presentation (W3C Verifiable Credentials Data Model, VCALM): its holder's proof holds
 * and has the challenge and domain that the verifier expects, and each credential in it verifies.
 * All of it has the budget of one call. What cannot be decided is not verified.
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
   * Fails INVALID for what is no JSON object, has more than 20 credentials, or one that is no JSON
   * object; everything else is in the view.
   */
  public Future<PresentationView> handle(VerifyPresentationRequest request, CallContext call) {
    Deadline deadline = call.deadline();
    Budget budget = CallBudget.until(deadline);
    return compute
        .run(deadline, () -> parsed(request.presentation()))
        .compose(
            presentation ->
                proven(presentation, request, budget, deadline)
                    .compose(
                        found ->
                            credentials(presentation, budget, deadline)
                                .map(credentials -> view(found, credentials))));
  }

  private static Presentation parsed(JsonBytes sent) {
    JsonNode parsed = sent == null ? NullNode.getInstance() : Json.parse(sent);
    if (!(parsed instanceof ObjectNode whole)) {
      throw invalid("", "type", "A presentation must be a JSON object.");
    }
    JsonNode proof = whole.remove(PROOF);
    ObjectNode own = whole.deepCopy();
    JsonNode held = own.remove(CREDENTIALS);
    return new Presentation(
        whole, own, credentials(held), proof instanceof ObjectNode object ? object : null);
  }

  private static List<ObjectNode> credentials(JsonNode held) {
    List<ObjectNode> credentials = new ArrayList<>();
    if (held == null) {
      return credentials;
    }
    for (JsonNode one : held.isArray() ? held : List.of(held)) {
      if (!(one instanceof ObjectNode credential) || credentials.size() == MOST_CREDENTIALS) {
        String message =
            "A presentation holds up to %d credentials, each a JSON object with its proof."
                .formatted(MOST_CREDENTIALS);
        throw invalid("/" + CREDENTIALS + "/" + credentials.size(), "credential", message);
      }
      credentials.add(credential);
    }
    return credentials;
  }

  private static FailureException invalid(String pointer, String rule, String message) {
    return Failure.invalid(
            "credential.verify.invalid", "/verifiablePresentation" + pointer, rule, message)
        .exception();
  }

  private Future<List<VerificationView>> credentials(
      Presentation presentation, Budget budget, Deadline deadline) {
    List<VerificationView> views = new ArrayList<>();
    return AsyncLoop.each(
            presentation.credentials(),
            one ->
                verify
                    .examine(one, budget, deadline)
                    .onSuccess(examined -> views.add(examined.view())))
        .map(done -> views);
  }

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
                known(presentation)
                    .compose(
                        known ->
                            compute.run(
                                deadline,
                                () -> proofs.verify(presentation, known, found.key(), budget)))
                    .map(
                        presented ->
                            PresentationChecks.of(presented, found, request, clock.instant())));
  }

  private Future<Map<String, JsonNode>> known(Presentation presentation) {
    Map<String, JsonNode> known = new HashMap<>();
    List<ObjectNode> documents = new ArrayList<>(presentation.credentials());
    documents.add(presentation.own());
    return AsyncLoop.each(
            documents, document -> contexts.namedBy(document).onSuccess(known::putAll))
        .map(done -> known);
  }

  private static PresentationView view(
      PresentationChecks found, List<VerificationView> credentials) {
    boolean verified =
        found.checks().stream().allMatch(check -> check.status() == Status.OK)
            && credentials.stream().allMatch(VerificationView::verified);
    return new PresentationView(verified, found.holder(), found.checks(), credentials);
  }
}

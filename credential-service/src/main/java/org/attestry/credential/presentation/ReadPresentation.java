package org.attestry.credential.presentation;

import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.credential.PresentationOperations.DeletePresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.PresentationResult;
import org.attestry.contracts.credential.PresentationOperations.ReadPresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.RefusedResponses;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/** Reads and deletes the results of requests, each only for the caller who made the request. */
public record ReadPresentation(PgPresentations store, Verifiers verifiers, Clock clock) {

  /**
   * The result of a request with a redirectUri opens to the user who came back from the wallet
   * alone: without the code that the wallet took there it says that there is an answer, and nothing
   * of it. Fails NOT_FOUND for another caller's request, as for an unknown one.
   */
  public Future<PresentationResult> readPresentation(
      ReadPresentationRequest request, CallContext context) {
    verifiers.check(context.caller());
    return store
        .find(id(request.requestId()), clock.instant())
        .map(found -> found.filter(one -> one.userId().equals(context.caller().userId())))
        .map(OpenRequests::required)
        .map(stored -> result(stored, request.responseCode()));
  }

  /** Fails NOT_FOUND for another caller's request, as for an unknown one. */
  public Future<Done> deletePresentation(DeletePresentationRequest request, CallContext context) {
    verifiers.check(context.caller());
    return store
        .delete(id(request.requestId()), context.caller().userId())
        .map(
            deleted -> {
              if (!deleted) {
                throw OpenRequests.unknown();
              }
              return Done.DONE;
            });
  }

  private static UUID id(String text) {
    return Ids.parse(text == null ? "" : text).orElseThrow(OpenRequests::unknown);
  }

  private static PresentationResult result(StoredPresentation stored, String responseCode) {
    boolean closed =
        stored.outcome() == null
            || stored.responseCode() != null
                && (responseCode == null
                    || !Sha256.hex(responseCode).equals(stored.responseCode()));
    Outcome outcome = closed ? Outcome.NONE : Json.read(stored.outcome(), Outcome.class);
    return new PresentationResult(
        stored.id().toString(),
        stored.state(),
        stored.expiresAt(),
        outcome.verified(),
        outcome.credentials(),
        outcome.error(),
        refused(stored));
  }

  private static RefusedResponses refused(StoredPresentation stored) {
    if (stored.refusal() == null) {
      return null;
    }
    List<org.attestry.contracts.Violation> violations =
        Json.read(stored.refusal(), Refusal.class).violations();
    int count = stored.outcome() == null ? stored.responses() : stored.responses() - 1;
    return new RefusedResponses(count, violations);
  }
}

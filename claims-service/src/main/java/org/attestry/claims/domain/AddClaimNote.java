package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.claims.ClaimView;
import org.attestry.contracts.claims.ClaimsOperations;
import org.attestry.contracts.claims.ClaimsOperations.AddClaimNoteRequest;
import org.attestry.runtime.idempotency.KeyedRequests;

/** Adds a note to an open claim, for callers with a token who may read the claim. */
public final class AddClaimNote {

  private static final int MOST_DOCUMENTS = 20;
  private static final Pattern PROPERTY_AND_ID =
      Pattern.compile("[^/]{1,255}/documents/[0-9a-fA-F-]{36}");

  private final ClaimStore store;
  private final ReadClaim reading;
  private final KeyedRequests requests;

  public AddClaimNote(ClaimStore store, KeyedRequests requests, AttestationRegistry registry) {
    this.store = store;
    this.reading = new ReadClaim(store, registry);
    this.requests = requests;
  }

  /**
   * @return the note; fails CONFLICT when the claim is closed or has as many notes as it may have
   */
  public Future<ClaimView.Note> handle(AddClaimNoteRequest request, CallContext context) {
    if (request.text() == null || request.text().isBlank()) {
      throw invalid("/text", "minLength", "Say something: the text of a note is not blank.");
    }
    ClaimNote.checked(request.text(), "/text");
    return reading
        .find(request.entityName(), request.claimId(), context)
        .compose(claim -> add(claim, request, context));
  }

  private Future<ClaimView.Note> add(
      Claim claim, AddClaimNoteRequest request, CallContext context) {
    requireDocumentsOf(claim, request.documents());
    return requests.once(
        ClaimsOperations.ADD_CLAIM_NOTE,
        request,
        context,
        attempt ->
            store
                .addNote(claim.id(), note(attempt.id(), request, context))
                .compose(note -> requests.complete(attempt, note.view())));
  }

  private static ClaimNote note(UUID id, AddClaimNoteRequest request, CallContext context) {
    return new ClaimNote(
        id,
        context.caller().userId(),
        context.caller().tokenId(),
        Instant.now().truncatedTo(ChronoUnit.MILLIS),
        request.text(),
        request.documents());
  }

  private static void requireDocumentsOf(Claim claim, List<String> documents) {
    if (documents.size() > MOST_DOCUMENTS) {
      String message = "A note names up to %d documents.".formatted(MOST_DOCUMENTS);
      throw invalid("/documents", "maxItems", message);
    }
    String entity = claim.entity() + "/" + claim.entityId() + "/";
    for (int i = 0; i < documents.size(); i++) {
      String location = documents.get(i);
      if (!location.startsWith(entity)
          || !PROPERTY_AND_ID.matcher(location.substring(entity.length())).matches()) {
        throw invalid(
            "/documents/" + i,
            "pattern",
            "A document is named as its upload replied it, and belongs to the claim's entity: "
                + entity
                + "{property}/documents/{documentId}.");
      }
    }
  }

  private static FailureException invalid(String pointer, String rule, String message) {
    return FailureException.invalid("claims.notes.invalid", pointer, rule, message);
  }
}

package org.attestry.claims.note;

import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.attestry.claims.claim.Claim;
import org.attestry.claims.claim.ClaimNote;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.claims.decision.ReadClaim;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.claims.ClaimView;
import org.attestry.contracts.claims.ClaimsOperations;
import org.attestry.contracts.claims.ClaimsOperations.AddClaimNoteRequest;
import org.attestry.runtime.idempotency.KeyedRequests;

/** Adds a note to an open claim, for callers with a token who may read the claim. */
public final class AddClaimNote {

  private final PgClaimStore store;
  private final ReadClaim reading;
  private final KeyedRequests requests;
  private final NoteDocuments documents;

  public AddClaimNote(
      PgClaimStore store, ReadClaim reading, KeyedRequests requests, BusEntityFiles files) {
    this.store = store;
    this.reading = reading;
    this.requests = requests;
    this.documents = new NoteDocuments(files);
  }

  /**
   * @return the note; fails CONFLICT if the claim is closed or has the most notes that are possible
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
    NoteDocuments.requireLocations(claim, request.documents());
    return requests.once(
        ClaimsOperations.ADD_CLAIM_NOTE,
        request,
        context,
        attempt ->
            documents
                .requireStored(claim, request.documents(), context)
                .compose(stored -> store.addNote(claim.id(), note(attempt.id(), request, context)))
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

  static FailureException invalid(String pointer, String rule, String message) {
    return FailureException.invalid("claims.notes.invalid", pointer, rule, message);
  }
}

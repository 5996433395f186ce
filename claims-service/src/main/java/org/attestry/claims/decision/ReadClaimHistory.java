package org.attestry.claims.decision;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.attestry.claims.claim.Claim;
import org.attestry.claims.claim.ClaimGrant;
import org.attestry.claims.claim.ClaimNote;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.claims.ClaimsOperations.ClaimHistoryView;
import org.attestry.contracts.claims.ClaimsOperations.ClaimHistoryView.Entry;
import org.attestry.contracts.claims.ClaimsOperations.ClaimHistoryView.Event;
import org.attestry.contracts.claims.ClaimsOperations.ReadClaimRequest;
import org.attestry.contracts.claims.Decision;
import org.attestry.runtime.identifier.Sha256;

/** Reads the history of a claim, for callers with a token who may read the claim. */
public final class ReadClaimHistory {

  static final String WAITING = "ATTESTATION_REQUESTED";

  private final ReadClaim reading;

  public ReadClaimHistory(ReadClaim reading) {
    this.reading = reading;
  }

  public Future<ClaimHistoryView> handle(ReadClaimRequest request, CallContext context) {
    return reading
        .find(request.entityName(), request.claimId(), context)
        .compose(
            claim -> reading.showsValues(claim, context).map(values -> history(claim, values)));
  }

  private static ClaimHistoryView history(Claim claim, boolean values) {
    List<Entry> entries = new ArrayList<>();
    if (claim.outcome() != null) {
      entries.add(decided(claim.outcome()));
    }
    claim.grants().reversed().forEach(grant -> entries.add(granted(grant)));
    claim.notes().reversed().forEach(note -> entries.add(noted(note)));
    entries.sort(Comparator.comparing(Entry::at).reversed());
    entries.add(
        new Entry(
            Event.RAISED, claim.createdAt(), claim.raisedBy(), null, null, WAITING, null, null));
    String digest = values ? Sha256.hex(claim.propertyData().utf8()) : null;
    return new ClaimHistoryView(entries.size(), digest, entries);
  }

  private static Entry decided(Claim.Outcome outcome) {
    return new Entry(
        Event.valueOf(outcome.decision().name()),
        outcome.at(),
        outcome.by(),
        outcome.tokenId(),
        WAITING,
        stateAfter(outcome.decision()),
        null,
        null);
  }

  private static Entry granted(ClaimGrant grant) {
    return new Entry(
        Event.GRANTED, grant.at(), grant.by(), grant.tokenId(), WAITING, WAITING, null, null);
  }

  private static String stateAfter(Decision decision) {
    return switch (decision) {
      case GRANTED -> "PUBLISHED";
      case REJECTED -> "REJECTED";
      case WITHDRAWN, EXPIRED -> "DRAFT";
    };
  }

  private static Entry noted(ClaimNote note) {
    return new Entry(
        Event.NOTE,
        note.at(),
        note.by(),
        note.tokenId(),
        null,
        null,
        note.text(),
        note.documents());
  }
}

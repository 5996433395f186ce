package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.attestry.claims.domain.ClaimInbox.Candidate;
import org.attestry.claims.domain.ClaimInbox.Count;
import org.attestry.claims.domain.ClaimInbox.Selection;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.claims.ClaimsOperations.ClaimsView;
import org.attestry.contracts.claims.ClaimsOperations.ListClaimsRequest;
import org.attestry.runtime.work.AsyncLoop;

/**
 * Reads one page of claims: it reads candidates, newest first, in steps, until the ones that the
 * caller may see fill the page. It reads at most 20,000 candidates; a page that is not full by then
 * has a cursor for continuing. An instance is used once.
 */
final class ClaimPages {

  private static final int LARGEST_STEP = 1_000;
  private static final int MOST_VISITED = 20_000;
  private static final int COUNTED_BEYOND = 1_000;
  private static final int MOST_BYTES = 2 << 20;

  private final ClaimStore store;
  private final ClaimInbox inbox;
  private final ClaimViewer viewer;
  private final Selection selection;
  private final ListClaimsRequest request;
  private final List<Candidate> page = new ArrayList<>();
  private ClaimPosition position;
  private long toSkip;
  private int visited;
  private boolean follows;

  ClaimPages(
      ClaimStore store,
      ClaimInbox inbox,
      ClaimViewer viewer,
      Selection selection,
      ListClaimsRequest request,
      ClaimPosition from) {
    this.store = store;
    this.inbox = inbox;
    this.viewer = viewer;
    this.selection = selection;
    this.request = request;
    this.position = from;
    this.toSkip = (long) request.page() * request.size();
  }

  Future<ClaimsView> read() {
    long most = (request.page() + 1L) * request.size() + COUNTED_BEYOND;
    Future<Count> count =
        inbox.count(
            selection,
            ClaimPosition.newest(request.olderThan()),
            (int) Math.min(most, MOST_VISITED));
    return AsyncLoop.repeat(this::step)
        .compose(filled -> store.find(page.stream().map(Candidate::id).toList(), MOST_BYTES))
        .compose(claims -> count.map(counted -> view(claims, counted)));
  }

  private Future<Boolean> step() {
    int limit = (int) Math.min(LARGEST_STEP, toSkip + request.size() + 1);
    return inbox
        .candidates(selection, position, limit)
        .map(
            found -> {
              boolean full = !take(found.claims());
              follows = full || (found.more() && visited >= MOST_VISITED);
              return found.more() && !follows;
            });
  }

  /** Adds candidates to the page; returns false if the page is full. */
  private boolean take(List<Candidate> found) {
    for (Candidate candidate : found) {
      boolean seen = viewer.sees(candidate);
      if (seen && toSkip == 0 && page.size() == request.size()) {
        return false;
      }
      position = new ClaimPosition(candidate.createdAt(), candidate.id());
      visited++;
      if (seen && toSkip > 0) {
        toSkip--;
      } else if (seen) {
        page.add(candidate);
      }
    }
    return true;
  }

  /** Ends the page early, at the claim with which its size limit is reached. */
  private void endAt(Claim last) {
    follows = true;
    position = new ClaimPosition(last.createdAt(), last.id());
  }

  private ClaimsView view(List<Claim> claims, Count count) {
    if (follows && toSkip > 0) {
      throw FailureException.invalid(
          "claims.page.invalid",
          "/page",
          "range",
          "The page is too far from the first; go on with nextCursor, or filter.");
    }
    if (!claims.isEmpty() && claims.size() < page.size()) {
      endAt(claims.getLast());
    }
    long total = count.total();
    return new ClaimsView(
        claims.stream().map(claim -> claim.view(viewer.seesValues(claim))).toList(),
        total,
        Math.ceilDiv(total, request.size()),
        count.exact() ? "exact" : "planned",
        follows ? position.cursor() : null);
  }
}

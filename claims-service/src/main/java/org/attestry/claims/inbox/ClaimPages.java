package org.attestry.claims.inbox;

import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.attestry.claims.claim.Audience;
import org.attestry.claims.claim.Claim;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.claims.inbox.ClaimViewer.Sight;
import org.attestry.claims.inbox.PgInbox.Candidate;
import org.attestry.claims.inbox.PgInbox.Count;
import org.attestry.claims.inbox.PgInbox.Selection;
import org.attestry.condition.Evaluations;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.claims.ClaimView;
import org.attestry.contracts.claims.ClaimsOperations.ClaimsView;
import org.attestry.contracts.claims.ClaimsOperations.ListClaimsRequest;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Budget;

/**
 * Reads one page of claims: it reads candidates, newest first, in steps, until the ones that the
 * caller may see fill the page. It reads at most 20,000 candidates, and compares them with the
 * caller's records in a limited number of steps; a page that is not full by then has a cursor for
 * continuing. An instance is used once.
 */
final class ClaimPages {

  private static final int LARGEST_STEP = 1_000;
  private static final int MOST_VISITED = 20_000;
  private static final int COUNTED_BEYOND = 1_000;
  private static final int MOST_BYTES = 2 << 20;

  private final PgClaimStore store;
  private final PgInbox inbox;
  private final ClaimViewer viewer;
  private final Selection selection;
  private final ListClaimsRequest request;
  private final Evaluations sights;
  private final Evaluations views;
  private final List<ClaimView> viewed = new ArrayList<>();

  /** Claim to the audience in which the caller may decide it, or to null. */
  private final Map<UUID, Audience> page = new LinkedHashMap<>();

  private ClaimPosition position;
  private long toSkip;
  private int visited;
  private boolean follows;

  ClaimPages(
      PgClaimStore store,
      PgInbox inbox,
      ClaimViewer viewer,
      Selection selection,
      ListClaimsRequest request,
      ClaimPosition from,
      Supplier<Evaluations> evaluations) {
    this.store = store;
    this.inbox = inbox;
    this.viewer = viewer;
    this.selection = selection;
    this.request = request;
    this.position = from;
    this.sights = evaluations.get();
    this.views = evaluations.get();
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
        .compose(filled -> store.find(List.copyOf(page.keySet()), MOST_BYTES))
        .compose(claims -> view(claims).compose(viewed -> count))
        .map(this::view);
  }

  private Future<Boolean> step() {
    long needed = request.decision() == null ? toSkip + request.size() + 1 : LARGEST_STEP;
    int limit = (int) Math.min(LARGEST_STEP, needed);
    return inbox
        .candidates(selection, position, limit)
        .compose(
            found -> {
              Deque<Candidate> next = new ArrayDeque<>(found.claims());
              return sights
                  .run(budget -> take(next, budget))
                  .recover(cause -> ended(visited, cause))
                  .map(
                      all -> {
                        follows = !all || (found.more() && visited >= MOST_VISITED);
                        return found.more() && !follows;
                      });
            });
  }

  /**
   * Ends the page early if its evaluations take too many steps; fails if they do so with the first
   * claim, because no page would ever be ready.
   */
  private static Future<Boolean> ended(int done, Throwable cause) {
    return done > 0 && Evaluations.isTooMuch(cause)
        ? Future.succeededFuture(false)
        : Future.failedFuture(cause);
  }

  /**
   * Adds candidates to the page; returns false if the page is full. A candidate is removed once it
   * is evaluated, so that a run that is stopped can go on.
   */
  private boolean take(Deque<Candidate> next, Budget budget) {
    while (!next.isEmpty()) {
      Candidate candidate = next.element();
      boolean meant = selection.isMeant(candidate);
      Sight sight = meant ? viewer.sight(candidate, budget) : Sight.HIDDEN;
      boolean seen = sight != Sight.HIDDEN;
      if (seen && toSkip == 0 && page.size() == request.size()) {
        return false;
      }
      next.remove();
      position = new ClaimPosition(candidate.createdAt(), candidate.id());
      visited++;
      if (seen && toSkip > 0) {
        toSkip--;
      } else if (seen) {
        page.put(candidate.id(), sight == Sight.DECIDES ? viewer.audience(candidate) : null);
      }
    }
    return true;
  }

  private Future<Void> view(List<Claim> claims) {
    Deque<Claim> next = new ArrayDeque<>(claims);
    return views
        .run(budget -> view(next, budget))
        .recover(cause -> ended(viewed.size(), cause))
        .map(
            all -> {
              if (!viewed.isEmpty() && viewed.size() < page.size()) {
                endAt(claims.get(viewed.size() - 1));
              }
              return null;
            });
  }

  private boolean view(Deque<Claim> next, Budget budget) {
    while (!next.isEmpty()) {
      Claim claim = next.element();
      viewed.add(claim.view(viewer.seesValues(claim, page.get(claim.id()), budget)));
      next.remove();
    }
    return true;
  }

  /** Ends the page early, at the claim with which its limit of bytes or steps is reached. */
  private void endAt(Claim last) {
    follows = true;
    position = new ClaimPosition(last.createdAt(), last.id());
  }

  private ClaimsView view(Count count) {
    if (follows && toSkip > 0) {
      throw FailureException.invalid(
          "claims.page.invalid",
          "/page",
          "range",
          "The page is too far from the first; go on with nextCursor, or filter.");
    }
    long total = count.total();
    return new ClaimsView(
        viewed,
        total,
        Math.ceilDiv(total, request.size()),
        count.exact() ? "exact" : "planned",
        follows ? position.cursor() : null);
  }
}

package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.attestry.claims.domain.ClaimStore.Page;
import org.attestry.claims.domain.ClaimStore.Selection;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.claims.ClaimsView;
import org.attestry.contracts.claims.ListClaimsRequest;

/**
 * Lists the claims of a type that the caller may decide or has raised; an admin's list is whole.
 * The conditions are evaluated audience by audience, a thousand at a time; filter, order, page and
 * count are the database's.
 */
public final class ListClaims {

  private static final int STEP = 1_000;
  private static final int LARGEST_PAGE = 1_000;

  private final ClaimStore store;
  private final Attestors attestors;

  public ListClaims(ClaimStore store, Registry registry) {
    this.store = store;
    this.attestors = new Attestors(registry);
  }

  public Future<ClaimsView> list(ListClaimsRequest request, CallContext context) {
    if (!context.caller().known()) {
      throw ClaimFailures.unauthenticated();
    }
    check(request.page() >= 0, "/page", "The page is counted from 0.");
    check(
        request.size() >= 1 && request.size() <= LARGEST_PAGE,
        "/size",
        "A page has 1 to %d claims.".formatted(LARGEST_PAGE));
    return attestors
        .find(request.entityName(), context)
        .compose(this::audiences)
        .map(audiences -> selection(request, audiences, context))
        .compose(
            selection ->
                store.list(selection, request.size(), (long) request.page() * request.size()))
        .map(page -> view(page, request.size()));
  }

  private static Selection selection(
      ListClaimsRequest request, Set<Long> audiences, CallContext context) {
    return new Selection(
        request.entityName(),
        request.status(),
        audiences,
        context.caller().userId(),
        context.caller().admin());
  }

  private Future<Set<Long>> audiences(Optional<Attestor> attestor) {
    return attestor
        .map(a -> collect(a, 0, new HashSet<>()))
        .orElse(Future.succeededFuture(Set.of()));
  }

  private Future<Set<Long>> collect(Attestor attestor, long after, Set<Long> own) {
    return store
        .audiences(attestor.type(), after, STEP)
        .compose(
            step -> {
              step.forEach(
                  (id, audience) -> {
                    if (attestor.belongsTo(audience)) {
                      own.add(id);
                    }
                  });
              return step.size() < STEP
                  ? Future.succeededFuture(own)
                  : collect(attestor, step.lastKey(), own);
            });
  }

  private static ClaimsView view(Page page, int size) {
    return new ClaimsView(
        page.claims().stream().map(Claim::view).toList(),
        page.total(),
        Math.ceilDiv(page.total(), size));
  }

  private static void check(boolean right, String pointer, String message) {
    if (!right) {
      throw Failure.invalid("claims.page.invalid", pointer, "range", message).exception();
    }
  }
}

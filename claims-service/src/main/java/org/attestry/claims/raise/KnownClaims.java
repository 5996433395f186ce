package org.attestry.claims.raise;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.attestry.claims.claim.BusRegistry;
import org.attestry.claims.claim.Claim;
import org.attestry.claims.claim.ClaimFailures;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;
import org.attestry.runtime.async.AsyncLoop;

/**
 * Finds claims. A claim that is not stored is opened first if its attestation waits for a decision
 * in the registry: the fact of its raise has not arrived yet. Only if the registry has no such
 * attestation is there no such claim.
 */
public record KnownClaims(PgClaimStore store, BusRegistry registry, RaiseClaim raise) {

  /** How many claims one request opens. */
  private static final int MOST_OPENED = 50;

  /**
   * @return the claim, empty if there is none; fails UNAVAILABLE if it is not stored and the
   *     registry does not reply
   */
  public Future<Optional<Claim>> find(UUID id, CallContext context) {
    return store
        .find(id)
        .compose(found -> found.isPresent() ? Future.succeededFuture(found) : opened(id, context));
  }

  /** Opens a claim that is not stored, and returns it, in the same way. */
  public Future<Optional<Claim>> opened(UUID id, CallContext context) {
    return asUnavailable(registry.findRaised(id, context).compose(raised -> open(raised, context)))
        .compose(opened -> store.find(id));
  }

  /**
   * Returns an open claim in its current state, closed if its attestation has ended in the
   * registry.
   *
   * @return fails UNAVAILABLE if the registry does not reply
   */
  public Future<Claim> settled(Claim open, CallContext context) {
    return asUnavailable(registry.settle(open, context))
        .compose(settled -> store.find(open.id()))
        .map(found -> found.orElseThrow(ClaimFailures::unknown));
  }

  /**
   * Opens the claims on which attestations of an entity wait for a decision, so that a list of the
   * entity's claims has them.
   *
   * @return fails UNAVAILABLE if the registry does not reply, or if there are more to open than one
   *     request opens
   */
  public Future<Void> openThoseOf(UUID osid, CallContext context) {
    return asUnavailable(
        registry
            .findRaisedOf(osid, context)
            .compose(
                raised ->
                    raised.isEmpty()
                        ? Future.succeededFuture()
                        : unknown(raised).compose(unknown -> openSome(unknown, context))));
  }

  private Future<List<AttestationRaised>> unknown(List<AttestationRaised> raised) {
    return store
        .statuses(raised.stream().map(one -> UUID.fromString(one.claimId())).toList())
        .map(Map<String, ClaimStatus>::keySet)
        .map(known -> raised.stream().filter(one -> !known.contains(one.claimId())).toList());
  }

  private Future<Void> openSome(List<AttestationRaised> unknown, CallContext context) {
    boolean all = unknown.size() <= MOST_OPENED;
    return open(all ? unknown : unknown.subList(0, MOST_OPENED), context)
        .compose(
            opened ->
                all ? Future.succeededFuture() : Future.failedFuture(ClaimFailures.notOpenedYet()));
  }

  private Future<Void> open(List<AttestationRaised> unknown, CallContext context) {
    return AsyncLoop.each(unknown, one -> raise.raise(one, context));
  }

  /** Opening a claim may be tried again, so a reply that is late is UNAVAILABLE. */
  private static <T> Future<T> asUnavailable(Future<T> opening) {
    return opening.recover(
        cause ->
            FailureException.isOf(cause, FailureKind.TIMEOUT)
                ? Future.failedFuture(ClaimFailures.notOpenedYet())
                : Future.failedFuture(cause));
  }
}

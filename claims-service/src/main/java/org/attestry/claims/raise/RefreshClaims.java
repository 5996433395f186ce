package org.attestry.claims.raise;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.attestry.claims.claim.Audience;
import org.attestry.claims.claim.BusRegistry;
import org.attestry.claims.claim.ClaimFailures;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.claims.claim.PgClaimStore.AsOf;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimsOperations.OpenClaimsPage.OpenClaim;
import org.attestry.contracts.registry.RegistryFacts.EntityAdopted;
import org.attestry.contracts.registry.RegistryFacts.EntityChanged;
import org.attestry.runtime.async.AsyncLoop;

/**
 * Keeps open claims up to date: the values that conditions compare with the requester's entity, and
 * the conditions with the policy. Idempotent: a claim is never overwritten with older values or an
 * older policy.
 */
public record RefreshClaims(PgClaimStore store, BusRegistry registry) {

  private static final int PAGE = 100;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /**
   * Refreshes the open claims of a changed entity. A claim whose policy has not reached the
   * registry yet is left to {@link #superseded}.
   */
  public Future<Void> changed(Fact fact, EntityChanged changed, CallContext context) {
    return Boolean.FALSE.equals(changed.openClaims())
        ? Future.succeededFuture()
        : store
            .outdated(changed.osid(), changed.version())
            .compose(claims -> AsyncLoop.each(claims, claim -> refresh(changed, claim, context)));
  }

  /** Refreshes the open claims of a record that was adopted again. */
  public Future<Void> adopted(Fact fact, EntityAdopted adopted, CallContext context) {
    EntityChanged changed =
        new EntityChanged(
            adopted.type(),
            adopted.osid(),
            adopted.version(),
            adopted.entity(),
            adopted.openClaims());
    return changed(fact, changed, context);
  }

  private Future<Void> refresh(EntityChanged changed, UUID claim, CallContext context) {
    return refresh(changed.type(), changed.osid(), claim, context)
        .recover(
            cause ->
                ClaimFailures.isRegistryBehind(cause)
                    ? requireValues(changed, claim, cause)
                    : Future.failedFuture(cause));
  }

  private Future<Void> requireValues(EntityChanged changed, UUID claim, Throwable cause) {
    return store
        .outdated(changed.osid(), changed.version())
        .compose(
            left ->
                left.contains(claim) ? Future.failedFuture(cause) : Future.<Void>succeededFuture());
  }

  /**
   * Refreshes the open claims whose policy has changed since they were raised; a failure of one
   * claim does not stop the others.
   *
   * @return fails with the failure of the last claim that failed, UNAVAILABLE if the registry does
   *     not have the new policy yet
   */
  public Future<Void> superseded() {
    AtomicReference<UUID> last = new AtomicReference<>();
    AtomicReference<Throwable> failed = new AtomicReference<>();
    return AsyncLoop.repeat(
            () -> store.superseded(last.get(), PAGE).compose(page -> refresh(page, last, failed)))
        .compose(
            done ->
                failed.get() == null
                    ? Future.succeededFuture()
                    : Future.failedFuture(failed.get()));
  }

  /** Refreshes a page of claims; returns whether more claims may follow. */
  private Future<Boolean> refresh(
      List<OpenClaim> page, AtomicReference<UUID> last, AtomicReference<Throwable> failed) {
    CallContext context =
        new CallContext(Caller.NOBODY, "refresh-" + UUID.randomUUID(), Deadline.in(TIMEOUT), null);
    return AsyncLoop.each(
            page,
            claim -> {
              UUID id = UUID.fromString(claim.claimId());
              last.set(id);
              return refresh(claim.type(), claim.osid(), id, context)
                  .onFailure(failed::set)
                  .otherwiseEmpty();
            })
        .map(done -> page.size() == PAGE);
  }

  /**
   * Refreshes a claim. A claim whose attestation has ended is not changed, because a fact of the
   * registry closes it.
   *
   * @return fails UNAVAILABLE if the registry's policy is older than the current one
   */
  public Future<Void> refresh(String type, String osid, UUID claim, CallContext context) {
    return registry
        .readAttestation(type, osid, claim.toString(), context)
        .compose(
            attestation ->
                attestation.open()
                    ? store
                        .refresh(claim, Audience.of(attestation), AsOf.of(attestation))
                        .compose(RefreshClaims::requireRefreshed)
                    : Future.succeededFuture());
  }

  private static Future<Void> requireRefreshed(boolean refreshed) {
    return refreshed
        ? Future.succeededFuture()
        : Future.failedFuture(ClaimFailures.registryBehind());
  }
}

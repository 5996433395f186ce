package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.attestry.claims.domain.ClaimStore.AsOf;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimsOperations.OpenClaimsPage.OpenClaim;
import org.attestry.contracts.registry.RegistryFacts.EntityChanged;
import org.attestry.runtime.work.AsyncLoop;

/**
 * Keeps the values that conditions compare in open claims as they are in the requester's entity,
 * and the conditions as they are in the policy. Idempotent: a claim never takes older ones.
 */
public record RefreshClaims(ClaimStore store, AttestationRegistry registry) {

  private static final int PAGE = 100;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** A claim whose policy the registry does not have yet is left to {@link #superseded}. */
  public Future<Void> changed(Fact fact, EntityChanged changed, CallContext context) {
    return Boolean.FALSE.equals(changed.openClaims())
        ? Future.succeededFuture()
        : store
            .outdated(changed.osid(), changed.version())
            .compose(claims -> AsyncLoop.each(claims, claim -> refresh(changed, claim, context)));
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
   * Refreshes the open claims whose policy has changed since, each whatever becomes of the others.
   *
   * @return fails as the last claim that failed, UNAVAILABLE where the registry does not have the
   *     new policy yet
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

  /** Whether there may be more claims behind the page. */
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
   * A claim whose attestation ended stays as it is; the fact of that closes it.
   *
   * @return fails UNAVAILABLE where the registry's policy is older than the one in force
   */
  Future<Void> refresh(String type, String osid, UUID claim, CallContext context) {
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

package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.attestry.claims.domain.ClaimStore.AsOf;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Fact;
import org.attestry.contracts.registry.EntityChanged;
import org.attestry.runtime.work.AsyncLoop;

/**
 * Keeps the values that conditions compare in open claims as they are in the requester's entity,
 * and the conditions as they are in the policy. Idempotent: a claim never takes older ones.
 */
public final class RefreshClaims {

  private static final int PAGE = 100;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final ClaimStore store;
  private final AttestationRegistry registry;

  public RefreshClaims(ClaimStore store, AttestationRegistry registry) {
    this.store = store;
    this.registry = registry;
  }

  public Future<Void> changed(Fact fact, EntityChanged changed, CallContext context) {
    return store
        .outdated(changed.osid(), changed.version())
        .compose(
            claims ->
                each(claims, claim -> refresh(changed.type(), changed.osid(), claim, context)))
        .mapEmpty();
  }

  /**
   * Refreshes some of the open claims whose policy has changed since.
   *
   * @return whether to go on; false where none are left, or fails UNAVAILABLE where the registry
   *     does not have the new policy yet
   */
  public Future<Boolean> superseded() {
    CallContext context =
        new CallContext(Caller.NOBODY, "refresh-" + UUID.randomUUID(), Deadline.in(TIMEOUT), null);
    return store
        .superseded(PAGE)
        .compose(
            page ->
                each(
                        page,
                        claim ->
                            refresh(
                                claim.type(),
                                claim.osid(),
                                UUID.fromString(claim.claimId()),
                                context))
                    .map(any -> any && page.size() == PAGE));
  }

  /**
   * A claim whose attestation ended stays as it is; the fact of that closes it.
   *
   * @return whether it is as its entity and policy are now
   */
  Future<Boolean> refresh(String type, String osid, UUID claim, CallContext context) {
    return registry
        .readAttestation(type, osid, claim.toString(), context)
        .compose(
            attestation ->
                attestation.open()
                    ? store
                        .refresh(claim, Audience.of(attestation), AsOf.of(attestation))
                        .map(RefreshClaims::requireRefreshed)
                    : Future.succeededFuture(false));
  }

  private static boolean requireRefreshed(boolean refreshed) {
    if (!refreshed) {
      throw ClaimFailures.registryBehind();
    }
    return true;
  }

  /** Whether any was refreshed. */
  private static <T> Future<Boolean> each(List<T> all, Function<T, Future<Boolean>> refresh) {
    AtomicBoolean any = new AtomicBoolean();
    return AsyncLoop.each(
            all, one -> refresh.apply(one).onSuccess(done -> any.compareAndSet(false, done)))
        .map(done -> any.get());
  }
}

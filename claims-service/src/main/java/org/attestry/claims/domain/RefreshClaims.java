package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.registry.EntityChanged;
import org.attestry.runtime.work.AsyncLoop;

/**
 * Keeps the values that conditions compare in open claims as they are in the requester's entity.
 * Idempotent: a claim takes the values of a version only once, and never older ones.
 */
public final class RefreshClaims {

  private final ClaimStore store;
  private final AttestationRegistry registry;

  public RefreshClaims(ClaimStore store, AttestationRegistry registry) {
    this.store = store;
    this.registry = registry;
  }

  public Future<Void> changed(Fact fact, EntityChanged changed, CallContext context) {
    return store
        .outdated(changed.osid(), changed.version())
        .compose(claims -> refresh(changed.type(), changed.osid(), claims, context));
  }

  private Future<Void> refresh(String type, String osid, List<UUID> claims, CallContext context) {
    Iterator<UUID> left = claims.iterator();
    return AsyncLoop.repeat(
        () ->
            left.hasNext()
                ? refresh(type, osid, left.next(), context).map(done -> left.hasNext())
                : Future.succeededFuture(false));
  }

  /** One that no longer waits is left for the fact that closes it. */
  Future<Void> refresh(String type, String osid, UUID claim, CallContext context) {
    return registry
        .readAttestation(type, osid, claim.toString(), context)
        .compose(
            attestation ->
                attestation.open()
                    ? store.refresh(claim, Audience.of(attestation), attestation.version())
                    : Future.succeededFuture());
  }
}

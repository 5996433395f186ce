package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.claims.domain.ClaimStore.Closing;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimGranted;
import org.attestry.contracts.claims.ClaimRejected;
import org.attestry.contracts.claims.ClaimWithdrawn;
import org.attestry.contracts.claims.ClaimsFacts;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationGranted;
import org.attestry.contracts.registry.AttestationRejected;
import org.attestry.contracts.registry.AttestationWithdrawn;
import org.attestry.contracts.registry.EntityDeleted;
import org.attestry.runtime.facts.Facts;

/** Closes claims as the registry has decided their attestations, or no longer waits for them. */
public final class CloseClaims {

  private final ClaimStore store;

  public CloseClaims(ClaimStore store) {
    this.store = store;
  }

  public Future<Void> granted(Fact fact, AttestationGranted granted, CallContext context) {
    UUID claim = UUID.fromString(granted.claimId());
    return close(
        fact,
        granted.osid(),
        new Closing(claim, Decision.GRANTED, granted.attempt(), granted.userId(), fact.time()),
        context);
  }

  public Future<Void> rejected(Fact fact, AttestationRejected rejected, CallContext context) {
    UUID claim = UUID.fromString(rejected.claimId());
    return close(
        fact,
        rejected.osid(),
        new Closing(claim, Decision.REJECTED, rejected.attempt(), rejected.userId(), fact.time()),
        context);
  }

  /** An attested value changed, or the owner withdrew it. */
  public Future<Void> withdrawn(Fact fact, AttestationWithdrawn withdrawn, CallContext context) {
    UUID claim = UUID.fromString(withdrawn.claimId());
    Closing closing =
        new Closing(
            claim, Decision.WITHDRAWN, withdrawn.attempt(), withdrawn.userId(), fact.time());
    return close(fact, withdrawn.osid(), closing, context);
  }

  private Future<Void> close(Fact fact, String osid, Closing closing, CallContext context) {
    return store
        .once(
            fact,
            osid,
            writing ->
                writing
                    .close(closing)
                    .compose(closed -> writing.publish(facts(closed, closing.by(), context))))
        .mapEmpty();
  }

  private static List<Fact> facts(Optional<Claim> closed, String by, CallContext context) {
    return closed.stream().map(claim -> fact(claim, by, context)).toList();
  }

  /** All claims of an entity that is gone. */
  public Future<Void> deleted(Fact fact, EntityDeleted deleted, CallContext context) {
    String by = deleted.userId();
    return store
        .once(
            fact,
            deleted.osid(),
            writing ->
                writing
                    .withdraw(deleted.type(), deleted.osid(), null, by)
                    .compose(
                        closed ->
                            writing.publish(
                                closed.stream().map(one -> fact(one, by, context)).toList())))
        .mapEmpty();
  }

  /** What others are told of a claim that is closed. */
  static Fact fact(Claim claim, String by, CallContext context) {
    String id = claim.id().toString();
    String entity = claim.entity();
    String osid = claim.entityId();
    String name = claim.attestationName();
    return switch (claim.decision()) {
      case GRANTED ->
          Facts.of(
              ClaimsFacts.CLAIM_GRANTED,
              osid,
              new ClaimGranted(id, entity, osid, name, by),
              context);
      case REJECTED ->
          Facts.of(
              ClaimsFacts.CLAIM_REJECTED,
              osid,
              new ClaimRejected(id, entity, osid, name, by),
              context);
      case WITHDRAWN ->
          Facts.of(
              ClaimsFacts.CLAIM_WITHDRAWN,
              osid,
              new ClaimWithdrawn(id, entity, osid, name, by),
              context);
    };
  }
}

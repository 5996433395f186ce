package org.attestry.registry.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.claims.ClaimGranted;
import org.attestry.contracts.claims.ClaimRejected;
import org.attestry.contracts.claims.ClaimWithdrawn;
import org.attestry.registry.domain.attestation.Attestation;
import org.attestry.registry.domain.attestation.Attestations;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;

/**
 * Shows in the entity how a claim was closed. Idempotent by itself: a decision on a claim that the
 * attestation no longer waits for has no effect.
 */
public final class DecideAttestation {

  private final TypeCatalogue types;
  private final EntityChanges changes;
  private final AttestationSigning signing;

  public DecideAttestation(TypeCatalogue types, EntityChanges changes, AttestationSigning signing) {
    this.types = types;
    this.changes = changes;
    this.signing = signing;
  }

  public Future<Void> grant(ClaimGranted claim, CallContext context) {
    return decide(
        claim.type(),
        claim.osid(),
        "grantClaim",
        claim.userId(),
        context,
        (type, entity) -> granted(type, entity, claim.claimId(), context));
  }

  public Future<Void> reject(ClaimRejected claim, CallContext context) {
    return decide(
        claim.type(),
        claim.osid(),
        "rejectClaim",
        claim.userId(),
        context,
        (type, entity) -> Future.succeededFuture(rejected(entity, claim.claimId())));
  }

  /** One that the registry itself withdrew is no longer waiting, and nothing happens. */
  public Future<Void> withdraw(ClaimWithdrawn claim, CallContext context) {
    return decide(
        claim.type(),
        claim.osid(),
        "withdrawClaim",
        claim.userId(),
        context,
        (type, entity) -> Future.succeededFuture(withdrawn(entity, claim.claimId())));
  }

  private interface Decision {
    Future<StoredEntity> on(PublishedType type, StoredEntity entity);
  }

  private Future<Void> decide(
      String typeName,
      String osid,
      String operation,
      String attestor,
      CallContext context,
      Decision decision) {
    return types
        .require(typeName)
        .compose(
            type ->
                changes.apply(
                    EntityChanges.Request.of(type, osid, operation, null, anybody -> {}, context)
                        .by(attestor),
                    entity -> decision.on(type, entity)))
        .<Void>mapEmpty()
        .recover(DecideAttestation::unlessGone);
  }

  private Future<StoredEntity> granted(
      PublishedType type, StoredEntity entity, String claimId, CallContext context) {
    Optional<Attestation> open = Attestations.open(entity.attestations(), claimId);
    if (open.isEmpty()) {
      return Future.succeededFuture(entity);
    }
    return signing
        .sign(type, entity, open.get(), context)
        .map(issued -> granted(entity, open.get(), issued.json(), issued.id()));
  }

  private static StoredEntity granted(
      StoredEntity entity, Attestation open, String credential, String credentialId) {
    List<Attestation> after =
        Attestations.grant(entity.attestations(), open, credential, credentialId);
    return entity.withAttestations(after);
  }

  private static StoredEntity rejected(StoredEntity entity, String claimId) {
    return Attestations.open(entity.attestations(), claimId)
        .map(open -> Attestations.reject(entity.attestations(), open))
        .map(entity::withAttestations)
        .orElse(entity);
  }

  private static StoredEntity withdrawn(StoredEntity entity, String claimId) {
    return Attestations.open(entity.attestations(), claimId)
        .map(open -> Attestations.withdraw(entity.attestations(), open))
        .map(entity::withAttestations)
        .orElse(entity);
  }

  /** Nothing is left to show a decision in when entity or type are gone. */
  private static Future<Void> unlessGone(Throwable cause) {
    boolean gone =
        cause instanceof FailureException failed
            && failed.failure().kind() == FailureKind.NOT_FOUND;
    return gone ? Future.succeededFuture() : Future.failedFuture(cause);
  }
}

package org.attestry.registry.claim;

import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.search.PgEntityScan;
import org.attestry.registry.search.PgEntityScan.OpenAttestation;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncCall;
import org.attestry.runtime.async.AsyncLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends claims that nobody has decided within the time that their policy allows ({@code
 * expiresAfter}): the attestation becomes DRAFT, and the claim is closed as EXPIRED. A decision is
 * refused from the moment of expiry on, whether or not this has run since.
 */
public record ExpireClaims(TypeCatalogue types, PgEntityScan scan, EntityChanges changes) {

  private static final Logger LOG = LoggerFactory.getLogger(ExpireClaims.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** Ends all claims that have expired by then. */
  public Future<Void> run(Instant now) {
    return types
        .all()
        .compose(
            all ->
                AsyncLoop.each(
                    all.stream().filter(ExpireClaims::hasExpiry).toList(),
                    type -> scan.eachWaiting(type, page -> expire(type, page, now))));
  }

  private static boolean hasExpiry(PublishedType type) {
    return type.config().attestationPolicies().stream()
        .anyMatch(policy -> policy.rules().expiresAfter() != null);
  }

  private Future<Void> expire(PublishedType type, List<OpenAttestation> page, Instant now) {
    List<OpenAttestation> expired =
        page.stream().filter(one -> isExpired(type, one.policy(), one.raisedAt(), now)).toList();
    return AsyncLoop.each(
        expired,
        one -> AsyncCall.of(() -> expire(type, one, now)).recover(ExpireClaims::expiresLater));
  }

  private Future<Void> expire(PublishedType type, OpenAttestation waiting, Instant now) {
    CallContext context =
        new CallContext(Caller.NOBODY, "expire-" + UUID.randomUUID(), Deadline.in(TIMEOUT), null);
    EntityChanges.Request change =
        EntityChanges.Request.of(type, waiting.osid(), "expireClaim", null, entity -> {}, context);
    return changes
        .apply(
            change, entity -> Future.succeededFuture(expired(type, entity, waiting.claimId(), now)))
        .mapEmpty();
  }

  /** The entity as it is where the claim has been decided meanwhile. */
  private static StoredEntity expired(
      PublishedType type, StoredEntity entity, String claimId, Instant now) {
    Optional<Attestation> open =
        Attestations.open(entity.attestations(), claimId)
            .filter(one -> isExpired(type, one.policy(), one.createdAt(), now));
    return open.map(one -> Attestations.expire(entity.attestations(), one))
        .map(entity::withAttestations)
        .orElse(entity);
  }

  private static boolean isExpired(PublishedType type, String policy, Instant raised, Instant now) {
    return type.policy(policy)
        .map(AttestationPolicy::rules)
        .filter(rules -> rules.isExpired(raised, now))
        .isPresent();
  }

  private static Future<Void> expiresLater(Throwable cause) {
    LOG.atWarn().setCause(cause).log("a claim expires with the next run");
    return Future.succeededFuture();
  }
}

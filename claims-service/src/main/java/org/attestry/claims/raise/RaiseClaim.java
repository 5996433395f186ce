package org.attestry.claims.raise;

import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.attestry.claims.claim.Audience;
import org.attestry.claims.claim.BusRegistry;
import org.attestry.claims.claim.Claim;
import org.attestry.claims.claim.ClaimFailures;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.claims.claim.PgClaimStore.AsOf;
import org.attestry.claims.claim.PgClaimStore.ConcurrentChanges;
import org.attestry.claims.claim.PgClaimTransaction;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimsFacts;
import org.attestry.contracts.claims.ClaimsFacts.ClaimRaised;
import org.attestry.contracts.registry.AttestationOperations.AttestationView;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.outbox.Facts;

/**
 * Opens the claim of an attestation that was raised. The attested values are read from the registry
 * before any transaction begins, so that a slow reply blocks no other work. A withdrawal before
 * this read makes the attestation no longer open, a withdrawal after the claim is stored closes the
 * claim, and a withdrawal in between leaves a mark, by which the claim is closed when it is stored.
 * If the entity changes in between, it is read once more, so that the claim is stored with the
 * values of the newest version.
 */
public record RaiseClaim(PgClaimStore store, BusRegistry registry) {

  /**
   * Opens the claim before the fact of its raise arrives; the fact then finds it. Does nothing if
   * the attestation no longer waits for a decision.
   */
  Future<Void> raise(AttestationRaised raised, CallContext context) {
    return raise(
        Facts.of(RegistryFacts.ATTESTATION_RAISED, raised.osid(), raised, context),
        raised,
        context);
  }

  public Future<Void> raise(Fact fact, AttestationRaised raised, CallContext context) {
    UUID attempt = Ids.next();
    UUID claimId = UUID.fromString(raised.claimId());
    return store
        .beginRaising(fact, attempt, claimId, raised.osid())
        .compose(isNew -> isNew ? raise(fact, attempt, raised, context) : done());
  }

  /**
   * Reads the attested values and stores the claim; repeats this if the entity has changed since it
   * was read.
   */
  private Future<Void> raise(
      Fact fact, UUID attempt, AttestationRaised raised, CallContext context) {
    return registry
        .readAttestation(raised.type(), raised.osid(), raised.claimId(), context)
        .compose(attestation -> store(fact, attempt, raised, attestation, context))
        .recover(
            cause ->
                ClaimFailures.isEntityChanged(cause) && !context.deadline().passed()
                    ? raise(fact, attempt, raised, context)
                    : Future.failedFuture(cause));
  }

  private Future<Void> store(
      Fact fact,
      UUID attempt,
      AttestationRaised raised,
      AttestationView attestation,
      CallContext context) {
    return store
        .once(
            fact,
            raised.osid(),
            transaction ->
                transaction
                    .endRaising(attempt)
                    .compose(
                        concurrent ->
                            attestation.open()
                                ? open(transaction, raised, attestation, concurrent, context)
                                : done()))
        .mapEmpty();
  }

  private static Future<Void> open(
      PgClaimTransaction transaction,
      AttestationRaised raised,
      AttestationView attestation,
      ConcurrentChanges concurrent,
      CallContext context) {
    if (concurrent.version() > attestation.version()) {
      return Future.failedFuture(ClaimFailures.entityChanged());
    }
    Claim claim = claim(raised, attestation);
    return transaction
        .insert(claim, AsOf.of(attestation))
        .compose(isNew -> isNew ? transaction.publish(List.of(fact(claim, context))) : done())
        .compose(
            opened ->
                concurrent
                    .withdrawal()
                    .map(
                        mark ->
                            transaction.withdraw(
                                claim.entity(), claim.entityId(), claim.id(), mark.by(), context))
                    .orElse(done()));
  }

  private static Future<Void> done() {
    return Future.succeededFuture();
  }

  private static Claim claim(AttestationRaised raised, AttestationView attestation) {
    return new Claim(
        UUID.fromString(raised.claimId()),
        raised.type(),
        raised.osid(),
        attestation.attestationId(),
        attestation.attestationName(),
        Audience.of(attestation),
        attestation.propertyData(),
        attestation.additionalInput(),
        attestation.raisedBy(),
        List.of(),
        List.of(),
        Instant.now().truncatedTo(ChronoUnit.MILLIS),
        null);
  }

  private static Fact fact(Claim claim, CallContext context) {
    return Facts.of(
        ClaimsFacts.CLAIM_RAISED,
        claim.entityId(),
        new ClaimRaised(
            claim.id().toString(), claim.entity(), claim.entityId(), claim.attestationName()),
        context);
  }
}

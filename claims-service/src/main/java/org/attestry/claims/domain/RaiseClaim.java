package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.attestry.claims.domain.ClaimStore.Meanwhile;
import org.attestry.claims.domain.ClaimStore.Withdrawal;
import org.attestry.claims.domain.ClaimStore.Writing;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimRaised;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsFacts;
import org.attestry.contracts.registry.AttestationRaised;
import org.attestry.contracts.registry.AttestationView;
import org.attestry.runtime.facts.Facts;
import org.attestry.runtime.facts.Ids;

/**
 * Opens the claim of an attestation that was raised. The registry is asked what is attested before
 * any transaction begins, so that a slow answer keeps nothing from others. A withdrawal that comes
 * before finds nothing open, one that comes after finds the claim, and one that comes in between
 * leaves a mark that closes the claim as it is stored.
 */
public final class RaiseClaim {

  private final ClaimStore store;
  private final AttestationRegistry registry;
  private final RefreshClaims refresh;

  public RaiseClaim(ClaimStore store, AttestationRegistry registry) {
    this.store = store;
    this.registry = registry;
    this.refresh = new RefreshClaims(store, registry);
  }

  public Future<Void> raise(Fact fact, AttestationRaised raised, CallContext context) {
    UUID attempt = Ids.next();
    UUID claimId = UUID.fromString(raised.claimId());
    return store
        .beginRaising(fact, attempt, claimId, raised.osid())
        .compose(isNew -> isNew ? raise(fact, attempt, raised, context) : done());
  }

  private Future<Void> raise(
      Fact fact, UUID attempt, AttestationRaised raised, CallContext context) {
    return registry
        .readAttestation(raised.type(), raised.osid(), raised.claimId(), context)
        .compose(attestation -> store(fact, attempt, raised, attestation, context));
  }

  private Future<Void> store(
      Fact fact,
      UUID attempt,
      AttestationRaised raised,
      AttestationView attestation,
      CallContext context) {
    AtomicLong changedTo = new AtomicLong();
    return store
        .once(
            fact,
            raised.osid(),
            writing ->
                writing
                    .endRaising(attempt)
                    .compose(
                        meanwhile -> {
                          changedTo.set(meanwhile.version());
                          return attestation.open()
                              ? open(writing, raised, attestation, meanwhile, context)
                              : done();
                        }))
        .compose(
            isNew ->
                changedTo.get() > attestation.version()
                    ? refresh.refresh(
                        raised.type(), raised.osid(), UUID.fromString(raised.claimId()), context)
                    : done());
  }

  private static Future<Void> open(
      Writing writing,
      AttestationRaised raised,
      AttestationView attestation,
      Meanwhile meanwhile,
      CallContext context) {
    Claim claim = claim(raised, attestation);
    return writing
        .insert(claim, attestation.version())
        .compose(isNew -> isNew ? writing.publish(List.of(fact(claim, context))) : done())
        .compose(
            opened ->
                meanwhile
                    .withdrawal()
                    .map(mark -> withdraw(writing, claim, mark, context))
                    .orElse(done()));
  }

  private static Future<Void> withdraw(
      Writing writing, Claim claim, Withdrawal mark, CallContext context) {
    return writing
        .withdraw(claim.entity(), claim.entityId(), claim.id(), mark.by())
        .compose(
            closed ->
                writing.publish(
                    closed.stream()
                        .map(one -> CloseClaims.fact(one, mark.by(), context))
                        .toList()));
  }

  private static Future<Void> done() {
    return Future.succeededFuture();
  }

  private static Claim claim(AttestationRaised raised, AttestationView attestation) {
    return new Claim(
        UUID.fromString(raised.claimId()),
        raised.type(),
        raised.osid(),
        ClaimStatus.OPEN,
        attestation.attestationId(),
        attestation.attestationName(),
        Audience.of(attestation),
        attestation.propertyData(),
        attestation.additionalInput(),
        attestation.raisedBy(),
        List.of(),
        Instant.now().truncatedTo(ChronoUnit.MILLIS),
        null,
        null,
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

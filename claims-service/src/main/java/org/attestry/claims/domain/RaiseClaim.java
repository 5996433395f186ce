package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.attestry.claims.domain.ClaimStore.Writing;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.ClaimRaised;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsFacts;
import org.attestry.contracts.registry.AttestationRaised;
import org.attestry.contracts.registry.AttestationView;
import org.attestry.runtime.facts.Facts;

/**
 * Opens the claim of an attestation that was raised. The registry is asked what is attested while
 * the entity's other facts wait: a withdrawal that comes before finds nothing open, one that comes
 * after finds the claim.
 */
public final class RaiseClaim {

  private final ClaimStore store;
  private final Registry registry;

  public RaiseClaim(ClaimStore store, Registry registry) {
    this.store = store;
    this.registry = registry;
  }

  public Future<Void> raise(Fact fact, AttestationRaised raised, CallContext context) {
    return store
        .once(
            fact,
            raised.osid(),
            writing ->
                registry
                    .readAttestation(raised.type(), raised.osid(), raised.claimId(), context)
                    .compose(
                        attestation ->
                            attestation.open()
                                ? open(writing, raised, attestation, context)
                                : Future.succeededFuture()))
        .mapEmpty();
  }

  private static Future<Void> open(
      Writing writing, AttestationRaised raised, AttestationView attestation, CallContext context) {
    Claim claim = claim(raised, attestation);
    return writing
        .insert(claim)
        .compose(
            isNew ->
                isNew ? writing.publish(List.of(fact(claim, context))) : Future.succeededFuture());
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
        attestation.shown(),
        attestation.additionalInput(),
        attestation.raisedBy(),
        List.of(),
        Instant.now().truncatedTo(ChronoUnit.MILLIS),
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

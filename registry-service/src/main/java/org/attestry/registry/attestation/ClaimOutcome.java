package org.attestry.registry.attestation;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.RegistryFacts.EndedAttestation;
import org.attestry.runtime.outbox.Facts;

/**
 * The outcome of a claim, derived from the state of its entity.
 *
 * @param type the entity's type
 */
public record ClaimOutcome(String type, String osid, String claimId) {

  /**
   * Returns the fact on which claims-service closes the claim; empty while its attestation waits
   * for a decision.
   *
   * @param now the current attestations of the entity; an empty list if the entity does not exist
   * @param withdrawnBy the id of the request that withdrew the attestation, or null
   */
  public Optional<Fact> fact(List<Attestation> now, UUID withdrawnBy, CallContext context) {
    Attestation attestation = Attestations.ofClaim(now, claimId).orElse(null);
    if (attestation == null) {
      return fact(RegistryFacts.ATTESTATION_WITHDRAWN, withdrawnBy, context);
    }
    return switch (attestation.state()) {
      case ATTESTATION_REQUESTED -> Optional.empty();
      case PUBLISHED -> fact(RegistryFacts.ATTESTATION_GRANTED, attestation.attempt(), context);
      case REJECTED -> fact(RegistryFacts.ATTESTATION_REJECTED, attestation.attempt(), context);
      case DRAFT -> fact(RegistryFacts.ATTESTATION_EXPIRED, null, context.asNobody());
    };
  }

  private Optional<Fact> fact(FactType<EndedAttestation> fact, UUID attempt, CallContext context) {
    EndedAttestation ended =
        new EndedAttestation(claimId, type, osid, attempt, context.caller().userId());
    return Optional.of(Facts.of(fact, osid, ended, context));
  }
}

package org.attestry.registry.domain.attestation;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.contracts.registry.AttestationGranted;
import org.attestry.contracts.registry.AttestationRejected;
import org.attestry.contracts.registry.AttestationWithdrawn;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.facts.Facts;

/**
 * The outcome of a claim, by the state of its entity.
 *
 * @param type the entity's type
 */
public record ClaimOutcome(String type, String osid, String claimId) {

  /**
   * The fact from which claims-service closes the claim; empty while its attestation waits for a
   * decision.
   *
   * @param now the attestations of the entity; none where it is gone
   * @param withdrawnBy the request that withdrew it, if one did, or null
   */
  public Optional<Fact> fact(List<Attestation> now, UUID withdrawnBy, CallContext context) {
    Attestation attestation = Attestations.ofClaim(now, claimId).orElse(null);
    String by = context.caller().userId();
    return switch (attestation == null ? Attestation.State.DRAFT : attestation.state()) {
      case ATTESTATION_REQUESTED -> Optional.empty();
      case PUBLISHED ->
          fact(
              RegistryFacts.ATTESTATION_GRANTED,
              new AttestationGranted(claimId, type, osid, attestation.attempt(), by),
              context);
      case REJECTED ->
          fact(
              RegistryFacts.ATTESTATION_REJECTED,
              new AttestationRejected(claimId, type, osid, attestation.attempt(), by),
              context);
      case DRAFT ->
          fact(
              RegistryFacts.ATTESTATION_WITHDRAWN,
              new AttestationWithdrawn(claimId, type, osid, withdrawnBy, by),
              context);
    };
  }

  private <T> Optional<Fact> fact(FactType<T> fact, T data, CallContext context) {
    return Optional.of(Facts.of(fact, osid, data, context));
  }
}

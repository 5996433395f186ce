package org.attestry.contracts.registry;

/**
 * An owner asks for a decision. What is attested may be private, so it is not here: claims-service
 * asks for it with {@link RegistryOperations#READ_ATTESTATION}.
 *
 * @param claimId the id that the claim will have
 * @param type the entity's type
 * @param osid the entity's id
 */
public record AttestationRaised(String claimId, String type, String osid) {}

package org.attestry.contracts.registry;

/**
 * An owner requested an attestation. The attested values may be private and are not in the fact:
 * claims-service reads them with {@link RegistryOperations#READ_ATTESTATION}.
 *
 * @param claimId the id that the claim will have
 * @param type the entity's type
 * @param osid the entity's id
 */
public record AttestationRaised(String claimId, String type, String osid) {}

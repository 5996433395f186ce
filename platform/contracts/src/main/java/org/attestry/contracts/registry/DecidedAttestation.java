package org.attestry.contracts.registry;

/**
 * @param state the stored state of the attestation
 */
public record DecidedAttestation(String state) {}

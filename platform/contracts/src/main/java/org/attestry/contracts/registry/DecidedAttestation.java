package org.attestry.contracts.registry;

/**
 * @param state the attestation's state as it is stored
 */
public record DecidedAttestation(String state) {}

package org.attestry.contracts.registry;

/** Revokes the entity's current credential. */
public record RevokeCredentialRequest(String type, String id) {}

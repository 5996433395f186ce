package org.attestry.contracts.registry;

/**
 * The caller may.
 *
 * @param owner whether the caller owns the entity
 */
public record CallerAuthorization(boolean owner) {}

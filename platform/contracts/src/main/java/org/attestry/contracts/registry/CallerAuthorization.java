package org.attestry.contracts.registry;

/**
 * The caller is authorized.
 *
 * @param owner whether the caller owns the entity
 */
public record CallerAuthorization(boolean owner) {}

package org.attestry.contracts.registry;

import org.attestry.contracts.schema.EntityType;

/**
 * @param type a type that is about to be published
 */
public record PrepareTypeRequest(EntityType type) {}

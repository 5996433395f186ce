package org.attestry.contracts.registry;

import org.attestry.contracts.schema.EntityType;

/**
 * @param type a type as it would be published; entities stored under its name are held against it
 */
public record CheckEntitiesRequest(EntityType type) {}

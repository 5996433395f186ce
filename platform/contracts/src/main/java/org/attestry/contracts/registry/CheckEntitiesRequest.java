package org.attestry.contracts.registry;

import org.attestry.contracts.schema.EntityType;

/**
 * @param type the type as it would be published; stored entities of its name are validated against
 *     it
 */
public record CheckEntitiesRequest(EntityType type) {}

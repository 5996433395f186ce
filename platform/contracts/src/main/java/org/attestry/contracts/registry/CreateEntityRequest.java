package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;

/**
 * @param type the entity type
 * @param entity the caller's data, complete
 */
public record CreateEntityRequest(String type, JsonBytes entity) {}

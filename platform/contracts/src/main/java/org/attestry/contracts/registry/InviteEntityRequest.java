package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;

/**
 * @param type the entity type
 * @param entity the caller's data; {@code required} is not checked
 */
public record InviteEntityRequest(String type, JsonBytes entity) {}

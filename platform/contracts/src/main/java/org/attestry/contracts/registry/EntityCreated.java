package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;

/**
 * @param entity the entity's public view
 */
public record EntityCreated(String type, String osid, long version, JsonBytes entity) {}

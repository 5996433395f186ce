package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;

/**
 * @param entity the entity's public view after the change
 */
public record EntityChanged(String type, String osid, long version, JsonBytes entity) {}

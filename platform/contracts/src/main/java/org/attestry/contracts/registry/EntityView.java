package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;

/**
 * @param entity what the caller may see, system fields included
 * @param version the entity's version
 */
public record EntityView(JsonBytes entity, long version) {}

package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;

/**
 * @param entity the caller's view, with system fields
 * @param version the entity's version
 */
public record EntityView(JsonBytes entity, long version) {}

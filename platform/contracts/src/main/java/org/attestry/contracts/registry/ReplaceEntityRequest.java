package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;

/**
 * @param entity the whole entity
 * @param ifMatch the version that the caller read, or null
 */
public record ReplaceEntityRequest(String type, String id, JsonBytes entity, Long ifMatch) {}

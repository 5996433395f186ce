package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;

/**
 * @param query {@code {"filters": {…}, "limit": 20, "offset": 0, …}}
 */
public record SearchEntitiesRequest(String type, JsonBytes query) {}

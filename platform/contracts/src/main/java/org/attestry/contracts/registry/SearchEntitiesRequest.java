package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;

/**
 * @param query {@code {"filters": {…}, "limit": 20, "offset": 0, "cursor": "…", "sort": ["name",
 *     "-osCreatedAt"], "fields": ["name"], "count": "exact|planned|none"}}, every member optional
 */
public record SearchEntitiesRequest(String type, JsonBytes query) {}

package org.attestry.contracts.schema;

import org.attestry.contracts.JsonBytes;

/**
 * Finds schemas by name, title, status or osid among those that the caller may see.
 *
 * @param query {@code {"filters": {"name": {"eq": "…"}}, "limit": 20, "offset": 0}} as the client
 *     sent it
 */
public record SearchSchemasRequest(JsonBytes query) {}

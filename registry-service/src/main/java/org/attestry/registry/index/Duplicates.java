package org.attestry.registry.index;

import java.util.List;
import java.util.UUID;

/**
 * Stored entities with the same values in fields that are to be unique.
 *
 * @param count the number of such entities
 * @param ids the ids of at most three of them
 */
public record Duplicates(long count, List<UUID> ids) {}

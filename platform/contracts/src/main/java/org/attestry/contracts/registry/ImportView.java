package org.attestry.contracts.registry;

import java.time.Instant;

/**
 * How far an import has come. Everything that is counted is committed.
 *
 * @param state {@code OPEN} while rows may follow, {@code COMPLETED}
 * @param upsert the field by which rows replace entities, or null
 * @param rows how many rows are done: created, replaced and refused ones
 * @param checksum of the last of these rows
 */
public record ImportView(
    String id,
    String type,
    String state,
    boolean dryRun,
    String upsert,
    long rows,
    long created,
    long replaced,
    long refused,
    long checksum,
    Instant startedAt,
    Instant updatedAt) {}

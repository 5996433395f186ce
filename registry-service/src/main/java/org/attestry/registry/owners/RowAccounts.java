package org.attestry.registry.owners;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * The accounts of the owners in one row of an import.
 *
 * @param startedAt the beginning of the import: a later import with the same id must not take these
 *     accounts for its own
 * @param row the number of the row, from 1
 */
public record RowAccounts(UUID importId, Instant startedAt, long row) {

  /** Returns the id under which the accounts are noted. */
  public UUID id() {
    String name = "%s/%d/%d".formatted(importId, startedAt.toEpochMilli(), row);
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }
}

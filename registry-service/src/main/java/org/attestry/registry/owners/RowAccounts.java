package org.attestry.registry.owners;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * Names the accounts of the owners that one row of an import names.
 *
 * @param startedAt when the import began: another import may have the same id later, and must not
 *     take the accounts of this one for its own
 * @param row the number of the row, from 1
 */
public record RowAccounts(UUID importId, Instant startedAt, long row) {

  /** Returns the id under which the accounts are noted. */
  public UUID id() {
    String name = "%s/%d/%d".formatted(importId, startedAt.toEpochMilli(), row);
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }
}

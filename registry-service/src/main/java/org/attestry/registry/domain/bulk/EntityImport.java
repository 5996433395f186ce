package org.attestry.registry.domain.bulk;

import java.time.Instant;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.registry.BulkOperations.ImportView;

/**
 * An import and its progress.
 *
 * @param startedBy the id of the only user who may continue the import
 * @param upsert the unique field by which rows replace entities, or null
 * @param rows the number of rows processed so far
 * @param checksum the checksum of the last processed row
 */
public record EntityImport(
    UUID id,
    String type,
    String startedBy,
    boolean dryRun,
    String upsert,
    boolean completed,
    long rows,
    long checksum,
    long created,
    long replaced,
    long refused,
    Instant startedAt,
    Instant updatedAt) {

  boolean isOf(String typeName, Caller caller) {
    return type.equals(typeName) && startedBy.equals(caller.userId());
  }

  /** Returns the import after further rows. */
  EntityImport after(
      int done, long lastChecksum, int moreCreated, int moreReplaced, int moreRefused) {
    return new EntityImport(
        id,
        type,
        startedBy,
        dryRun,
        upsert,
        completed,
        rows + done,
        lastChecksum,
        created + moreCreated,
        replaced + moreReplaced,
        refused + moreRefused,
        startedAt,
        updatedAt);
  }

  ImportView view() {
    return new ImportView(
        id.toString(),
        type,
        completed ? "COMPLETED" : "OPEN",
        dryRun,
        upsert,
        rows,
        created,
        replaced,
        refused,
        checksum,
        startedAt,
        updatedAt);
  }
}

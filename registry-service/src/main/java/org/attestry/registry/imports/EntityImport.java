package org.attestry.registry.imports;

import java.time.Instant;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.registry.owners.RowAccounts;

/**
 * An import and its progress.
 *
 * @param startedBy the id of the only user who may continue the import
 * @param upsert the unique field by which rows replace entities, or null
 * @param logins whether accounts are made for the owners that rows name
 * @param adopted whether its rows are records of a former system
 * @param rows the number of rows processed so far
 * @param checksum the checksum of the last processed row
 */
public record EntityImport(
    UUID id,
    String type,
    String startedBy,
    boolean dryRun,
    String upsert,
    boolean logins,
    boolean adopted,
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

  /** Returns the name of the accounts of the owners that a row names. */
  RowAccounts accounts(long row) {
    return new RowAccounts(id, startedAt, row);
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
        logins,
        adopted,
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
        adopted ? rows - created - replaced - refused : null,
        checksum,
        startedAt,
        updatedAt);
  }
}

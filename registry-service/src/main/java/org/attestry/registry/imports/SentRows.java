package org.attestry.registry.imports;

import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportRow;

/** The rows of one import request, and their position in the whole text that the client imports. */
record SentRows(ImportEntitiesRequest request) {

  private long end() {
    return request.from() + request.rows().size();
  }

  /**
   * Whether the request has rows that are not stored yet, or completes an import that is not
   * complete yet.
   */
  boolean hasMoreThan(EntityImport run) {
    return !run.completed() && run.rows() <= end();
  }

  /** Returns the rows that are not yet imported. */
  List<ImportRow> after(EntityImport run) {
    return request.rows().subList((int) (run.rows() - request.from()), request.rows().size());
  }

  /**
   * Returns the import if these rows belong to the same text as the imported rows. If the import
   * already has more rows than these, they cannot be compared; the call then fails only if these
   * are the last rows of the text.
   *
   * @throws FailureException CONFLICT if the text differs, is longer than the text of a completed
   *     import, or if rows before these are missing
   */
  EntityImport requireSameText(EntityImport run) {
    if (request.from() > run.rows()) {
      throw FailureException.conflict("registry.import.gap", "Rows are missing before.");
    }
    if (run.rows() > end()) {
      if (request.last()) {
        throw different("has fewer rows than were imported");
      }
      return run;
    }
    Long checksum = checksumAfter(run.rows());
    if (checksum != null && checksum != run.checksum()) {
      throw different("differs from the one that was imported so far");
    }
    if (run.completed() && run.rows() < end()) {
      throw FailureException.conflict(
          "registry.import.completed", "The import is completed; use another id.");
    }
    return run;
  }

  private Long checksumAfter(long done) {
    return done == request.from()
        ? request.before()
        : request.rows().get((int) (done - request.from()) - 1).checksum();
  }

  /**
   * Returns the failure for a different text. Its code is that of the gateway, which reports the
   * same failure for differences that it detects itself.
   */
  private static FailureException different(String how) {
    return FailureException.conflict(
        "gateway.import.different",
        "The body %s under this id; send the same one, or use another id.".formatted(how));
  }
}

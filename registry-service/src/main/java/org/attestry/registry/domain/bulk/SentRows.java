package org.attestry.registry.domain.bulk;

import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportRow;

/** The rows of one request, and where they stand in the text of its sender. */
record SentRows(ImportEntitiesRequest request) {

  private long end() {
    return request.from() + request.rows().size();
  }

  /** Whether rows or the end of the text are still to be stored. */
  boolean hasMoreThan(EntityImport run) {
    return !run.completed() && run.rows() <= end();
  }

  /** The rows that come after those that are done. */
  List<ImportRow> after(EntityImport run) {
    return request.rows().subList((int) (run.rows() - request.from()), request.rows().size());
  }

  /**
   * The import, if these rows belong to the text whose rows are done. An import that is beyond
   * these rows cannot be compared with them, unless they are the last ones.
   *
   * @throws FailureException CONFLICT when the text is another one or longer than that of an import
   *     that is completed, or when rows are missing before these
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

  /** The code is the gateway's, which refuses in the same way what it can compare by itself. */
  private static FailureException different(String how) {
    return FailureException.conflict(
        "gateway.import.different",
        "The body %s under this id; send the same one, or use another id.".formatted(how));
  }
}

package org.attestry.registry.imports;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.registry.BulkOperations.ImportErrorsView;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.contracts.registry.BulkOperations.ReadImportErrorsRequest;
import org.attestry.contracts.registry.BulkOperations.ReadImportRequest;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.catalogue.TypeCatalogue;

/**
 * Reads the progress of an import, and the errors of its refused rows page by page.
 *
 * @param maximumLimit the maximum number of errors in one reply
 */
public record ReadImport(TypeCatalogue types, PgImportStore imports, int maximumLimit) {

  public Future<ImportView> readImport(ReadImportRequest request, CallContext context) {
    return find(request.type(), request.id(), context).map(EntityImport::view);
  }

  public Future<ImportErrorsView> readImportErrors(
      ReadImportErrorsRequest request, CallContext context) {
    return find(request.type(), request.id(), context).compose(run -> page(run.id(), request));
  }

  /** Returns the import if the caller may read it. */
  private Future<EntityImport> find(String typeName, String id, CallContext context) {
    AccessRules.requireToken(context.caller());
    UUID run = ImportIds.parse(id);
    return types
        .require(typeName)
        .compose(
            type ->
                imports
                    .find(run)
                    .map(found -> ImportIds.requireSeen(found, type, context.caller())));
  }

  private Future<ImportErrorsView> page(UUID id, ReadImportErrorsRequest request) {
    int limit = Math.clamp(request.limit(), 1, maximumLimit);
    long[] after = position(request.after());
    return imports
        .errors(id, after[0], (int) after[1], limit)
        .map(
            errors ->
                new ImportErrorsView(errors, errors.size() < limit ? null : next(errors, after)));
  }

  /**
   * Returns the position of the last error: its row, and its number among the errors of that row,
   * from 0.
   */
  private static String next(List<ImportErrorsView.Error> errors, long[] after) {
    long row = errors.getLast().row();
    long number = errors.stream().filter(error -> error.row() == row).count() - 1;
    return row + "." + (row == after[0] ? number + after[1] + 1 : number);
  }

  private static long[] position(String after) {
    if (after == null) {
      return new long[] {0, 0};
    }
    try {
      String[] parts = after.split("\\.");
      return new long[] {Long.parseLong(parts[0]), Integer.parseInt(parts[1])};
    } catch (RuntimeException e) {
      throw FailureException.invalid("registry.import.page", "", "after", "There is no such page.");
    }
  }
}

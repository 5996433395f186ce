package org.attestry.claims.note;

import io.vertx.core.Future;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.file.FileOperations;
import org.attestry.contracts.file.FileOperations.FilesView;
import org.attestry.contracts.file.FileOperations.FilesView.FileView;
import org.attestry.contracts.file.FileOperations.ListFilesRequest;
import org.attestry.runtime.bus.BusClient;

/** Reads the files of entities from file-service, which has the registry authorize the caller. */
public record BusEntityFiles(BusClient bus) {

  /**
   * Returns the ids of the documents of a property; empty if the caller may not read them.
   *
   * @return the ids; fails UNAVAILABLE if file-service is unavailable
   */
  Future<Set<String>> documents(String type, String osid, String property, CallContext context) {
    return bus.request(
            FileOperations.LIST_FILES, new ListFilesRequest(type, osid, property), context)
        .map(BusEntityFiles::ids)
        .recover(BusEntityFiles::noneOfThoseRefused);
  }

  private static Set<String> ids(FilesView found) {
    return found.files().stream().map(FileView::documentId).collect(Collectors.toSet());
  }

  private static Future<Set<String>> noneOfThoseRefused(Throwable cause) {
    return FailureException.isOf(
            cause,
            FailureKind.NOT_FOUND,
            FailureKind.FORBIDDEN,
            FailureKind.UNAUTHENTICATED,
            FailureKind.GONE,
            FailureKind.INVALID)
        ? Future.succeededFuture(Set.of())
        : Future.failedFuture(cause);
  }
}

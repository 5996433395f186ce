package org.attestry.file.entityfile;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.file.FileOperations.FilesView;
import org.attestry.contracts.file.FileOperations.ListFilesRequest;

/** The files of a property, oldest first. */
public record ListFiles(BusEntityAccess access, PgFileStore files) {

  public Future<FilesView> handle(ListFilesRequest request, CallContext context) {
    Property property = Property.of(request.type(), request.entityId(), request.property());
    return access
        .mayRead(property, context)
        .compose(allowed -> files.list(property))
        .map(found -> new FilesView(found.stream().map(ListFiles::view).toList()));
  }

  private static FilesView.FileView view(StoredFile file) {
    return new FilesView.FileView(
        file.documentId().toString(),
        file.fileName(),
        file.contentType(),
        file.size(),
        file.sha256(),
        file.createdAt());
  }
}

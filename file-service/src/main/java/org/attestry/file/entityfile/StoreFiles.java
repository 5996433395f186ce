package org.attestry.file.entityfile;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.file.FileOperations.FileTransfer;
import org.attestry.contracts.file.FileOperations.ReadFileRequest;
import org.attestry.contracts.file.FileOperations.ReplaceFileRequest;
import org.attestry.contracts.file.FileOperations.StoreFilesRequest;
import org.attestry.file.entityfile.TransferTickets.Transfer;

/**
 * Authorizes an upload, a replacement or a download, and issues a ticket for it.
 *
 * @param baseUrl the address of this replica's transfer port, ending in a slash
 */
public record StoreFiles(
    BusEntityAccess access, PgFileStore files, TransferTickets tickets, String baseUrl) {

  public Future<FileTransfer> storeFiles(StoreFilesRequest request, CallContext context) {
    Property property = Property.of(request.type(), request.entityId(), request.property());
    return access
        .mayChange(property, context)
        .map(allowed -> ticket(new Transfer.UploadTo(property), context));
  }

  public Future<FileTransfer> replaceFile(ReplaceFileRequest request, CallContext context) {
    Property property = Property.of(request.type(), request.entityId(), request.property());
    return access
        .mayChange(property, context)
        .compose(allowed -> find(property, request.documentId()))
        .map(
            file -> {
              EntityTags condition = EntityTags.of(request.ifMatch());
              condition.require(file);
              return ticket(new Transfer.Replacement(file, condition), context);
            });
  }

  public Future<FileTransfer> readFile(ReadFileRequest request, CallContext context) {
    Property property = Property.of(request.type(), request.entityId(), request.property());
    return access
        .mayRead(property, context)
        .compose(allowed -> find(property, request.documentId()))
        .map(file -> ticket(new Transfer.DownloadOf(file), context));
  }

  private Future<StoredFile> find(Property property, String documentId) {
    return files
        .find(property, Property.id(documentId))
        .map(found -> found.orElseThrow(Property::notFound));
  }

  private FileTransfer ticket(Transfer transfer, CallContext context) {
    return new FileTransfer(baseUrl + tickets.issue(transfer, context));
  }
}

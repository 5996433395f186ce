package org.attestry.file.entityfile;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.file.FileOperations.AdoptFileRequest;
import org.attestry.contracts.file.FileOperations.FileTransfer;
import org.attestry.contracts.file.FileOperations.ReadFileRequest;
import org.attestry.contracts.file.FileOperations.ReplaceFileRequest;
import org.attestry.contracts.file.FileOperations.StoreFilesRequest;
import org.attestry.file.entityfile.TransferTickets.Transfer;
import org.attestry.runtime.identifier.Ids;

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

  /** Fails UNAUTHENTICATED without a token, FORBIDDEN for callers who are not admins. */
  public Future<FileTransfer> adoptFile(AdoptFileRequest request, CallContext context) {
    Property property = Property.of(request.type(), request.entityId(), request.property());
    if (!context.caller().admin()) {
      throw FailureException.of(
          context.caller().known() ? FailureKind.FORBIDDEN : FailureKind.UNAUTHENTICATED,
          "file.adoption.forbidden",
          "Only an admin adopts files.");
    }
    FormerName name = FormerName.of(request.document());
    return access
        .mayChange(property, context)
        .map(
            allowed -> ticket(new Transfer.Adoption(property, name, request.createdAt()), context));
  }

  public Future<FileTransfer> readFile(ReadFileRequest request, CallContext context) {
    Property property = Property.of(request.type(), request.entityId(), request.property());
    return access
        .mayRead(property, context)
        .compose(allowed -> files.find(property, FormerName.of(Ids.bare(request.documentId()))))
        .map(found -> found.orElseThrow(Property::notFound))
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

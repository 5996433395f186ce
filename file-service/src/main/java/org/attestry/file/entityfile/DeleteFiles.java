package org.attestry.file.entityfile;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.file.FileOperations.DeleteFileRequest;
import org.attestry.contracts.file.FileOperations.DeleteFilesRequest;
import org.attestry.contracts.file.FileOperations.DeletedFiles;
import org.attestry.contracts.registry.EntityDeleted;

/**
 * Deletes files: the record first, then the object. The sweep deletes objects that remain because
 * the store was unavailable.
 */
public record DeleteFiles(BusEntityAccess access, PgFileStore files, BlobStore blobs) {

  public Future<DeletedFiles> deleteFile(DeleteFileRequest request, CallContext context) {
    Property property = Property.of(request.type(), request.entityId(), request.property());
    UUID documentId = Property.id(request.documentId());
    return access
        .mayChange(property, context)
        .compose(
            allowed ->
                files.delete(property, documentId, EntityTags.of(request.ifMatch()), context))
        .map(deleted -> deleteObjects(deleted.objectKeys()));
  }

  public Future<DeletedFiles> deleteFiles(DeleteFilesRequest request, CallContext context) {
    Property property = Property.of(request.type(), request.entityId(), request.property());
    return access
        .mayChange(property, context)
        .compose(allowed -> files.deleteAll(property, context))
        .map(deleted -> deleteObjects(deleted.objectKeys()));
  }

  /** Deletes all files of a deleted entity. */
  public Future<Void> afterEntityDeleted(Fact fact, EntityDeleted entity, CallContext context) {
    return files
        .deleteAllOf(UUID.fromString(entity.osid()), fact, context)
        .map(this::deleteObjects)
        .mapEmpty();
  }

  private DeletedFiles deleteObjects(List<UUID> deleted) {
    StoreFile.deleteObjects(blobs, deleted);
    return new DeletedFiles(deleted.size());
  }
}

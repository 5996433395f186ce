package org.attestry.contracts.file;

import java.time.Instant;
import java.util.List;
import org.attestry.contracts.Operation;

/**
 * The operations of file-service. File contents are not sent over the bus: where a content must be
 * transferred, the reply is a {@link FileTransfer}, with whose URL the gateway streams over HTTP.
 */
public final class FileOperations {

  public static final Operation<StoreFilesRequest, FileTransfer> STORE_FILES =
      Operation.of("file.storeFiles.v1", StoreFilesRequest.class, FileTransfer.class);

  public static final Operation<ReplaceFileRequest, FileTransfer> REPLACE_FILE =
      Operation.of("file.replaceFile.v1", ReplaceFileRequest.class, FileTransfer.class);

  /** Adopts a file of a former system, for the admin; the same file again changes nothing. */
  public static final Operation<AdoptFileRequest, FileTransfer> ADOPT_FILE =
      Operation.of("file.adoptFile.v1", AdoptFileRequest.class, FileTransfer.class);

  public static final Operation<ReadFileRequest, FileTransfer> READ_FILE =
      Operation.of("file.readFile.v1", ReadFileRequest.class, FileTransfer.class);

  public static final Operation<ListFilesRequest, FilesView> LIST_FILES =
      Operation.of("file.listFiles.v1", ListFilesRequest.class, FilesView.class);

  public static final Operation<DeleteFileRequest, DeletedFiles> DELETE_FILE =
      Operation.of("file.deleteFile.v1", DeleteFileRequest.class, DeletedFiles.class);

  public static final Operation<DeleteFilesRequest, DeletedFiles> DELETE_FILES =
      Operation.of("file.deleteFiles.v1", DeleteFilesRequest.class, DeletedFiles.class);

  private FileOperations() {}

  /** Uploads files of a property. */
  public record StoreFilesRequest(String type, String entityId, String property) {}

  /**
   * Replaces the content of a file.
   *
   * @param ifMatch the client's {@code If-Match}, or null
   */
  public record ReplaceFileRequest(
      String type, String entityId, String property, String documentId, String ifMatch) {}

  /**
   * Stores a file of a former system under its id.
   *
   * @param document the last segment of the path under which the former system has it: a UUID, or a
   *     UUID, a hyphen and a name; the file is read under both
   * @param createdAt when it was stored there, or null
   */
  public record AdoptFileRequest(
      String type, String entityId, String property, String document, Instant createdAt) {}

  /**
   * Permission for one transfer over HTTP between gateway and file-service.
   *
   * <p>An upload is sent with POST: the client's own multipart body with its content type, its
   * length if known, and {@code Expect: 100-continue} if the client sent it. The response is 200
   * with a {@link StoredFiles} as JSON; a response before the end of the body means that the rest
   * is not read. A download is requested with GET or HEAD and the client's {@code Range}, {@code
   * If-Range}, {@code If-Match} and {@code If-None-Match}. The response is 200, 206, 304 or 416
   * with all headers for the client. Every other status has a {@link
   * org.attestry.contracts.Failure} as JSON.
   *
   * @param url an internal HTTP URL that ends in a random ticket, valid for one transfer that
   *     begins within a minute, at the replica that issued it
   */
  public record FileTransfer(String url) {}

  /**
   * The reply to an upload.
   *
   * @param documentLocations each {@code {type}/{id}/{property}/documents/{document-id}}
   * @param errors the files that could not be stored
   */
  public record StoredFiles(List<String> documentLocations, List<FileError> errors) {

    public StoredFiles {
      documentLocations = List.copyOf(documentLocations);
      errors = List.copyOf(errors);
    }

    /**
     * @param file the file's name as the client sent it
     * @param reason why it could not be stored, a sentence
     */
    public record FileError(String file, String reason) {}
  }

  /** Downloads a file. */
  public record ReadFileRequest(String type, String entityId, String property, String documentId) {}

  /** Lists the files of a property. */
  public record ListFilesRequest(String type, String entityId, String property) {}

  /**
   * @param files oldest first
   */
  public record FilesView(List<FileView> files) {

    public FilesView {
      files = List.copyOf(files);
    }

    /**
     * @param size bytes
     * @param sha256 lower-case hex
     */
    public record FileView(
        String documentId,
        String fileName,
        String contentType,
        long size,
        String sha256,
        Instant osCreatedAt) {}
  }

  /**
   * Deletes a file of a property.
   *
   * @param ifMatch the client's {@code If-Match}, or null
   */
  public record DeleteFileRequest(
      String type, String entityId, String property, String documentId, String ifMatch) {}

  /** Deletes all files of a property. */
  public record DeleteFilesRequest(String type, String entityId, String property) {}

  /**
   * @param deleted the number of deleted files
   */
  public record DeletedFiles(int deleted) {}
}

package org.attestry.contracts.file;

import org.attestry.contracts.Operation;

/**
 * The operations of file-service. Bytes do not travel over the bus: where they must flow, the reply
 * is a {@link FileTransfer} to which the gateway streams over HTTP.
 */
public final class FileOperations {

  public static final Operation<StoreFilesRequest, FileTransfer> STORE_FILES =
      Operation.of("file.storeFiles.v1", StoreFilesRequest.class, FileTransfer.class);

  public static final Operation<ReplaceFileRequest, FileTransfer> REPLACE_FILE =
      Operation.of("file.replaceFile.v1", ReplaceFileRequest.class, FileTransfer.class);

  public static final Operation<ReadFileRequest, FileTransfer> READ_FILE =
      Operation.of("file.readFile.v1", ReadFileRequest.class, FileTransfer.class);

  public static final Operation<ListFilesRequest, FilesView> LIST_FILES =
      Operation.of("file.listFiles.v1", ListFilesRequest.class, FilesView.class);

  public static final Operation<DeleteFileRequest, DeletedFiles> DELETE_FILE =
      Operation.of("file.deleteFile.v1", DeleteFileRequest.class, DeletedFiles.class);

  public static final Operation<DeleteFilesRequest, DeletedFiles> DELETE_FILES =
      Operation.of("file.deleteFiles.v1", DeleteFilesRequest.class, DeletedFiles.class);

  private FileOperations() {}
}

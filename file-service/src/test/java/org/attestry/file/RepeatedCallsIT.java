package org.attestry.file;

import static org.attestry.file.FileServer.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.file.FileOperations;
import org.attestry.contracts.file.FileOperations.DeleteFileRequest;
import org.attestry.contracts.file.FileOperations.DeleteFilesRequest;
import org.attestry.contracts.file.FileOperations.DeletedFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A call that is sent again, because nobody knows what became of it, has one effect. */
class RepeatedCallsIT {

  private static FileServer server;

  private final String entity = UUID.randomUUID().toString();

  @BeforeAll
  static void start() {
    server = new FileServer(Map.of());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void repeatedDeletionOfAFileGetsTheFirstReply() {
    String id = server.store(entity, bytes(10));
    DeleteFileRequest request = new DeleteFileRequest("Teacher", entity, "photo", id, null);

    List<DeletedFiles> replies = server.requestTwice(FileOperations.DELETE_FILE, request);

    assertEquals(List.of(new DeletedFiles(1), new DeletedFiles(1)), replies);
  }

  @Test
  void repeatedDeletionOfAllFilesLeavesWhatWasStoredAfterTheFirst() {
    server.store(entity, bytes(10));
    server.store(entity, bytes(10));
    DeleteFilesRequest request = new DeleteFilesRequest("Teacher", entity, "photo");

    List<DeletedFiles> replies =
        server.requestTwice(
            FileOperations.DELETE_FILES, request, () -> server.store(entity, bytes(10)));

    assertEquals(List.of(new DeletedFiles(2), new DeletedFiles(2)), replies);
    assertEquals(1, server.list(entity).files().size());
  }
}

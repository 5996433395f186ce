package org.attestry.adopt.comparison;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.attestry.adopt.files.Bucket;
import org.attestry.adopt.files.StoredFile;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.adopt.suite.Reply;
import org.attestry.adopt.suite.Suite;

/** Compares the bytes of a file, read by the name that properties have. */
final class FileComparison {

  private final Suite suite;
  private final Report report;

  FileComparison(Suite suite, Report report) {
    this.suite = suite;
    this.report = report;
  }

  void compare(Bucket bucket, StoredFile file) {
    String path =
        "/api/v1/%s/%s/%s/documents/%s"
            .formatted(
                Suite.encoded(file.type()),
                file.entityId(),
                Suite.encoded(file.property()),
                Suite.encoded(file.document()));
    Reply reply = suite.get(path);
    if (!reply.isOk()) {
      report.add(
          Finding.DIFFERENT, "File " + file.key(), "It cannot be read here: " + reply.failure());
      return;
    }
    try {
      Path copy = Files.createTempFile("adopt-", ".file");
      try {
        bucket.download(file, copy);
        if (!Arrays.equals(Files.readAllBytes(copy), reply.body())) {
          report.add(Finding.DIFFERENT, "File " + file.key(), "The bytes differ.");
        }
      } finally {
        Files.deleteIfExists(copy);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package org.attestry.adopt.transfer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.attestry.adopt.files.Bucket;
import org.attestry.adopt.files.StoredFile;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.adopt.suite.Reply;
import org.attestry.adopt.suite.Suite;

/** Brings the files of the bucket, page by page of its listing. */
final class FileTransfer {

  private static final String ENTRY = "files after ";

  private final Suite suite;
  private final Journal journal;
  private final Report report;
  private final int workers;

  FileTransfer(Suite suite, Journal journal, Report report, int workers) {
    this.suite = suite;
    this.journal = journal;
    this.report = report;
    this.workers = workers;
  }

  void bring(Bucket bucket, Set<String> types) {
    Progress progress = new Progress(report, "Files");
    AtomicLong brought = new AtomicLong();
    Bucket.Page page = bucket.page("");
    while (!page.last().isEmpty()) {
      String entry = ENTRY + page.last();
      if (!journal.has(entry)) {
        List<StoredFile> files = page.files();
        Pages.handle(
            files.size(),
            workers,
            i -> bring(bucket, files.get((int) i), types, brought, progress));
        page.others().forEach(this::describeOther);
        journal.add(entry);
      }
      page = bucket.page(page.last());
    }
    progress.end();
    report.add(Finding.COUNT, "Files", brought + " brought or known before");
  }

  private void describeOther(String key) {
    report.add(Finding.LOST, "File " + key, "Its key is not that of an entity's file.");
  }

  private void bring(
      Bucket bucket, StoredFile file, Set<String> types, AtomicLong brought, Progress progress) {
    if (!types.contains(file.type())) {
      report.add(Finding.LOST, "File " + file.key(), "There is no type %s.".formatted(file.type()));
      return;
    }
    try {
      Path copy = Files.createTempFile("adopt-", ".file");
      try {
        String contentType = bucket.download(file, copy);
        Reply reply =
            suite.putFile(
                path(file) + "?as=adopted&createdAt=" + Suite.encoded(file.modifiedAt()),
                copy,
                file.name(),
                contentType);
        if (reply.isOk()) {
          brought.incrementAndGet();
        } else {
          report.add(Finding.REFUSED, "File " + file.key(), reply.failure());
        }
      } finally {
        Files.deleteIfExists(copy);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    progress.add(1);
  }

  static String path(StoredFile file) {
    return "/api/v1/%s/%s/%s/documents/%s"
        .formatted(
            Suite.encoded(file.type()),
            file.entityId(),
            Suite.encoded(file.property()),
            Suite.encoded(file.document()));
  }
}

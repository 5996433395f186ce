package org.attestry.adopt.transfer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.attestry.adopt.records.EntityLines;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.adopt.suite.EntityImport;
import org.attestry.adopt.suite.EntityImport.Result;
import org.attestry.adopt.suite.EntityImport.RowError;
import org.attestry.adopt.suite.Suite;

/**
 * Brings the entities of a type, in pages of the numbers that they have there. A page is one
 * import; the memory that is needed depends on the size of a page, not on the number of entities.
 */
final class EntityTransfer {

  private static final String CONFLICT = "conflict";

  private final EntityImport imports;
  private final Journal journal;
  private final Report report;
  private final int workers;
  private final int pageSize;

  EntityTransfer(Suite suite, Journal journal, Report report, int workers, int pageSize) {
    this.imports = new EntityImport(suite);
    this.journal = journal;
    this.report = report;
    this.workers = workers;
    this.pageSize = pageSize;
  }

  void bring(EntityLines lines) {
    String type = lines.type().name();
    Counts counts = new Counts();
    Progress progress = new Progress(report, type);
    long pages = Math.ceilDiv(lines.last(), pageSize);
    Pages.handle(pages, workers, page -> bring(lines, page, counts, progress));
    progress.end();
    report.add(Finding.COUNT, type, counts.toString());
  }

  private void bring(EntityLines lines, long page, Counts counts, Progress progress) {
    String entry = "%s %d".formatted(lines.type().name(), page);
    if (journal.has(entry)) {
      return;
    }
    List<ObjectNode> read = lines.read(page * pageSize, (page + 1) * pageSize);
    if (!read.isEmpty()) {
      Result result = imports.send(lines.type().name(), read);
      counts.add(result);
      result.errors().forEach(error -> add(lines.type().name(), error));
      progress.add(read.size());
    }
    journal.add(entry);
  }

  private void add(String type, RowError error) {
    Finding kind = error.rule().equals(CONFLICT) ? Finding.CONFLICT : Finding.REFUSED;
    report.add(
        kind,
        "%s/%s %s".formatted(type, error.osid(), error.pointer()),
        "%s: %s".formatted(error.rule(), error.message()));
  }

  /** The sums of the pages. */
  private static final class Counts {
    private final AtomicLong created = new AtomicLong();
    private final AtomicLong replaced = new AtomicLong();
    private final AtomicLong unchanged = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    void add(Result result) {
      created.addAndGet(result.created());
      replaced.addAndGet(result.replaced());
      unchanged.addAndGet(result.unchanged());
      refused.addAndGet(result.refused());
    }

    @Override
    public String toString() {
      return "%d created, %d replaced, %d unchanged, %d refused"
          .formatted(created.get(), replaced.get(), unchanged.get(), refused.get());
    }
  }
}

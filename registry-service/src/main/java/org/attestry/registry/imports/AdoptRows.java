package org.attestry.registry.imports;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.BulkOperations.ImportErrorsView;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.registry.adoption.AdoptEntities;
import org.attestry.registry.adoption.AdoptEntities.Prepared;
import org.attestry.registry.adoption.FormerRecord;
import org.attestry.registry.imports.PgImportStore.Match;
import org.attestry.registry.rows.ImportedRow;
import org.attestry.registry.stored.FactNotifier;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Workers;

/**
 * Stores the rows of an import that are records of a former system. Rows and counts are committed
 * in one transaction. If the database refuses a batch, because another writer took a unique value
 * or changed an entity, the batch is halved until only one row is left, which is then refused.
 */
record AdoptRows(
    PgImportStore imports, AdoptEntities adoption, FactNotifier notifier, Workers workers) {

  /** A row, read: either the record or why it is refused. */
  private record ReadRow(ImportRow sent, FormerRecord record, List<Violation> refusal) {

    UUID id() {
      return record.entity().id();
    }
  }

  /**
   * Stores all rows; returns the import after them, or after more rows if another request continued
   * it.
   *
   * @param continued returns an import if its rows belong to the text of this request
   */
  Future<EntityImport> store(
      PublishedType type,
      EntityImport run,
      List<ImportRow> rows,
      UnaryOperator<EntityImport> continued,
      CallContext context) {
    return new Storing(type, run, rows, continued, context).all();
  }

  /** The rows of one request. */
  private final class Storing {
    private final PublishedType type;
    private final EntityImport begun;
    private final List<ImportRow> rows;
    private final UnaryOperator<EntityImport> continued;
    private final CallContext context;
    private EntityImport now;
    private int atOnce = Integer.MAX_VALUE;

    Storing(
        PublishedType type,
        EntityImport begun,
        List<ImportRow> rows,
        UnaryOperator<EntityImport> continued,
        CallContext context) {
      this.type = type;
      this.begun = begun;
      this.rows = rows;
      this.continued = continued;
      this.context = context;
      this.now = begun;
    }

    Future<EntityImport> all() {
      return AsyncLoop.repeat(
              () -> {
                long done = now.rows() - begun.rows();
                return done < rows.size()
                    ? next(rows.subList((int) done, rows.size())).map(true)
                    : Future.succeededFuture(false);
              })
          .map(done -> now);
    }

    private Future<Void> next(List<ImportRow> left) {
      if (context.deadline().passed()) {
        return Future.failedFuture(ImportEntities.late());
      }
      List<ImportRow> some = left.subList(0, Math.min(atOnce, left.size()));
      return workers
          .run(context.deadline(), () -> read(some))
          .compose(read -> matches(read).compose(matches -> attempt(read, matches)))
          .map(continued::apply)
          .onSuccess(
              moved -> {
                now = moved;
                atOnce = Math.max(atOnce, 2 * Math.min(atOnce, some.size()));
              })
          .<Void>mapEmpty()
          .recover(cause -> smaller(some, cause));
    }

    private List<ReadRow> read(List<ImportRow> some) {
      List<ReadRow> read = new ArrayList<>();
      Set<UUID> ids = new HashSet<>();
      for (ImportRow row : some) {
        ReadRow one = read(row);
        if (one.record() != null && !ids.add(one.id())) {
          break;
        }
        read.add(one);
      }
      return read;
    }

    private ReadRow read(ImportRow row) {
      if (row.problem() != null) {
        return new ReadRow(row, null, List.of(row.problem()));
      }
      try {
        return new ReadRow(row, FormerRecord.read(type, row.value(), context.deadline()), null);
      } catch (FailureException e) {
        if (e.failure().kind() == FailureKind.TIMEOUT) {
          throw e;
        }
        return new ReadRow(row, null, ImportedRow.violations(e.failure(), ""));
      }
    }

    /** Returns which unique values of the rows are taken; deleted records take none. */
    private Future<List<List<Match>>> matches(List<ReadRow> read) {
      List<ObjectNode> bodies = new ArrayList<>();
      for (ReadRow row : read) {
        boolean takes = row.record() != null && !row.record().entity().deleted();
        bodies.add(takes ? row.record().entity().body() : null);
      }
      return type.config().uniqueFields().isEmpty()
          ? Future.succeededFuture(bodies.stream().map(body -> List.<Match>of()).toList())
          : imports.matches(type, now, context.caller(), bodies);
    }

    private Future<EntityImport> attempt(List<ReadRow> read, List<List<Match>> matches) {
      Map<Integer, FormerRecord> records = new HashMap<>();
      Map<Integer, List<Violation>> refused = new HashMap<>();
      Set<List<Object>> taken = new HashSet<>();
      for (int i = 0; i < read.size(); i++) {
        ReadRow row = read.get(i);
        List<Violation> why =
            row.record() == null ? row.refusal() : conflicts(row, matches.get(i), taken);
        if (why.isEmpty()) {
          records.put(i, row.record());
        } else {
          refused.put(i, why);
        }
      }
      return adoption
          .prepare(type, records, context)
          .compose(
              prepared -> {
                refused.putAll(prepared.refused());
                return commit(read, prepared, refused);
              });
    }

    /** Returns the violations of a row that has a unique value of another record. */
    private static List<Violation> conflicts(
        ReadRow row, List<Match> matches, Set<List<Object>> taken) {
      List<Violation> found = new ArrayList<>();
      for (Match match : matches) {
        boolean other = match.holder() != null && !match.holder().equals(row.id());
        if (other || taken.contains(key(match))) {
          match.taken().stream()
              .map(one -> new Violation("/entity" + one.pointer(), one.rule(), one.message()))
              .forEach(found::add);
        }
      }
      if (found.isEmpty()) {
        matches.forEach(match -> taken.add(key(match)));
      }
      return found;
    }

    private static List<Object> key(Match match) {
      return List.of(match.fields(), match.group());
    }

    private Future<EntityImport> commit(
        List<ReadRow> read, Prepared prepared, Map<Integer, List<Violation>> refused) {
      EntityImport after =
          now.after(
              read.size(),
              read.getLast().sent().checksum(),
              prepared.created(),
              prepared.replaced(),
              refused.size());
      return imports
          .adopt(type, now, after, errors(read, refused), prepared.statement())
          .compose(
              outcome ->
                  switch (outcome) {
                    case STORED -> notifier.notify(prepared.factsOfReplaced(), context).map(after);
                    case STALE -> Future.failedFuture(stale());
                    case OVERTAKEN -> imports.find(now.id());
                  });
    }

    private List<ImportErrorsView.Error> errors(
        List<ReadRow> read, Map<Integer, List<Violation>> refused) {
      List<ImportErrorsView.Error> errors = new ArrayList<>();
      for (int i = 0; i < read.size(); i++) {
        long row = now.rows() + i + 1;
        long line = read.get(i).sent().line();
        for (Violation one : ImportedRow.bounded(refused.getOrDefault(i, List.of()))) {
          errors.add(
              new ImportErrorsView.Error(row, line, one.pointer(), one.rule(), one.message()));
        }
      }
      return errors;
    }

    /** Retries with half of the rows; refuses a single row. */
    private Future<Void> smaller(List<ImportRow> some, Throwable cause) {
      if (!ImportedRow.isOfContent(cause)) {
        return Future.failedFuture(cause);
      }
      if (some.size() > 1) {
        atOnce = some.size() / 2;
        return Future.succeededFuture();
      }
      List<Violation> why = ImportedRow.violations(((FailureException) cause).failure(), "/entity");
      ReadRow row = new ReadRow(some.getFirst(), null, why);
      Prepared none = new Prepared(null, 0, 0, Map.of(), List.of());
      return commit(List.of(row), none, Map.of(0, why))
          .map(continued::apply)
          .onSuccess(moved -> now = moved)
          .mapEmpty();
    }
  }

  private static FailureException stale() {
    String message = "Another request changed the record at the same time; send the line again.";
    return new Failure(
            FailureKind.CONFLICT,
            "registry.import.conflict",
            message,
            List.of(new Violation("", "conflict", message)))
        .exception();
  }
}

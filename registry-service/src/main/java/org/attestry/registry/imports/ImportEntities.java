package org.attestry.registry.imports;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.BulkOperations.CellForms;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.credential.EntityCredentials;
import org.attestry.registry.document.Columns;
import org.attestry.registry.document.SystemFields;
import org.attestry.registry.entity.ContentReplacement;
import org.attestry.registry.imports.ImportDecisions.RowDecision;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.owners.AccountNames;
import org.attestry.registry.owners.ImportedOwners;
import org.attestry.registry.rows.ImportedRow;
import org.attestry.registry.stored.FactNotifier;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.runtime.postgres.WriteOutcome;

/**
 * Stores the next rows of an import. Rows and counts of the import are committed in one statement,
 * so that a batch that is repeated in whole or in part continues at the right row. Rows that
 * another request stored under the same import id are compared with the text of this request. If
 * the database refuses a batch because a concurrent writer changed an entity or took a unique
 * value, the batch is halved until only one row is left; that row is retried several times and then
 * refused.
 *
 * @param owners makes the accounts of the owners that rows name
 * @param workers the threads that read and check rows
 * @param memory of the objects that titles such as {@code a.b.c} make of the cells of a row, and of
 *     the entities that a batch replaces
 * @param adopt stores the rows that are records of a former system
 */
public record ImportEntities(
    TypeCatalogue types,
    PgImportStore imports,
    PgEntityStore store,
    ContentReplacement content,
    EntityCredentials credentials,
    ImportedOwners owners,
    FactNotifier notifier,
    Workers workers,
    EntityMemory memory,
    AdoptRows adopt) {

  /** The maximum number of attempts for a single row that conflicts with concurrent writers. */
  private static final int TRIES = 10;

  public Future<ImportView> handle(ImportEntitiesRequest request, CallContext context) {
    UUID id = ImportIds.parse(request.id());
    return types
        .require(request.type())
        .compose(
            type -> {
              AccessRules.requireToken(context.caller());
              return new Step(type, request, context).take(id);
            })
        .map(EntityImport::view);
  }

  /** The state of one request. */
  private final class Step {
    private final PublishedType type;
    private final ImportEntitiesRequest request;
    private final SentRows sent;
    private final CallContext context;

    /** The progress of the import. */
    private EntityImport now;

    /**
     * The maximum number of rows in a batch; reduced while concurrent writers change the same
     * entities.
     */
    private int atOnce = Integer.MAX_VALUE;

    private int tries;

    /**
     * The objects that columns make of a row; the rows themselves are admitted as they are sent.
     */
    private long objectsOfARow;

    Step(PublishedType type, ImportEntitiesRequest request, CallContext context) {
      this.type = type;
      this.request = request;
      this.sent = new SentRows(request);
      this.context = context;
    }

    Future<EntityImport> take(UUID id) {
      return imports
          .find(id)
          .map(this::requireContinued)
          .compose(
              run -> {
                StartImport.allow(type, run, context.caller());
                return sent.hasMoreThan(run) ? takeAfter(run) : Future.succeededFuture(run);
              });
    }

    private Future<EntityImport> takeAfter(EntityImport run) {
      List<ImportRow> next = sent.after(run);
      return (run.adopted()
              ? adopt.store(type, run, next, this::requireContinued, context)
              : create(run, next))
          .compose(done -> request.last() ? complete(done) : Future.succeededFuture(done));
    }

    private Future<EntityImport> create(EntityImport run, List<ImportRow> next) {
      return workers
          .run(context.deadline(), this::columns)
          .compose(
              columns ->
                  memory
                      .admitRows(
                          context.deadline(), objectsOfARow * next.size() * EntityMemory.OBJECT)
                      .compose(
                          admitted ->
                              workers.run(
                                  context.deadline(), () -> read(columns, next, run.rows()))))
          .compose(rows -> store(run, rows));
    }

    /**
     * Returns the current import, if all its rows belong to the text of this request, whichever
     * request stored them.
     */
    private EntityImport requireContinued(EntityImport run) {
      return sent.requireSameText(ImportIds.requireOwn(run, type, context.caller()));
    }

    private List<ImportedRow> read(Columns columns, List<ImportRow> next, long done) {
      List<ImportedRow> rows = new ArrayList<>(next.size());
      for (ImportRow row : next) {
        rows.add(ImportedRow.read(type, columns, row, done + rows.size() + 1, context.deadline()));
      }
      return rows;
    }

    /** Returns the columns of the cells; null where rows are JSON. */
    private Columns columns() {
      List<String> titles = request.columns();
      if (titles == null) {
        return null;
      }
      CellForms forms = request.cells();
      Columns columns = Columns.read(titles, type.definition(), forms, context.deadline());
      columns.paths().forEach(path -> SystemFields.refuseAt(path.segments(), type.config()));
      if (forms != null && !forms.undeclared()) {
        columns.requireDeclared();
      }
      objectsOfARow = columns.objects();
      return columns;
    }

    private Future<EntityImport> store(EntityImport run, List<ImportedRow> rows) {
      now = run;
      return AsyncLoop.repeat(
              () -> {
                long done = now.rows() - run.rows();
                return done < rows.size()
                    ? storeNext(rows.subList((int) done, rows.size()))
                    : Future.succeededFuture(false);
              })
          .map(done -> now);
    }

    private Future<Boolean> storeNext(List<ImportedRow> rows) {
      tries = 0;
      return attempt(now, rows.subList(0, Math.min(atOnce, rows.size())))
          .map(
              moved -> {
                now = requireContinued(moved);
                atOnce = Math.max(atOnce, 2 * Math.min(atOnce, rows.size()));
                return true;
              });
    }

    /**
     * Stores at least one row. If another request has continued the import, returns that progress
     * instead.
     */
    private Future<EntityImport> attempt(EntityImport run, List<ImportedRow> rows) {
      if (context.deadline().passed()) {
        return Future.failedFuture(late());
      }
      return decisions(run, rows)
          .compose(
              decisions -> EntityMemory.part(context, batch -> write(run, rows, decisions, batch)))
          .recover(cause -> afterFailure(run, rows, cause));
    }

    private Future<EntityImport> write(
        EntityImport run, List<ImportedRow> rows, List<RowDecision> decisions, CallContext batch) {
      ImportWrites writes = writes(run, batch);
      return memory
          .admit(batch.deadline(), decisions.stream().mapToLong(RowDecision::bytes).sum())
          .compose(admitted -> writes.of(decisions, run.dryRun()))
          .recover(cause -> discard(writes).transform(done -> Future.failedFuture(cause)))
          .compose(worked -> commit(run, rows, decisions, worked));
    }

    /**
     * Retries a failed batch if that can help. NOT_FOUND means that an entity to replace was
     * deleted concurrently: the next attempt creates it. If another request has stored rows of the
     * batch, the next attempt continues after them.
     */
    private Future<EntityImport> afterFailure(
        EntityImport run, List<ImportedRow> rows, Throwable cause) {
      if (cause instanceof ImportedOwners.Overtaken) {
        return imports.find(run.id());
      }
      if (ImportedRow.isOfContent(cause)) {
        return smaller(run, rows, (FailureException) cause);
      }
      boolean gone =
          FailureException.isOf(cause, FailureKind.NOT_FOUND)
              && !FailureException.hasCode(cause, PublishedType.UNKNOWN);
      return gone ? attempt(run, rows) : Future.failedFuture(cause);
    }

    private Future<List<RowDecision>> decisions(EntityImport run, List<ImportedRow> rows) {
      FieldPath upsert = StartImport.upsertOf(run);
      if (type.config().uniqueFields().isEmpty()) {
        return Future.succeededFuture(
            ImportDecisions.on(
                rows,
                rows.stream().map(row -> List.<PgImportStore.Match>of()).toList(),
                upsert,
                names(run)));
      }
      return imports
          .matches(
              type,
              run,
              context.caller(),
              rows.stream().map(row -> row.isAcceptable() ? row.body() : null).toList())
          .map(matches -> ImportDecisions.on(rows, matches, upsert, names(run)));
    }

    /** Returns a function that reads the names of the accounts that a row's body makes. */
    private Function<ObjectNode, AccountNames> names(EntityImport run) {
      return body -> run.logins() ? AccountNames.in(type, body) : new AccountNames();
    }

    private ImportWrites writes(EntityImport run, CallContext batch) {
      return new ImportWrites(type, store, content, credentials, owners, workers, run, batch);
    }

    private Future<EntityImport> commit(
        EntityImport run,
        List<ImportedRow> rows,
        List<RowDecision> decisions,
        ImportWrites writes) {
      EntityImport after = writes.after(run, decisions);
      return imports
          .commit(type, run, after, writes.batch())
          .recover(cause -> discard(writes, cause))
          .compose(
              outcome ->
                  switch (outcome) {
                    case STORED ->
                        owners
                            .complete(writes.owners())
                            .compose(done -> notifier.notify(factsOf(writes), context))
                            .map(after);
                    case STALE ->
                        discard(writes).compose(done -> Future.failedFuture(overtaken(run)));
                    case OVERTAKEN -> discard(writes).compose(done -> imports.find(run.id()));
                  });
    }

    /**
     * Retries with half of the rows. A single row is retried, or refused after the last attempt.
     */
    private Future<EntityImport> smaller(
        EntityImport run, List<ImportedRow> rows, FailureException cause) {
      if (rows.size() > 1) {
        atOnce = rows.size() / 2;
        return attempt(run, rows.subList(0, atOnce));
      }
      if (cause.failure().kind() == FailureKind.CONFLICT && ++tries < TRIES) {
        return attempt(run, rows);
      }
      ImportedRow row = rows.getFirst();
      List<Violation> why = ImportedRow.violations(cause.failure(), "");
      List<RowDecision> decision = List.of(RowDecision.refused(row, why));
      ImportWrites refusal = writes(run, context);
      return refusal
          .giveUp(row.row())
          .compose(done -> refusal.of(decision, run.dryRun()))
          .compose(
              writes ->
                  imports
                      .commit(type, run, writes.after(run, decision), writes.batch())
                      .compose(outcome -> imports.find(run.id())));
    }

    private Future<EntityImport> complete(EntityImport run) {
      return imports
          .complete(run)
          .compose(done -> imports.find(run.id()))
          .map(this::requireContinued);
    }

    private List<Fact> factsOf(ImportWrites writes) {
      return writes.replaced().stream().flatMap(write -> write.facts().stream()).toList();
    }

    private Future<PgImportStore.Outcome> discard(ImportWrites writes, Throwable cause) {
      return WriteOutcome.isRolledBack(cause)
          ? discard(writes).transform(done -> Future.failedFuture(cause))
          : Future.failedFuture(cause);
    }

    /** Withdraws credentials of rows that were not stored. */
    private Future<Void> discard(ImportWrites writes) {
      List<Fact> facts = writes.ofUnused();
      return facts.isEmpty() ? Future.succeededFuture() : store.publish(facts);
    }
  }

  /**
   * Returns the failure of a row whose entity was changed by another writer during every attempt.
   */
  private static FailureException overtaken(EntityImport run) {
    FieldPath upsert = StartImport.upsertOf(run);
    String pointer = upsert == null ? "" : JsonPointers.of(upsert);
    String message =
        "Others changed the entity during each of %d tries; send the row again.".formatted(TRIES);
    return new Failure(
            FailureKind.CONFLICT,
            "registry.import.conflict",
            message,
            List.of(new Violation(pointer, "conflict", message)))
        .exception();
  }

  static FailureException late() {
    return FailureException.of(
        FailureKind.TIMEOUT, "registry.import.late", "It took too long; try again.");
  }
}

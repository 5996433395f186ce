package org.attestry.registry.imports;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Operation;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.BulkOperations.ImportErrorsView;
import org.attestry.contracts.registry.CredentialWithdrawn.Reason;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.credential.EntityCredentials;
import org.attestry.registry.document.NestedOsids;
import org.attestry.registry.entity.ContentReplacement;
import org.attestry.registry.entity.HiddenFieldMerge;
import org.attestry.registry.imports.ImportDecisions.RowDecision;
import org.attestry.registry.imports.PgImportStore.Batch;
import org.attestry.registry.imports.PgImportStore.CheckedRow;
import org.attestry.registry.imports.PgImportStore.Write;
import org.attestry.registry.memory.BoundedForEach;
import org.attestry.registry.owners.EntityOwners;
import org.attestry.registry.owners.ImportedOwners;
import org.attestry.registry.owners.ProvisionedOwners;
import org.attestry.registry.rows.ImportedRow;
import org.attestry.registry.stored.EntityDifferences;
import org.attestry.registry.stored.EntityFacts;
import org.attestry.registry.stored.EntityIds;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.JsonPointers;

/**
 * Prepares the writes for the decisions on rows: new entities like the create operation, next
 * versions like the replace operation. A refused row does not affect the others.
 */
final class ImportWrites {

  private static final int AT_ONCE = 16;

  /**
   * The number of errors in a batch after which only the first error of each further row is kept.
   */
  private static final int ERRORS_LISTED = 2_000;

  /**
   * The entity that results from a row.
   *
   * @param before the version that is replaced, or null
   */
  private record RowWrite(long row, StoredEntity before, StoredEntity after) {}

  private final PublishedType type;
  private final PgEntityStore store;
  private final ContentReplacement content;
  private final EntityCredentials credentials;
  private final ImportedOwners owners;
  private final Workers workers;
  private final EntityImport run;
  private final FieldPath upsert;
  private final CallContext context;

  private final List<RowWrite> made = new ArrayList<>();
  private final List<Write> created = new ArrayList<>();
  private final List<Write> replaced = new ArrayList<>();
  private final List<CheckedRow> checked = new ArrayList<>();
  private final List<ImportErrorsView.Error> errors = new ArrayList<>();
  private final List<ProvisionedOwners> provided = new ArrayList<>();
  private int replacing;
  private int refused;

  ImportWrites(
      PublishedType type,
      PgEntityStore store,
      ContentReplacement content,
      EntityCredentials credentials,
      ImportedOwners owners,
      Workers workers,
      EntityImport run,
      CallContext context) {
    this.type = type;
    this.store = store;
    this.content = content;
    this.credentials = credentials;
    this.owners = owners;
    this.workers = workers;
    this.run = run;
    this.upsert = StartImport.upsertOf(run);
    this.context = context;
  }

  /** Prepares the writes; a dry run signs nothing. */
  Future<ImportWrites> of(List<RowDecision> decisions, boolean dryRun) {
    return BoundedForEach.each(
            decisions,
            AT_ONCE,
            decision ->
                decision.row().isAcceptable()
                    ? write(decision, dryRun).recover(cause -> refuse(decision, cause))
                    : refuse(decision.row(), decision.row().violations()))
        .compose(worked -> workers.run(context.deadline(), this::addCreated))
        .map(this);
  }

  /**
   * Returns the prepared batch. Entities are replaced in the order of their ids, so that of two
   * concurrent batches only one waits for the other.
   */
  Batch batch() {
    List<Write> inOrder =
        replaced.stream().sorted(Comparator.comparing(write -> write.entity().id())).toList();
    return new Batch(
        List.copyOf(created),
        inOrder,
        List.copyOf(checked),
        List.copyOf(errors),
        provided.stream().flatMap(users -> users.steps().stream()).toList());
  }

  /** Returns the accounts that were made for the entities. */
  List<ProvisionedOwners> owners() {
    return provided;
  }

  /** Takes the accounts back that were made for a row that is refused. */
  Future<Void> giveUp(long row) {
    return run.logins() ? owners.giveUp(run.accounts(row), type) : Future.succeededFuture();
  }

  List<Write> replaced() {
    return replaced;
  }

  /** Returns the facts that withdraw the issued credentials if the batch is not stored. */
  List<Fact> ofUnused() {
    return made.stream()
        .flatMap(one -> EntityFacts.ofUnused(type, one.before(), one.after(), context).stream())
        .toList();
  }

  /** Returns the import after these rows. */
  EntityImport after(EntityImport before, List<RowDecision> decisions) {
    return before.after(
        decisions.size(),
        decisions.getLast().row().checksum(),
        decisions.size() - replacing - refused,
        replacing,
        refused);
  }

  private Future<Void> write(RowDecision decision, boolean dryRun) {
    if (decision.replaces() != null) {
      return store
          .find(type, decision.replaces(), context.deadline())
          .compose(before -> replace(decision, EntityIds.requireFound(before), dryRun));
    }
    return dryRun ? check(decision) : create(decision);
  }

  private Future<Void> check(RowDecision decision) {
    boolean held = decision.heldByRow() != null;
    return (run.logins() && !held
            ? owners.requireNew(type, decision.row().body(), context)
            : Future.<Void>succeededFuture())
        .onSuccess(
            done -> {
              replacing += held ? 1 : 0;
              long row = held ? decision.heldByRow() : decision.row().row();
              checked.add(new CheckedRow(decision.row().body(), row));
            });
  }

  private Future<Void> create(RowDecision decision) {
    return ownersOf(decision.row())
        .compose(
            ids ->
                credentials.withCredentials(type, null, draft(decision.row().body(), ids), context))
        .onSuccess(entity -> made.add(new RowWrite(decision.row().row(), null, entity)))
        .mapEmpty();
  }

  private Future<Void> replace(RowDecision decision, StoredEntity before, boolean dryRun) {
    AccessRules.change(type.config(), context.caller(), before.owners());
    EntityIds.requireActive(before);
    ObjectNode body = decision.row().body().deepCopy();
    HiddenFieldMerge.refuseIn(body, type, before, context.caller());
    HiddenFieldMerge.keep(body, type, before, context.caller());
    EntityOwners.refuseAccountChange(type, before, body);
    if (dryRun) {
      replacing++;
      checked.add(new CheckedRow(decision.row().body(), decision.row().row()));
      return Future.succeededFuture();
    }
    return content
        .replace(type, before, body, true, context)
        .map(worked -> worked.next(Instant.now(), context.caller().userId()))
        .onSuccess(
            after -> {
              replacing++;
              made.add(new RowWrite(decision.row().row(), before, after));
              replaced.add(
                  new Write(
                      after,
                      decision.row().row(),
                      EntityDifferences.between(before, after),
                      EntityFacts.ofChange(type, before, after, Reason.REPLACED, context)));
            })
        .mapEmpty();
  }

  /** Returns the owners of a new entity: its importer, or the accounts that are made for it. */
  private Future<List<String>> ownersOf(ImportedRow row) {
    return run.logins()
        ? owners
            .provide(type, run.accounts(row.row()), row.body(), context)
            .onSuccess(provided::add)
            .map(ProvisionedOwners::ids)
        : Future.succeededFuture(List.of(context.caller().userId()));
  }

  private StoredEntity draft(ObjectNode sent, List<String> ids) {
    ObjectNode body = sent.deepCopy();
    EntityOwners.dropPasswords(type, body);
    NestedOsids.assign(body);
    String by = context.caller().userId();
    return StoredEntity.first(Ids.next(), body, ids, true, by);
  }

  /**
   * Adds the writes of new entities. Runs on a worker thread, because building hundreds of facts
   * takes milliseconds.
   */
  private Void addCreated() {
    for (RowWrite one : made) {
      if (one.before() == null) {
        List<Fact> facts = EntityFacts.ofNew(type, one.after(), context);
        created.add(new Write(one.after(), one.row(), List.of(), facts));
      }
    }
    return null;
  }

  /**
   * Refuses a row because of its content, or because the credential service lost a replica while it
   * may have worked on it: such a row is not tried again here. Any other failure stops the import.
   */
  private Future<Void> refuse(RowDecision decision, Throwable cause) {
    boolean lost = Operation.isLost(cause) && !context.repeated();
    if (!(cause instanceof FailureException failed) || !lost && !ImportedRow.isOfContent(failed)) {
      return Future.failedFuture(cause);
    }
    String pointer = upsert == null ? "" : JsonPointers.of(upsert);
    long row = decision.row().row();
    provided.removeIf(users -> users.entity().equals(run.accounts(row).id()));
    return giveUp(row)
        .compose(done -> refuse(decision.row(), ImportedRow.violations(failed.failure(), pointer)));
  }

  private Future<Void> refuse(ImportedRow row, List<Violation> why) {
    refused++;
    int listed = errors.size() < ERRORS_LISTED ? why.size() : 1;
    for (Violation violation : why.subList(0, Math.min(listed, why.size()))) {
      errors.add(
          new ImportErrorsView.Error(
              row.row(), row.line(), violation.pointer(), violation.rule(), violation.message()));
    }
    return Future.succeededFuture();
  }
}

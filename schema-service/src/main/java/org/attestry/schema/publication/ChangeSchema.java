package org.attestry.schema.publication;

import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.ListedViolations;
import org.attestry.contracts.schema.SchemaOperations.ChangeSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.SchemaReceipt;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.schema.document.SchemaDocument;
import org.attestry.schema.stored.BusEntityRegistry;
import org.attestry.schema.stored.IdempotentChange;
import org.attestry.schema.stored.Outcome;
import org.attestry.schema.stored.PgSchemaStore;
import org.attestry.schema.stored.PgSchemaStore.Writer;
import org.attestry.schema.stored.Schema;
import org.attestry.schema.stored.SchemaAccess;
import org.attestry.schema.stored.SchemaChange;
import org.attestry.schema.stored.SchemaFailures;

/**
 * Changes a schema's document, its status, or both. A draft may be changed and published; a
 * published schema gets a new version or is deprecated; a deprecated one can only be published
 * again.
 */
public final class ChangeSchema {

  private final PgSchemaStore store;
  private final PublicationCompiler compiler;
  private final IdempotentChange changes;
  private final SaveSchema saving;
  private final PublishNewVersion newVersion;

  public ChangeSchema(
      PgSchemaStore store, PublicationCompiler compiler, BusEntityRegistry registry) {
    this.store = store;
    this.compiler = compiler;
    this.changes = new IdempotentChange(store, registry);
    this.saving = new SaveSchema(store, compiler);
    this.newVersion = new PublishNewVersion(store, compiler, registry);
  }

  public Future<SchemaReceipt> handle(ChangeSchemaRequest request, CallContext context) {
    String caller = SchemaAccess.requireAdmin(context);
    UUID id = SchemaFailures.id(request.id());
    return changes.once(context, SchemaReceipt.class, () -> change(id, request, caller, context));
  }

  private Future<Outcome<SchemaReceipt>> change(
      UUID id, ChangeSchemaRequest request, String caller, CallContext context) {
    return store
        .find(id)
        .map(found -> found.orElseThrow(SchemaFailures::unknown))
        .compose(schema -> requested(schema, request, caller, context))
        .compose(
            change -> {
              if (change.isNewVersion()) {
                return newVersion.publish(change, context);
              }
              return change.from().isDraft()
                  ? changeDraft(change, context)
                  : changeStatus(change, context);
            });
  }

  private Future<SchemaChange> requested(
      Schema from, ChangeSchemaRequest request, String caller, CallContext context) {
    if (request.name() != null && !request.name().equals(from.name())) {
      throw SchemaFailures.conflict(
          "schema.name.fixed",
          "A schema keeps its name; leave 'name' out, or create another schema.");
    }
    SchemaStatus status = request.status() == null ? from.status() : request.status();
    String text =
        request.schema() == null ? from.document() : CreateSchema.checkedDocument(request.schema());
    SchemaChange.Options options =
        new SchemaChange.Options(request.strict(), request.dryRun(), request.narrow());
    return document(from, text, status, context)
        .map(document -> new SchemaChange(from, document, text, status, caller, options));
  }

  /**
   * Parses the document. When only the status changes from or to DEPRECATED, the document is
   * unchanged and need not be checked.
   */
  private Future<SchemaDocument> document(
      Schema from, String text, SchemaStatus status, CallContext context) {
    boolean statusChange =
        from.status() == SchemaStatus.DEPRECATED || status == SchemaStatus.DEPRECATED;
    return statusChange && !from.isDraft() && text.equals(from.document())
        ? compiler.work(context, budget -> SchemaDocument.stored(from.name(), text))
        : compiler.read(from.name(), text, context);
  }

  private Future<Outcome<SchemaReceipt>> changeStatus(SchemaChange change, CallContext context) {
    return store.once(
        context.callId(),
        SchemaReceipt.class,
        writer ->
            SaveSchema.requireCurrent(writer, change.from())
                .compose(same -> changeStatus(writer, change, context)));
  }

  private Future<Outcome<SchemaReceipt>> changeDraft(SchemaChange change, CallContext context) {
    if (change.status() == SchemaStatus.DEPRECATED) {
      throw fixed("Only a published schema is deprecated; delete the draft.");
    }
    Schema to = change.to(change.from().version());
    return saving.save(change.from(), to, change.document(), change.options(), context);
  }

  /** Switches between PUBLISHED and DEPRECATED; document, version and types stay the same. */
  private static Future<Outcome<SchemaReceipt>> changeStatus(
      Writer writer, SchemaChange change, CallContext context) {
    if (change.changesNothing()) {
      return SaveSchema.unchanged(change.from(), ListedViolations.NONE);
    }
    requireStatusAlone(change);
    if (change.options().dryRun()) {
      return SaveSchema.unchanged(change.from(), ListedViolations.NONE);
    }
    Schema to = change.to(change.from().version());
    boolean deprecated = to.status() == SchemaStatus.DEPRECATED;
    return writer
        .typesOf(to.id())
        .compose(
            types ->
                writer.nextRevision().map(revision -> Publication.at(revision, types, deprecated)))
        .compose(
            at -> {
              Fact fact = SaveSchema.changed(to, at, context);
              return writer
                  .update(to)
                  .compose(stored -> writer.replaceTypes(to.id(), at))
                  .compose(replaced -> writer.publish(fact))
                  .map(new Outcome<>(SaveSchema.receipt(to, ListedViolations.NONE), fact));
            });
  }

  private static void requireStatusAlone(SchemaChange change) {
    if (change.status() == SchemaStatus.DRAFT) {
      throw fixed("A published or deprecated schema cannot become a draft again.");
    }
    if (!change.sameDocument()) {
      throw fixed("Change document and status one after the other; a published one may change.");
    }
  }

  private static RuntimeException fixed(String message) {
    return SchemaFailures.conflict("schema.status.fixed", message);
  }
}

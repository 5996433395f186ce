package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.schema.ChangeSchemaRequest;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaChanged;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaReceipt;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.runtime.facts.Facts;
import org.attestry.schema.domain.SchemaStore.Writing;
import org.attestry.schema.domain.document.Remarks;
import org.attestry.schema.domain.document.SchemaDocument;

/**
 * Changes a schema's document, its status, or both. A draft may be changed freely and published; a
 * published one gets a new version, or is deprecated; a deprecated one stays as it is until it is
 * published again.
 */
public final class ChangeSchema {

  private final SchemaStore store;
  private final PublicationCompiler publishing;
  private final SchemaCalls calls;
  private final RenewSchema renewing;

  public ChangeSchema(SchemaStore store, PublicationCompiler publishing, EntityRegistry registry) {
    this.store = store;
    this.publishing = publishing;
    this.calls = new SchemaCalls(store, registry);
    this.renewing = new RenewSchema(store, publishing, registry);
  }

  public Future<SchemaReceipt> handle(ChangeSchemaRequest request, CallContext context) {
    String caller = SchemaAccess.requireAdmin(context);
    UUID id = SchemaFailures.id(request.id());
    return calls.once(context, SchemaReceipt.class, () -> change(id, request, caller, context));
  }

  private Future<AfterCommit<SchemaReceipt>> change(
      UUID id, ChangeSchemaRequest request, String caller, CallContext context) {
    return store
        .find(id)
        .map(found -> found.orElseThrow(SchemaFailures::unknown))
        .compose(schema -> wanted(schema, request, caller, context))
        .compose(
            change -> {
              if (change.renews()) {
                return renewing.renew(change, context);
              }
              return change.from().isDraft() ? changeDraft(change, context) : turn(change, context);
            });
  }

  private Future<SchemaChange> wanted(
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

  /** A document that stays, and that nothing is made of, is not checked again. */
  private Future<SchemaDocument> document(
      Schema from, String text, SchemaStatus status, CallContext context) {
    boolean turns = from.status() == SchemaStatus.DEPRECATED || status == SchemaStatus.DEPRECATED;
    return turns && !from.isDraft() && text.equals(from.document())
        ? publishing.work(context, budget -> SchemaDocument.stored(from.name(), text))
        : publishing.read(from.name(), text, context);
  }

  /** Fails when the schema is no longer what it was when somebody looked. */
  static Future<Void> unlessMoved(Writing writing, Schema from) {
    return writing
        .find(from.id())
        .map(
            found -> {
              if (!found.orElseThrow(SchemaFailures::unknown).equals(from)) {
                throw SchemaFailures.moved();
              }
              return null;
            });
  }

  private Future<AfterCommit<SchemaReceipt>> turn(SchemaChange change, CallContext context) {
    return store.once(
        context.callId(),
        SchemaReceipt.class,
        writing ->
            unlessMoved(writing, change.from())
                .compose(
                    same ->
                        change.from().status() == SchemaStatus.DEPRECATED
                            ? applyToDeprecated(writing, change, context)
                            : deprecate(writing, change, context)));
  }

  private static Future<AfterCommit<SchemaReceipt>> deprecate(
      Writing writing, SchemaChange change, CallContext context) {
    return change.status() == SchemaStatus.DEPRECATED
        ? turn(writing, change, context)
        : Future.failedFuture(fixed("A published schema cannot become a draft again."));
  }

  private Future<AfterCommit<SchemaReceipt>> changeDraft(SchemaChange change, CallContext context) {
    if (change.status() == SchemaStatus.DEPRECATED) {
      throw fixed("Only a published schema is deprecated; delete the draft.");
    }
    boolean strict = change.options().strict();
    return publishing
        .lint(change.from().id(), change.document(), context)
        .compose(
            linted ->
                change.status() == SchemaStatus.DRAFT
                    ? keepDraft(change, linted.remarks(strict), context)
                    : publishing
                        .tryTemplates(linted.publication(strict), change.document(), context)
                        .compose(tried -> publish(change, tried, context)));
  }

  private Future<AfterCommit<SchemaReceipt>> keepDraft(
      SchemaChange change, Remarks remarks, CallContext context) {
    return change.options().dryRun()
        ? unchanged(change, remarks)
        : store.once(
            context.callId(),
            SchemaReceipt.class,
            writing ->
                unlessMoved(writing, change.from())
                    .compose(same -> writing.update(change.to(change.from().version())))
                    .compose(kept -> unchanged(change, remarks)));
  }

  private Future<AfterCommit<SchemaReceipt>> publish(
      SchemaChange change, Publication publication, CallContext context) {
    return store.once(
        context.callId(),
        SchemaReceipt.class,
        writing ->
            unlessMoved(writing, change.from())
                .compose(
                    same ->
                        PublicationCompiler.unlessMovedOrTaken(
                            writing, change.from().id(), publication))
                .compose(free -> publish(writing, change, publication, context)));
  }

  private static Future<AfterCommit<SchemaReceipt>> publish(
      Writing writing, SchemaChange change, Publication publication, CallContext context) {
    if (change.options().dryRun()) {
      return unchanged(change, publication.warnings());
    }
    Schema to = change.to(change.from().version());
    return writing
        .nextRevision()
        .map(publication::at)
        .compose(at -> store(writing, to, at, CreateSchema.published(to, at, context)));
  }

  private static Future<AfterCommit<SchemaReceipt>> applyToDeprecated(
      Writing writing, SchemaChange change, CallContext context) {
    if (change.changesNothing()) {
      return unchanged(change, Remarks.NONE);
    }
    return change.status() == SchemaStatus.PUBLISHED
        ? turn(writing, change, context)
        : Future.failedFuture(fixed("A deprecated schema cannot become a draft again."));
  }

  /** Between published and deprecated; the document stays, and so do the version and the types. */
  private static Future<AfterCommit<SchemaReceipt>> turn(
      Writing writing, SchemaChange change, CallContext context) {
    if (!change.sameDocument()) {
      throw fixed("Change document and status one after the other; a published one may change.");
    }
    if (change.options().dryRun()) {
      return unchanged(change, Remarks.NONE);
    }
    Schema to = change.to(change.from().version());
    boolean deprecated = to.status() == SchemaStatus.DEPRECATED;
    return writing
        .typesOf(to.id())
        .compose(
            types ->
                writing.nextRevision().map(revision -> Publication.at(revision, types, deprecated)))
        .compose(
            at -> {
              Fact fact = changed(to, at, context);
              return writing
                  .update(to)
                  .compose(stored -> writing.replaceTypes(to.id(), at))
                  .compose(replaced -> writing.publish(fact))
                  .map(
                      done -> new AfterCommit<>(CreateSchema.receipt(to.id(), Remarks.NONE), fact));
            });
  }

  static Future<AfterCommit<SchemaReceipt>> store(
      Writing writing, Schema to, Publication publication, Fact fact) {
    return writing.update(to).compose(stored -> CreateSchema.keep(writing, to, publication, fact));
  }

  static Fact changed(Schema to, List<EntityType> types, CallContext context) {
    String id = to.id().toString();
    return Facts.of(
        SchemaFacts.SCHEMA_CHANGED,
        id,
        new SchemaChanged(id, to.name(), to.version(), to.status(), types),
        context);
  }

  private static Future<AfterCommit<SchemaReceipt>> unchanged(
      SchemaChange change, Remarks warnings) {
    return Future.succeededFuture(
        new AfterCommit<>(CreateSchema.receipt(change.from().id(), warnings), null));
  }

  private static RuntimeException fixed(String message) {
    return SchemaFailures.conflict("schema.status.fixed", message);
  }
}

package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.ChangeSchemaRequest;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaChanged;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaReceipt;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.runtime.facts.Facts;
import org.attestry.schema.domain.SchemaStore.Writing;

/**
 * Changes a schema's document, its status, or both. A draft may be changed freely and published; a
 * published one gets a new version, or is deprecated; a deprecated one stays as it is until it is
 * published again.
 */
public final class ChangeSchema {

  private static final int ATTEMPTS = 3;

  private final SchemaStore store;
  private final Publishing publishing;
  private final Registry registry;
  private final RenewSchema renewing;

  public ChangeSchema(SchemaStore store, Publishing publishing, Registry registry) {
    this.store = store;
    this.publishing = publishing;
    this.registry = registry;
    this.renewing = new RenewSchema(store, publishing, registry);
  }

  public Future<SchemaReceipt> change(ChangeSchemaRequest request, CallContext context) {
    String caller = SchemaAccess.requireAdmin(context);
    UUID id = SchemaFailures.id(request.id());
    return attempt(id, request, caller, context, ATTEMPTS);
  }

  /** Whoever changes the schema between our look and our write makes us look again. */
  private Future<SchemaReceipt> attempt(
      UUID id, ChangeSchemaRequest request, String caller, CallContext context, int left) {
    return store
        .find(id)
        .map(found -> found.orElseThrow(SchemaFailures::unknown))
        .compose(schema -> wanted(schema, request, caller))
        .compose(change -> change.renews() ? renewing.renew(change, context) : now(change, context))
        .recover(
            cause ->
                left > 1 && isMoved(cause)
                    ? attempt(id, request, caller, context, left - 1)
                    : Future.failedFuture(cause));
  }

  private static boolean isMoved(Throwable cause) {
    return cause instanceof FailureException refused
        && refused.failure().code().equals(SchemaFailures.MOVED);
  }

  private Future<SchemaChange> wanted(Schema from, ChangeSchemaRequest request, String caller) {
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
    return publishing
        .read(from.name(), text)
        .map(document -> new SchemaChange(from, document, text, status, caller, options));
  }

  private Future<SchemaReceipt> now(SchemaChange change, CallContext context) {
    return store
        .exclusively(
            writing ->
                unlessMoved(writing, change).compose(same -> apply(writing, change, context)))
        .compose(announcement -> announcement.make(registry, context));
  }

  /** Fails when the schema is no longer what the change was made for. */
  static Future<Void> unlessMoved(Writing writing, SchemaChange change) {
    return writing
        .find(change.from().id())
        .map(
            found -> {
              if (!found.orElseThrow(SchemaFailures::unknown).equals(change.from())) {
                throw SchemaFailures.moved();
              }
              return null;
            });
  }

  private Future<Announcement<SchemaReceipt>> apply(
      Writing writing, SchemaChange change, CallContext context) {
    return switch (change.from().status()) {
      case DRAFT -> applyToDraft(writing, change, context);
      case PUBLISHED ->
          change.status() == SchemaStatus.DEPRECATED
              ? turn(writing, change, context)
              : Future.failedFuture(fixed("A published schema cannot become a draft again."));
      case DEPRECATED -> applyToDeprecated(writing, change, context);
    };
  }

  private Future<Announcement<SchemaReceipt>> applyToDraft(
      Writing writing, SchemaChange change, CallContext context) {
    boolean strict = change.options().strict();
    return switch (change.status()) {
      case DRAFT ->
          publishing
              .remarks(writing, change.from().id(), change.document(), strict)
              .compose(remarks -> keepDraft(writing, change).map(remarks))
              .compose(remarks -> unchanged(change, remarks));
      case PUBLISHED ->
          publishing
              .prepare(writing, change.from().id(), change.document(), strict)
              .compose(publication -> publish(writing, change, publication, context));
      case DEPRECATED -> throw fixed("Only a published schema is deprecated; delete the draft.");
    };
  }

  private static Future<Void> keepDraft(Writing writing, SchemaChange change) {
    return change.options().dryRun()
        ? Future.succeededFuture()
        : writing.update(change.to(change.from().version()));
  }

  private static Future<Announcement<SchemaReceipt>> publish(
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

  private Future<Announcement<SchemaReceipt>> applyToDeprecated(
      Writing writing, SchemaChange change, CallContext context) {
    if (change.changesNothing()) {
      return unchanged(change, List.of());
    }
    return change.status() == SchemaStatus.PUBLISHED
        ? turn(writing, change, context)
        : Future.failedFuture(fixed("A deprecated schema cannot become a draft again."));
  }

  /** Between published and deprecated; the document stays, and so do the version and the types. */
  private static Future<Announcement<SchemaReceipt>> turn(
      Writing writing, SchemaChange change, CallContext context) {
    if (!change.sameDocument()) {
      throw fixed("Change document and status one after the other; a published one may change.");
    }
    if (change.options().dryRun()) {
      return unchanged(change, List.of());
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
                  .map(done -> new Announcement<>(CreateSchema.receipt(to.id(), List.of()), fact));
            });
  }

  static Future<Announcement<SchemaReceipt>> store(
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

  private static Future<Announcement<SchemaReceipt>> unchanged(
      SchemaChange change, List<Violation> warnings) {
    return Future.succeededFuture(
        new Announcement<>(CreateSchema.receipt(change.from().id(), warnings), null));
  }

  private static RuntimeException fixed(String message) {
    return SchemaFailures.conflict("schema.status.fixed", message);
  }
}

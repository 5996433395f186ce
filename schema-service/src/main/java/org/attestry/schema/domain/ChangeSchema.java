package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.ChangeSchemaRequest;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaChanged;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaReceipt;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.runtime.facts.Facts;
import org.attestry.schema.domain.SchemaStore.Writing;
import org.attestry.schema.domain.document.SchemaDocument;

/**
 * Changes a schema's document, its status, or both. A draft may be changed freely and published; a
 * published one gets a new version, or is deprecated; a deprecated one stays as it is.
 */
public final class ChangeSchema {

  private final SchemaStore store;
  private final Publishing publishing;
  private final Registry registry;

  public ChangeSchema(SchemaStore store, Publishing publishing, Registry registry) {
    this.store = store;
    this.publishing = publishing;
    this.registry = registry;
  }

  public Future<SchemaReceipt> change(ChangeSchemaRequest request, CallContext context) {
    String caller = SchemaAccess.requireAdmin(context);
    UUID id = SchemaFailures.id(request.id());
    return store
        .exclusively(
            writing ->
                writing
                    .find(id)
                    .map(found -> found.orElseThrow(SchemaFailures::unknown))
                    .compose(schema -> wanted(schema, request, caller))
                    .compose(change -> apply(writing, change, context)))
        .compose(announcement -> announcement.make(registry, context));
  }

  private Future<Change> wanted(Schema from, ChangeSchemaRequest request, String caller) {
    if (request.name() != null && !request.name().equals(from.name())) {
      throw SchemaFailures.conflict(
          "schema.name.fixed",
          "A schema keeps its name; leave 'name' out, or create another schema.");
    }
    SchemaStatus status = request.status() == null ? from.status() : request.status();
    String text =
        request.schema() == null ? from.document() : CreateSchema.checkedDocument(request.schema());
    return publishing
        .read(from.name(), text)
        .map(document -> new Change(from, document, text, status, caller));
  }

  private Future<Announcement<SchemaReceipt>> apply(
      Writing writing, Change change, CallContext context) {
    return switch (change.from().status()) {
      case DRAFT -> applyToDraft(writing, change, context);
      case PUBLISHED -> applyToPublished(writing, change, context);
      case DEPRECATED -> {
        if (!change.changesNothing()) {
          throw fixed("A deprecated schema stays as it is; create another one.");
        }
        yield unchanged(change, List.of());
      }
    };
  }

  private Future<Announcement<SchemaReceipt>> applyToDraft(
      Writing writing, Change change, CallContext context) {
    return switch (change.status()) {
      case DRAFT ->
          writing
              .update(change.to(change.from().version()))
              .compose(stored -> publishing.remarks(writing, change.from().id(), change.document()))
              .compose(remarks -> unchanged(change, remarks));
      case PUBLISHED -> {
        Schema to = change.to(change.from().version());
        yield publishing
            .prepare(writing, to.id(), change.document())
            .compose(publication -> writing.nextRevision().map(publication::at))
            .compose(
                publication ->
                    store(
                        writing,
                        to,
                        publication,
                        CreateSchema.published(to, publication, context)));
      }
      case DEPRECATED -> throw fixed("Only a published schema is deprecated; delete the draft.");
    };
  }

  private Future<Announcement<SchemaReceipt>> applyToPublished(
      Writing writing, Change change, CallContext context) {
    return switch (change.status()) {
      case DRAFT -> throw fixed("A published schema cannot become a draft again.");
      case PUBLISHED -> renew(writing, change, context);
      case DEPRECATED -> deprecate(writing, change, context);
    };
  }

  /** A new version; what was read and sent back is none. */
  private Future<Announcement<SchemaReceipt>> renew(
      Writing writing, Change change, CallContext context) {
    UUID id = change.from().id();
    return writing
        .typesOf(id)
        .compose(
            before ->
                publishing
                    .prepare(writing, id, change.document())
                    .compose(
                        publication -> {
                          if (change.changesNothing()
                              && publication.types().equals(Publication.at(0, before))) {
                            return unchanged(change, publication.warnings());
                          }
                          return unlessInUse(before, publication, context)
                              .compose(free -> renew(writing, change, publication, context));
                        }));
  }

  private Future<Announcement<SchemaReceipt>> renew(
      Writing writing, Change change, Publication publication, CallContext context) {
    Schema to = change.to(change.from().version() + 1);
    return writing
        .nextRevision()
        .map(publication::at)
        .compose(at -> store(writing, to, at, changed(to, at.types(), context)));
  }

  /** A type that leaves the document must have no entities. */
  private Future<Void> unlessInUse(
      List<EntityType> before, Publication publication, CallContext context) {
    List<String> leaving =
        before.stream()
            .map(EntityType::name)
            .filter(name -> !publication.typeNames().contains(name))
            .toList();
    return InUse.refuse(registry, leaving, context);
  }

  private Future<Announcement<SchemaReceipt>> deprecate(
      Writing writing, Change change, CallContext context) {
    if (!change.sameDocument()) {
      throw fixed("Change the document first, and deprecate the schema then.");
    }
    Schema to = change.to(change.from().version());
    return writing
        .typesOf(to.id())
        .compose(types -> writing.nextRevision().map(revision -> Publication.at(revision, types)))
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

  private static Future<Announcement<SchemaReceipt>> store(
      Writing writing, Schema to, Publication publication, Fact fact) {
    return writing.update(to).compose(stored -> CreateSchema.keep(writing, to, publication, fact));
  }

  private static Fact changed(Schema to, List<EntityType> types, CallContext context) {
    String id = to.id().toString();
    return Facts.of(
        SchemaFacts.SCHEMA_CHANGED,
        id,
        new SchemaChanged(id, to.name(), to.version(), to.status(), types),
        context);
  }

  private static Future<Announcement<SchemaReceipt>> unchanged(
      Change change, List<Violation> warnings) {
    return Future.succeededFuture(
        new Announcement<>(CreateSchema.receipt(change.from().id(), warnings), null));
  }

  private static RuntimeException fixed(String message) {
    return SchemaFailures.conflict("schema.status.fixed", message);
  }

  private record Change(
      Schema from, SchemaDocument document, String text, SchemaStatus status, String caller) {

    boolean sameDocument() {
      return text.equals(from.document());
    }

    boolean changesNothing() {
      return sameDocument() && status == from.status();
    }

    Schema to(int version) {
      return from.changed(document.title(), text, status, version, caller);
    }
  }
}

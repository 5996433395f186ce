package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.schema.CreateSchemaRequest;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaPublished;
import org.attestry.contracts.schema.SchemaReceipt;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.runtime.facts.Facts;
import org.attestry.runtime.facts.Ids;
import org.attestry.schema.domain.SchemaStore.Writing;
import org.attestry.schema.domain.document.Remarks;
import org.attestry.schema.domain.document.SchemaDocument;

/** Stores a new schema and, if it is to be published, its types. */
public final class CreateSchema {

  private static final int LONGEST_NAME = 100;

  private final SchemaStore store;
  private final PublicationCompiler publishing;
  private final SchemaCalls calls;

  public CreateSchema(SchemaStore store, PublicationCompiler publishing, EntityRegistry registry) {
    this.store = store;
    this.publishing = publishing;
    this.calls = new SchemaCalls(store, registry);
  }

  public Future<SchemaReceipt> handle(CreateSchemaRequest request, CallContext context) {
    String caller = SchemaAccess.requireAdmin(context);
    String name = checkedName(request.name());
    String text = checkedDocument(request.schema());
    SchemaStatus status = checkedStatus(request.status());
    UUID id = Ids.next();
    return publishing
        .read(name, text, context)
        .compose(
            document ->
                calls.once(
                    context,
                    SchemaReceipt.class,
                    () ->
                        create(
                            Schema.made(id, name, document.title(), text, status, caller),
                            document,
                            request,
                            context)));
  }

  private Future<AfterCommit<SchemaReceipt>> create(
      Schema schema, SchemaDocument document, CreateSchemaRequest request, CallContext context) {
    return publishing
        .lint(schema.id(), document, context)
        .compose(
            linted ->
                schema.isDraft()
                    ? keepDraft(schema, linted.remarks(request.strict()), request.dryRun(), context)
                    : publishing
                        .tryTemplates(linted.publication(request.strict()), document, context)
                        .compose(tried -> publish(schema, tried, request.dryRun(), context)));
  }

  private Future<AfterCommit<SchemaReceipt>> keepDraft(
      Schema schema, Remarks remarks, boolean dryRun, CallContext context) {
    AfterCommit<SchemaReceipt> kept = new AfterCommit<>(receipt(schema.id(), remarks), null);
    return dryRun
        ? Future.succeededFuture(wouldBe(remarks))
        : store.once(
            context.callId(), SchemaReceipt.class, writing -> writing.insert(schema).map(kept));
  }

  private Future<AfterCommit<SchemaReceipt>> publish(
      Schema schema, Publication publication, boolean dryRun, CallContext context) {
    return store.once(
        context.callId(),
        SchemaReceipt.class,
        writing ->
            PublicationCompiler.unlessMovedOrTaken(writing, schema.id(), publication)
                .compose(
                    free ->
                        dryRun
                            ? Future.succeededFuture(wouldBe(publication.warnings()))
                            : writing
                                .insert(schema)
                                .compose(
                                    stored -> publish(writing, schema, publication, context))));
  }

  /** What would be warned of; it fails as the real thing would, but for a name that is taken. */
  private static AfterCommit<SchemaReceipt> wouldBe(Remarks warnings) {
    return new AfterCommit<>(
        new SchemaReceipt(null, warnings.listed(), warnings.more(), null), null);
  }

  private static Future<AfterCommit<SchemaReceipt>> publish(
      Writing writing, Schema schema, Publication publication, CallContext context) {
    return writing
        .nextRevision()
        .map(publication::at)
        .compose(at -> keep(writing, schema, at, published(schema, at, context)));
  }

  /** Keeps what a publication makes of a schema that is already stored. */
  static Future<AfterCommit<SchemaReceipt>> keep(
      Writing writing, Schema schema, Publication publication, Fact fact) {
    return writing
        .keepVersion(schema)
        .compose(kept -> writing.replaceTypes(schema.id(), publication.types()))
        .compose(kept -> writing.replacePins(schema.id(), publication.pins()))
        .compose(kept -> writing.publish(fact))
        .map(new AfterCommit<>(receipt(schema.id(), publication.warnings()), fact));
  }

  static Fact published(Schema schema, Publication publication, CallContext context) {
    String id = schema.id().toString();
    return Facts.of(
        SchemaFacts.SCHEMA_PUBLISHED,
        id,
        new SchemaPublished(id, schema.name(), schema.version(), publication.types()),
        context);
  }

  static SchemaReceipt receipt(UUID id, Remarks warnings) {
    return new SchemaReceipt(id.toString(), warnings.listed(), warnings.more(), null);
  }

  private static String checkedName(String name) {
    if (name == null
        || name.isBlank()
        || name.length() > LONGEST_NAME
        || name.chars().anyMatch(Character::isISOControl)) {
      throw Failure.invalid(
              "schema.name.invalid",
              "/name",
              "required",
              "A schema needs a name of up to %d characters.".formatted(LONGEST_NAME))
          .exception();
    }
    return name;
  }

  static String checkedDocument(String text) {
    if (text == null || text.isBlank()) {
      throw Failure.invalid(
              "schema.document.missing",
              "/schema",
              "required",
              "The member 'schema' must be a JSON Schema document, serialized as a string.")
          .exception();
    }
    return text;
  }

  private static SchemaStatus checkedStatus(SchemaStatus status) {
    if (status == SchemaStatus.DEPRECATED) {
      throw Failure.invalid(
              "schema.status.invalid", "/status", "status", "A new schema is DRAFT or PUBLISHED.")
          .exception();
    }
    return status == null ? SchemaStatus.DRAFT : status;
  }
}

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
import org.attestry.schema.domain.SchemaStore.Writer;
import org.attestry.schema.domain.document.Remarks;
import org.attestry.schema.domain.document.SchemaDocument;

/** Stores a new schema and, when it is published, its types. */
public final class CreateSchema {

  private static final int LONGEST_NAME = 100;

  private final SchemaStore store;
  private final PublicationCompiler compiler;
  private final IdempotentChange changes;

  public CreateSchema(SchemaStore store, PublicationCompiler compiler, EntityRegistry registry) {
    this.store = store;
    this.compiler = compiler;
    this.changes = new IdempotentChange(store, registry);
  }

  public Future<SchemaReceipt> handle(CreateSchemaRequest request, CallContext context) {
    String caller = SchemaAccess.requireAdmin(context);
    String name = checkedName(request.name());
    String text = checkedDocument(request.schema());
    SchemaStatus status = checkedStatus(request.status());
    UUID id = Ids.next();
    return compiler
        .read(name, text, context)
        .compose(
            document ->
                changes.once(
                    context,
                    SchemaReceipt.class,
                    () ->
                        create(
                            Schema.made(id, name, document.title(), text, status, caller),
                            document,
                            request,
                            context)));
  }

  private Future<Outcome<SchemaReceipt>> create(
      Schema schema, SchemaDocument document, CreateSchemaRequest request, CallContext context) {
    return compiler
        .lint(schema.id(), document, context)
        .compose(
            linted ->
                schema.isDraft()
                    ? storeDraft(
                        schema, linted.remarks(request.strict()), request.dryRun(), context)
                    : compiler
                        .checkTemplates(linted.publication(request.strict()), document, context)
                        .compose(checked -> publish(schema, checked, request.dryRun(), context)));
  }

  private Future<Outcome<SchemaReceipt>> storeDraft(
      Schema schema, Remarks remarks, boolean dryRun, CallContext context) {
    Outcome<SchemaReceipt> kept = new Outcome<>(receipt(schema.id(), remarks), null);
    return dryRun
        ? Future.succeededFuture(dryRunReply(remarks))
        : store.once(
            context.callId(), SchemaReceipt.class, writer -> writer.insert(schema).map(kept));
  }

  private Future<Outcome<SchemaReceipt>> publish(
      Schema schema, Publication publication, boolean dryRun, CallContext context) {
    return store.once(
        context.callId(),
        SchemaReceipt.class,
        writer ->
            PublicationCompiler.requireCurrentAndFree(writer, schema.id(), publication)
                .compose(
                    free ->
                        dryRun
                            ? Future.succeededFuture(dryRunReply(publication.warnings()))
                            : writer
                                .insert(schema)
                                .compose(stored -> publish(writer, schema, publication, context))));
  }

  /**
   * The reply to a dry run: warnings. Unlike a real creation it does not fail for a name that is
   * taken.
   */
  private static Outcome<SchemaReceipt> dryRunReply(Remarks warnings) {
    return new Outcome<>(new SchemaReceipt(null, warnings.listed(), warnings.more(), null), null);
  }

  private static Future<Outcome<SchemaReceipt>> publish(
      Writer writer, Schema schema, Publication publication, CallContext context) {
    return writer
        .nextRevision()
        .map(publication::at)
        .compose(at -> storePublication(writer, schema, at, published(schema, at, context)));
  }

  /** Stores version, types and pins of a publication whose schema is already stored. */
  static Future<Outcome<SchemaReceipt>> storePublication(
      Writer writer, Schema schema, Publication publication, Fact fact) {
    return writer
        .insertVersion(schema)
        .compose(kept -> writer.replaceTypes(schema.id(), publication.types()))
        .compose(kept -> writer.replacePins(schema.id(), publication.pins()))
        .compose(kept -> writer.publish(fact))
        .map(new Outcome<>(receipt(schema.id(), publication.warnings()), fact));
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

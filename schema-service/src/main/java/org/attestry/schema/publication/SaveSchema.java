package org.attestry.schema.publication;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.ListedViolations;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaFacts.SchemaChanged;
import org.attestry.contracts.schema.SchemaFacts.SchemaPublished;
import org.attestry.contracts.schema.SchemaOperations.SchemaReceipt;
import org.attestry.runtime.outbox.Facts;
import org.attestry.schema.document.SchemaDocument;
import org.attestry.schema.stored.IdempotentChange;
import org.attestry.schema.stored.Outcome;
import org.attestry.schema.stored.PgSchemaStore;
import org.attestry.schema.stored.PgSchemaStore.Writer;
import org.attestry.schema.stored.Schema;
import org.attestry.schema.stored.SchemaChange;
import org.attestry.schema.stored.SchemaFailures;

/** Checks a document and stores it as a draft, or publishes it. */
record SaveSchema(PgSchemaStore store, PublicationCompiler compiler) {

  /**
   * Stores a draft or publishes a first version.
   *
   * @param from the stored draft, or null for a new schema
   * @param to the schema to store
   */
  Future<Outcome<SchemaReceipt>> save(
      Schema from,
      Schema to,
      SchemaDocument document,
      SchemaChange.Options options,
      CallContext context) {
    return compiler
        .lint(to.id(), document, context)
        .compose(
            linted ->
                to.isDraft()
                    ? storeDraft(from, to, linted.remarks(options.strict()), options, context)
                    : compiler
                        .checkTemplates(linted.publication(options.strict()), document, context)
                        .map(checked -> checked.checked(options.strict()))
                        .compose(checked -> compiler.pinCertificates(checked, document, context))
                        .map(pinned -> pinned.checked(options.strict()))
                        .compose(
                            pinned ->
                                registerIssuers(pinned, options, context)
                                    .compose(_ -> publish(from, to, pinned, options, context))));
  }

  private Future<Void> registerIssuers(
      Publication publication, SchemaChange.Options options, CallContext context) {
    return options.dryRun()
        ? Future.succeededFuture()
        : compiler.registerIssuers(publication, context);
  }

  private Future<Outcome<SchemaReceipt>> storeDraft(
      Schema from,
      Schema to,
      ListedViolations remarks,
      SchemaChange.Options options,
      CallContext context) {
    return options.dryRun()
        ? unchanged(from, remarks)
        : store.once(
            context.callId(),
            SchemaReceipt.class,
            writer ->
                requireCurrent(writer, from)
                    .compose(same -> write(writer, from, to))
                    .map(new Outcome<>(receipt(to, remarks), null)));
  }

  private Future<Outcome<SchemaReceipt>> publish(
      Schema from,
      Schema to,
      Publication publication,
      SchemaChange.Options options,
      CallContext context) {
    return store.once(
        context.callId(),
        SchemaReceipt.class,
        writer ->
            requirePublishable(writer, from, to, publication)
                .compose(
                    free ->
                        options.dryRun()
                            ? unchanged(from, publication.warnings())
                            : publish(writer, from, to, publication, context)));
  }

  /**
   * Writes the schema with its version, types and pins at the next revision.
   *
   * @param from the stored schema, or null for a new one
   */
  static Future<Outcome<SchemaReceipt>> publish(
      Writer writer, Schema from, Schema to, Publication publication, CallContext context) {
    return writer
        .nextRevision()
        .map(publication::at)
        .compose(
            at -> {
              boolean first = from == null || from.isDraft();
              Fact fact =
                  first ? published(to, at.types(), context) : changed(to, at.types(), context);
              return write(writer, from, to)
                  .compose(written -> writer.insertVersion(to))
                  .compose(kept -> writer.replaceTypes(to.id(), at.types()))
                  .compose(kept -> writer.replacePins(to.id(), at.pins()))
                  .compose(kept -> writer.publish(fact))
                  .map(new Outcome<>(receipt(to, at.warnings()), fact));
            });
  }

  private static Future<Void> write(Writer writer, Schema from, Schema to) {
    return from == null ? writer.insert(to) : writer.update(to);
  }

  /**
   * Fails if the schema changed since it was read.
   *
   * @param from null for a new schema
   */
  static Future<Void> requireCurrent(Writer writer, Schema from) {
    return from == null
        ? Future.succeededFuture()
        : writer
            .find(from.id())
            .map(
                found -> {
                  if (!found.orElseThrow(SchemaFailures::unknown).equals(from)) {
                    throw SchemaFailures.changedMeanwhile();
                  }
                  return null;
                });
  }

  /**
   * Fails if the schema or a referenced one has changed since it was read, in which case {@link
   * IdempotentChange} retries, and fails if another schema has published a type of the same name.
   */
  static Future<Void> requirePublishable(
      Writer writer, Schema from, Schema to, Publication publication) {
    return requireCurrent(writer, from)
        .compose(same -> writer.libraries(publication.libraries().keySet(), to.id()))
        .compose(
            libraries -> {
              if (!libraries.equals(publication.libraries())) {
                throw SchemaFailures.changedMeanwhile();
              }
              return writer.publishedByOthers(publication.typeNames(), to.id());
            })
        .map(
            taken -> {
              if (!taken.isEmpty()) {
                throw SchemaFailures.typesTaken(taken);
              }
              return null;
            });
  }

  private static Fact published(Schema schema, List<EntityType> types, CallContext context) {
    String id = schema.id().toString();
    return Facts.of(
        SchemaFacts.SCHEMA_PUBLISHED,
        id,
        new SchemaPublished(id, schema.name(), schema.version(), types),
        context);
  }

  static Fact changed(Schema schema, List<EntityType> types, CallContext context) {
    String id = schema.id().toString();
    return Facts.of(
        SchemaFacts.SCHEMA_CHANGED,
        id,
        new SchemaChanged(id, schema.name(), schema.version(), schema.status(), types),
        context);
  }

  /** Returns the outcome of a dry run, or of a change without an effect. */
  static Future<Outcome<SchemaReceipt>> unchanged(Schema stored, ListedViolations warnings) {
    return Future.succeededFuture(new Outcome<>(receipt(stored, warnings), null));
  }

  /**
   * @param stored null for a schema that is not stored
   */
  static SchemaReceipt receipt(Schema stored, ListedViolations warnings) {
    String id = stored == null ? null : stored.id().toString();
    return new SchemaReceipt(id, warnings.listed(), warnings.more(), null);
  }
}

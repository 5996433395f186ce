package org.attestry.schema.publication;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.ListedViolations;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaChangeReport;
import org.attestry.contracts.schema.SchemaOperations.SchemaReceipt;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.schema.change.TypeChange;
import org.attestry.schema.stored.BusEntityRegistry;
import org.attestry.schema.stored.Outcome;
import org.attestry.schema.stored.PgSchemaStore;
import org.attestry.schema.stored.Schema;
import org.attestry.schema.stored.SchemaChange;
import org.attestry.schema.stored.SchemaFailures;

/**
 * Publishes the next version of a schema, in three steps: compile the document and compare its
 * types with the current ones; check the stored entities, which may take long; write, unless the
 * schema or a referenced one has changed meanwhile. The two slow steps, compiling and checking, do
 * not hold the lock.
 */
final class PublishNewVersion {

  private final PgSchemaStore store;
  private final PublicationCompiler compiler;
  private final BusEntityRegistry registry;
  private final Compatibility compatibility;

  PublishNewVersion(PgSchemaStore store, PublicationCompiler compiler, BusEntityRegistry registry) {
    this.store = store;
    this.compiler = compiler;
    this.registry = registry;
    this.compatibility = new Compatibility(registry);
  }

  Future<Outcome<SchemaReceipt>> publish(SchemaChange change, CallContext context) {
    return plan(change, context)
        .compose(
            plan ->
                plan.changesNothing()
                    ? Future.succeededFuture(
                        new Outcome<>(plan.receipt(plan.warnings(), null), null))
                    : compiler
                        .checkTemplates(plan.publication(), change.document(), context)
                        .compose(checked -> check(plan.with(checked), context)));
  }

  private Future<Plan> plan(SchemaChange change, CallContext context) {
    return compiler
        .lint(change.from().id(), change.document(), context)
        .compose(
            linted ->
                compiler.pinCertificates(linted.publication(false), change.document(), context))
        .compose(
            publication ->
                store
                    .exclusively(
                        writer ->
                            SaveSchema.requirePublishable(
                                    writer, change.from(), change.from(), publication)
                                .compose(free -> writer.typesOf(change.from().id())))
                    .compose(
                        before ->
                            compiler
                                .compare(before, publication, change.document(), context)
                                .map(types -> new Plan(change, publication, before, types))));
  }

  private Future<Outcome<SchemaReceipt>> check(Plan plan, CallContext context) {
    SchemaChange.Options options = plan.change().options();
    if (options.strict() && !plan.warnings().isEmpty()) {
      throw SchemaFailures.warned(plan.warnings());
    }
    return compatibility
        .check(plan.types(), plan.removed(), options.narrow(), context)
        .compose(
            verdict -> {
              ListedViolations warnings = plan.warnings().and(verdict.warnings());
              SchemaReceipt reply = plan.receipt(warnings, verdict.report());
              if (options.dryRun()) {
                return Future.succeededFuture(new Outcome<>(reply, null));
              }
              if (verdict.refusal() != null) {
                return Future.failedFuture(verdict.refusal().exception());
              }
              return prepare(plan, context)
                  .compose(ready -> write(plan, plan.receipt(warnings, null), context));
            });
  }

  /**
   * Registers the issuers, creates the unique constraints, and closes removed types for new
   * entities, before the write.
   */
  private Future<Void> prepare(Plan plan, CallContext context) {
    List<TypeChange> unique = plan.types().stream().filter(TypeChange::addsUnique).toList();
    return compiler
        .registerIssuers(plan.publication(), context)
        .compose(_ -> AsyncLoop.each(unique, type -> registry.prepareType(type.after(), context)))
        .compose(done -> TypesInUse.requireNone(registry, plan.removed(), context));
  }

  private Future<Outcome<SchemaReceipt>> write(
      Plan plan, SchemaReceipt receipt, CallContext context) {
    Schema from = plan.change().from();
    return store.once(
        context.callId(),
        SchemaReceipt.class,
        writer ->
            SaveSchema.requirePublishable(writer, from, from, plan.publication())
                .compose(
                    free -> {
                      Schema to = plan.change().to(from.version() + 1);
                      return SaveSchema.publish(writer, from, to, plan.publication(), context);
                    })
                .map(written -> new Outcome<>(receipt, written.fact())));
  }

  /**
   * @param before the current types
   * @param types the changes of the types that are not removed
   */
  private record Plan(
      SchemaChange change,
      Publication publication,
      List<EntityType> before,
      List<TypeChange> types) {

    /** Returns the same plan with another form of the publication. */
    Plan with(Publication checked) {
      return new Plan(change, checked, before, types);
    }

    /** Whether the document, its status and all referenced documents are the same as before. */
    boolean changesNothing() {
      return change.changesNothing()
          && publication.types().equals(Publication.at(0, before, false));
    }

    List<String> removed() {
      return before.stream()
          .map(EntityType::name)
          .filter(name -> !publication.typeNames().contains(name))
          .toList();
    }

    ListedViolations warnings() {
      ListedViolations warnings = publication.warnings();
      for (TypeChange type : types) {
        warnings = warnings.and(type.warnings());
      }
      return warnings;
    }

    SchemaReceipt receipt(ListedViolations warnings, SchemaChangeReport report) {
      return new SchemaReceipt(
          change.from().id().toString(), warnings.listed(), warnings.more(), report);
    }
  }
}

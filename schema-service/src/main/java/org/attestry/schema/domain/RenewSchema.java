package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaChangeReport;
import org.attestry.contracts.schema.SchemaReceipt;
import org.attestry.schema.domain.SchemaStore.Writing;
import org.attestry.schema.domain.change.TypeChange;
import org.attestry.schema.domain.document.Remarks;

/**
 * Gives a published schema its next version. Three steps: what the new document would make of the
 * types; what the stored entities say of it, which may take long and holds up nobody; the write,
 * unless the schema or what it references is no longer what it was in the first step. A lock is
 * held by the writes alone.
 */
final class RenewSchema {

  private final SchemaStore store;
  private final PublicationCompiler publishing;
  private final EntityRegistry registry;
  private final Compatibility compatibility;

  RenewSchema(SchemaStore store, PublicationCompiler publishing, EntityRegistry registry) {
    this.store = store;
    this.publishing = publishing;
    this.registry = registry;
    this.compatibility = new Compatibility(registry);
  }

  Future<AfterCommit<SchemaReceipt>> renew(SchemaChange change, CallContext context) {
    return plan(change, context)
        .compose(
            plan ->
                plan.changesNothing()
                    ? Future.succeededFuture(
                        new AfterCommit<>(plan.receipt(plan.warnings(), null), null))
                    : publishing
                        .tryTemplates(plan.publication(), change.document(), context)
                        .compose(tried -> judge(plan, context)));
  }

  private Future<Plan> plan(SchemaChange change, CallContext context) {
    return publishing
        .lint(change.from().id(), change.document(), context)
        .map(linted -> linted.publication(false))
        .compose(
            publication ->
                store
                    .exclusively(writing -> typesBefore(writing, change, publication))
                    .compose(
                        before ->
                            publishing
                                .compare(before, publication, change.document(), context)
                                .map(types -> new Plan(change, publication, before, types))));
  }

  private static Future<List<EntityType>> typesBefore(
      Writing writing, SchemaChange change, Publication publication) {
    UUID id = change.from().id();
    return ChangeSchema.unlessMoved(writing, change.from())
        .compose(same -> PublicationCompiler.unlessMovedOrTaken(writing, id, publication))
        .compose(free -> writing.typesOf(id));
  }

  private Future<AfterCommit<SchemaReceipt>> judge(Plan plan, CallContext context) {
    SchemaChange.Options options = plan.change().options();
    if (options.strict() && !plan.warnings().isEmpty()) {
      throw SchemaFailures.warned(plan.warnings());
    }
    return compatibility
        .judge(plan.types(), plan.leaving(), options.narrow(), context)
        .compose(
            verdict -> {
              Remarks warnings = plan.warnings().and(verdict.warnings());
              SchemaReceipt told = plan.receipt(warnings, verdict.report());
              if (options.dryRun()) {
                return Future.succeededFuture(new AfterCommit<>(told, null));
              }
              if (verdict.refusal() != null) {
                return Future.failedFuture(verdict.refusal().exception());
              }
              return prepare(plan, context)
                  .compose(ready -> write(plan, plan.receipt(warnings, null), context));
            });
  }

  /** A new constraint holds before it is promised, and a type takes nothing new before it ends. */
  private Future<Void> prepare(Plan plan, CallContext context) {
    Future<Void> prepared = Future.succeededFuture();
    for (TypeChange type : plan.types()) {
      if (type.addsUnique()) {
        prepared = prepared.compose(done -> registry.prepareType(type.after(), context));
      }
    }
    return prepared.compose(done -> TypesInUse.refuse(registry, plan.leaving(), context));
  }

  private Future<AfterCommit<SchemaReceipt>> write(
      Plan plan, SchemaReceipt receipt, CallContext context) {
    SchemaChange change = plan.change();
    return store.once(
        context.callId(),
        SchemaReceipt.class,
        writing ->
            ChangeSchema.unlessMoved(writing, change.from())
                .compose(
                    same ->
                        PublicationCompiler.unlessMovedOrTaken(
                            writing, change.from().id(), plan.publication()))
                .compose(free -> write(writing, plan, context))
                .map(written -> new AfterCommit<>(receipt, written.fact())));
  }

  private static Future<AfterCommit<SchemaReceipt>> write(
      Writing writing, Plan plan, CallContext context) {
    Schema to = plan.change().to(plan.change().from().version() + 1);
    return writing
        .nextRevision()
        .map(plan.publication()::at)
        .compose(
            at ->
                ChangeSchema.store(writing, to, at, ChangeSchema.changed(to, at.types(), context)));
  }

  /**
   * @param before the types as they are
   * @param types what becomes of each type that stays
   */
  private record Plan(
      SchemaChange change,
      Publication publication,
      List<EntityType> before,
      List<TypeChange> types) {

    /** What was read and sent back, with everything that it references as it was. */
    boolean changesNothing() {
      return change.changesNothing()
          && publication.types().equals(Publication.at(0, before, false));
    }

    List<String> leaving() {
      return before.stream()
          .map(EntityType::name)
          .filter(name -> !publication.typeNames().contains(name))
          .toList();
    }

    Remarks warnings() {
      Remarks warnings = publication.warnings();
      for (TypeChange type : types) {
        warnings = warnings.and(type.warnings());
      }
      return warnings;
    }

    SchemaReceipt receipt(Remarks warnings, SchemaChangeReport report) {
      return new SchemaReceipt(
          change.from().id().toString(), warnings.listed(), warnings.more(), report);
    }
  }
}

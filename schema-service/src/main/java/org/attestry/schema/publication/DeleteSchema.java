package org.attestry.schema.publication;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaFacts.SchemaDeleted;
import org.attestry.contracts.schema.SchemaOperations.DeleteSchemaRequest;
import org.attestry.contracts.schema.SchemaView;
import org.attestry.runtime.outbox.Facts;
import org.attestry.schema.stored.BusEntityRegistry;
import org.attestry.schema.stored.IdempotentChange;
import org.attestry.schema.stored.Outcome;
import org.attestry.schema.stored.PgSchemaStore;
import org.attestry.schema.stored.PgSchemaStore.Writer;
import org.attestry.schema.stored.Schema;
import org.attestry.schema.stored.SchemaAccess;
import org.attestry.schema.stored.SchemaFailures;

/** Deletes a schema on which no stored entity and no other schema depends. */
public final class DeleteSchema {

  private final PgSchemaStore store;
  private final BusEntityRegistry registry;
  private final IdempotentChange changes;

  public DeleteSchema(PgSchemaStore store, BusEntityRegistry registry) {
    this.store = store;
    this.registry = registry;
    this.changes = new IdempotentChange(store, registry);
  }

  /** Returns the deleted record. */
  public Future<SchemaView> handle(DeleteSchemaRequest request, CallContext context) {
    SchemaAccess.requireAdmin(context);
    UUID id = SchemaFailures.id(request.id());
    return changes.once(context, SchemaView.class, () -> delete(id, context));
  }

  private Future<Outcome<SchemaView>> delete(UUID id, CallContext context) {
    return store
        .find(id)
        .map(found -> found.orElseThrow(SchemaFailures::unknown))
        .compose(
            schema ->
                (schema.isDraft()
                        ? Future.succeededFuture(List.<String>of())
                        : closeTypes(id, context))
                    .compose(
                        types ->
                            store.once(
                                context.callId(),
                                SchemaView.class,
                                writer -> delete(writer, schema, types, context))));
  }

  /**
   * Closes the schema's types for new entities and returns the types' names; called before the lock
   * is acquired.
   */
  private Future<List<String>> closeTypes(UUID id, CallContext context) {
    return store
        .dependents(id)
        .compose(DeleteSchema::requireUnreferenced)
        .compose(free -> store.typesOf(id))
        .map(types -> types.stream().map(EntityType::name).toList())
        .compose(types -> TypesInUse.requireNone(registry, types, context).map(types));
  }

  private static Future<Outcome<SchemaView>> delete(
      Writer writer, Schema schema, List<String> types, CallContext context) {
    return SaveSchema.requireCurrent(writer, schema)
        .compose(same -> writer.dependents(schema.id()))
        .compose(DeleteSchema::requireUnreferenced)
        .compose(
            free ->
                schema.isDraft()
                    ? writer.delete(schema.id()).map(new Outcome<>(schema.view(), null))
                    : deletePublished(writer, schema, types, context));
  }

  private static Future<Outcome<SchemaView>> deletePublished(
      Writer writer, Schema schema, List<String> types, CallContext context) {
    String id = schema.id().toString();
    return writer
        .nextRevision()
        .compose(
            revision -> {
              SchemaDeleted deleted = new SchemaDeleted(id, schema.name(), revision, types);
              Fact fact = Facts.of(SchemaFacts.SCHEMA_DELETED, id, deleted, context);
              return writer
                  .delete(schema.id())
                  .compose(_ -> writer.publish(fact))
                  .map(new Outcome<>(schema.view(), fact));
            });
  }

  private static Future<Void> requireUnreferenced(List<String> dependents) {
    if (!dependents.isEmpty()) {
      throw SchemaFailures.conflict(
          "schema.referenced",
          "The schema is referenced by %s; delete or change these first."
              .formatted(SchemaFailures.named(dependents)));
    }
    return Future.succeededFuture();
  }
}

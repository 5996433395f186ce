package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.schema.DeleteSchemaRequest;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaDeleted;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaView;
import org.attestry.runtime.facts.Facts;
import org.attestry.schema.domain.SchemaStore.Writing;

/** Deletes a schema of whose types no entity is stored and that no other schema references. */
public final class DeleteSchema {

  private final SchemaStore store;
  private final EntityRegistry registry;
  private final SchemaCalls calls;

  public DeleteSchema(SchemaStore store, EntityRegistry registry) {
    this.store = store;
    this.registry = registry;
    this.calls = new SchemaCalls(store, registry);
  }

  /** Answers the deleted record. */
  public Future<SchemaView> handle(DeleteSchemaRequest request, CallContext context) {
    SchemaAccess.requireAdmin(context);
    UUID id = SchemaFailures.id(request.id());
    return calls.once(context, SchemaView.class, () -> delete(id, context));
  }

  private Future<AfterCommit<SchemaView>> delete(UUID id, CallContext context) {
    return store
        .find(id)
        .map(found -> found.orElseThrow(SchemaFailures::unknown))
        .compose(
            schema ->
                (schema.isDraft() ? Future.succeededFuture(List.<String>of()) : end(id, context))
                    .compose(
                        types ->
                            store.once(
                                context.callId(),
                                SchemaView.class,
                                writing -> delete(writing, schema, types, context))));
  }

  /** Makes sure that the schema's types may end; the registry is asked while no lock is held. */
  private Future<List<String>> end(UUID id, CallContext context) {
    return store
        .dependents(id)
        .compose(DeleteSchema::unlessReferenced)
        .compose(free -> store.typesOf(id))
        .map(types -> types.stream().map(EntityType::name).toList())
        .compose(types -> TypesInUse.refuse(registry, types, context).map(types));
  }

  private static Future<AfterCommit<SchemaView>> delete(
      Writing writing, Schema schema, List<String> types, CallContext context) {
    return ChangeSchema.unlessMoved(writing, schema)
        .compose(same -> writing.dependents(schema.id()))
        .compose(DeleteSchema::unlessReferenced)
        .compose(
            free ->
                schema.isDraft()
                    ? writing.delete(schema.id()).map(new AfterCommit<>(schema.view(), null))
                    : deletePublished(writing, schema, types, context));
  }

  private static Future<AfterCommit<SchemaView>> deletePublished(
      Writing writing, Schema schema, List<String> types, CallContext context) {
    return writing
        .nextRevision()
        .map(revision -> deleted(schema, revision, types, context))
        .compose(
            fact ->
                writing
                    .delete(schema.id())
                    .compose(gone -> writing.publish(fact))
                    .map(new AfterCommit<>(schema.view(), fact)));
  }

  private static Future<Void> unlessReferenced(List<String> dependents) {
    if (!dependents.isEmpty()) {
      throw SchemaFailures.conflict(
          "schema.referenced",
          "The schema is referenced by %s; delete or change these first."
              .formatted(SchemaFailures.named(dependents)));
    }
    return Future.succeededFuture();
  }

  private static Fact deleted(
      Schema schema, long revision, List<String> types, CallContext context) {
    String id = schema.id().toString();
    return Facts.of(
        SchemaFacts.SCHEMA_DELETED,
        id,
        new SchemaDeleted(id, schema.name(), revision, types),
        context);
  }
}

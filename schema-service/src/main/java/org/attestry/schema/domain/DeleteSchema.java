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
  private final Registry registry;

  public DeleteSchema(SchemaStore store, Registry registry) {
    this.store = store;
    this.registry = registry;
  }

  /** Answers the deleted record. */
  public Future<SchemaView> delete(DeleteSchemaRequest request, CallContext context) {
    SchemaAccess.requireAdmin(context);
    UUID id = SchemaFailures.id(request.id());
    return store
        .exclusively(
            writing ->
                writing
                    .find(id)
                    .map(found -> found.orElseThrow(SchemaFailures::unknown))
                    .compose(schema -> delete(writing, schema, context)))
        .compose(announcement -> announcement.make(registry, context));
  }

  private Future<Announcement<SchemaView>> delete(
      Writing writing, Schema schema, CallContext context) {
    if (schema.isDraft()) {
      return writing.delete(schema.id()).map(new Announcement<>(schema.view(), null));
    }
    return writing
        .dependents(schema.id())
        .compose(dependents -> unlessReferenced(dependents))
        .compose(free -> writing.typesOf(schema.id()))
        .map(types -> types.stream().map(EntityType::name).toList())
        .compose(
            types ->
                InUse.refuse(registry, types, context)
                    .compose(free -> writing.nextRevision())
                    .map(revision -> deleted(schema, revision, types, context)))
        .compose(
            fact ->
                writing
                    .delete(schema.id())
                    .compose(gone -> writing.publish(fact))
                    .map(new Announcement<>(schema.view(), fact)));
  }

  private static Future<Void> unlessReferenced(List<String> dependents) {
    if (!dependents.isEmpty()) {
      throw SchemaFailures.conflict(
          "schema.referenced",
          "The schema is referenced by %s; delete or change these first."
              .formatted(String.join(", ", dependents)));
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

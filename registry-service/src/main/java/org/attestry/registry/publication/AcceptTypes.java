package org.attestry.registry.publication;

import io.vertx.core.Future;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaFacts.SchemaDeleted;
import org.attestry.registry.catalogue.PgTypeStore;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Workers;

/**
 * Makes published types usable. A fact with a revision that is not newer changes nothing.
 *
 * @param workers the threads that compile definitions
 * @param changed notifies the other replicas
 * @param signing retries the credentials of these types that could not be signed
 * @param indexing builds indexes; completes when they are built or after a timeout, never fails
 */
public record AcceptTypes(
    PgTypeStore store,
    TypeCatalogue catalogue,
    Workers workers,
    Runnable changed,
    Function<List<String>, Future<Void>> signing,
    Supplier<Future<Void>> indexing) {

  /**
   * Publishes the schema's types and withdraws types that the schema no longer has. A type that is
   * known at this revision is not compiled again, because each fact arrives both over the bus and
   * from Kafka.
   */
  public Future<Void> accept(String schemaId, List<EntityType> types) {
    return catalogue
        .refresh()
        .compose(read -> publish(types.stream().filter(this::isNew).toList()))
        .compose(
            done -> types.isEmpty() ? Future.succeededFuture() : withdrawOthers(schemaId, types))
        .compose(done -> refreshAll())
        .compose(done -> signing.apply(names(types)))
        .compose(done -> indexing.get());
  }

  private static List<String> names(List<EntityType> types) {
    return types.stream().map(EntityType::name).toList();
  }

  private boolean isNew(EntityType type) {
    return catalogue.revisionOf(type.name()) < type.revision();
  }

  private Future<Void> publish(List<EntityType> types) {
    return types.isEmpty()
        ? Future.succeededFuture()
        : workers
            .run(() -> requireUsable(types))
            .compose(usable -> AsyncLoop.each(types, store::publish));
  }

  public Future<Void> withdraw(SchemaDeleted schema) {
    return store.withdraw(schema.types(), schema.revision()).compose(done -> refreshAll());
  }

  private Future<Void> withdrawOthers(String schemaId, List<EntityType> types) {
    long revision = types.stream().mapToLong(EntityType::revision).max().orElseThrow();
    List<String> names = names(types);
    return store
        .namesOf(schemaId)
        .map(known -> known.stream().filter(name -> !names.contains(name)).toList())
        .compose(
            gone ->
                gone.isEmpty() ? Future.<Void>succeededFuture() : store.withdraw(gone, revision));
  }

  private Future<Void> refreshAll() {
    return catalogue.refresh().onSuccess(done -> changed.run());
  }

  /** Fails if a definition does not compile, before anything is stored. */
  private static Void requireUsable(List<EntityType> types) {
    for (EntityType described : types) {
      PublishedType type = new PublishedType(described, 0);
      type.validator();
      type.config().attestationPolicies().forEach(type::inputValidator);
    }
    return null;
  }
}

package org.attestry.registry.entity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.access.View;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.claim.CurrentAttestors;
import org.attestry.registry.claim.DecidableClaims;
import org.attestry.registry.credential.PgDueCredentials;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.stored.EntityIds;
import org.attestry.registry.stored.EntityViews;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;

/** Reads an entity in the caller's view. */
public record VisibleEntities(
    TypeCatalogue types,
    PgEntityStore store,
    CurrentAttestors attestors,
    DecidableClaims claims,
    PgDueCredentials due,
    EntityMemory memory) {

  /** An entity and its type. */
  record TypedEntity(PublishedType type, StoredEntity entity) {}

  /**
   * An entity in the caller's view.
   *
   * @param seen the parts of the entity that the caller may see
   * @param withCredential whether the caller sees the credential of the content
   * @param withValues the attestations whose values, and the credential over them, the caller sees
   */
  record Seen(
      StoredEntity entity,
      ObjectNode seen,
      boolean withCredential,
      Predicate<Attestation> withValues) {}

  public Future<EntityView> readEntity(ReadEntityRequest request, CallContext context) {
    return view(request.type(), request.id(), context)
        .compose(
            found ->
                whyPending(found)
                    .compose(
                        why ->
                            memory.work(
                                context.deadline(),
                                () ->
                                    new EntityView(
                                        Json.write(found.seen()), found.entity().version(), why))));
  }

  /**
   * Returns why the content's credential is pending; null if it is not due or the caller does not
   * see it.
   */
  private Future<Failure> whyPending(Seen found) {
    return found.entity().credential().due() && found.withCredential()
        ? due.whyPending(found.entity().id(), PgDueCredentials.CONTENT)
        : Future.succeededFuture();
  }

  /**
   * Returns the entity, even if it is deleted. The calling use case must check access to it.
   *
   * @param tokenRule fails for a caller without a token if the operation needs one
   */
  Future<TypedEntity> find(
      String typeName, String id, BiConsumer<TypeConfig, Caller> tokenRule, CallContext context) {
    return types
        .require(typeName)
        .compose(
            type -> {
              tokenRule.accept(type.config(), context.caller());
              return store
                  .find(type, EntityIds.parse(id), context.deadline())
                  .map(found -> new TypedEntity(type, EntityIds.requireFound(found)));
            });
  }

  Future<Seen> view(String typeName, String id, CallContext context) {
    return find(typeName, id, AccessRules::requireTokenUnlessReadable, context)
        .compose(found -> view(found.type(), found.entity(), context));
  }

  private Future<Seen> view(PublishedType type, StoredEntity entity, CallContext context) {
    return entity.ownedBy(context.caller())
        ? view(type, entity, View.FULL, context)
        : attestors
            .current(type, context.caller())
            .map(caller -> AccessRules.read(type.config(), caller, entity.owners()))
            .compose(view -> view(type, entity, view, context));
  }

  private Future<Seen> view(
      PublishedType type, StoredEntity entity, View view, CallContext context) {
    EntityIds.requireActive(entity);
    return claims
        .in(type, List.of(entity), context)
        .compose(
            open ->
                memory.work(
                    context.deadline(),
                    () ->
                        new Seen(
                            entity,
                            open.view(entity, view),
                            EntityViews.showsCredential(type, view),
                            one -> open.showsValues(entity, view, one))));
  }
}

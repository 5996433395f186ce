package org.attestry.registry.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.CreateEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.InviteEntityRequest;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.credential.EntityCredentials;
import org.attestry.registry.document.NestedOsids;
import org.attestry.registry.document.SystemFields;
import org.attestry.registry.owners.EntityOwners;
import org.attestry.registry.owners.ProvisionedOwners;
import org.attestry.registry.stored.EntityFacts;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.stored.PgEntityStore.ChangeDetails;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.stored.TransactionalStep;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncCall;
import org.attestry.runtime.idempotency.KeyedRequests;
import org.attestry.runtime.idempotency.KeyedRequests.RequestAttempt;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.WriteOutcome;

/**
 * Creates entities, and invites others to complete them. Users and credentials are created before
 * the entity is stored, and withdrawn if it cannot be stored.
 */
public record NewEntities(
    TypeCatalogue types,
    KeyedRequests requests,
    EntityChecks checks,
    PgEntityStore store,
    EntityOwners owners,
    EntityCredentials credentials) {

  /** Creates a complete entity. It is owned by the caller and by the owners that it names. */
  public Future<EntityReceipt> createEntity(CreateEntityRequest request, CallContext context) {
    return types
        .require(request.type())
        .compose(
            type -> {
              AccessRules.create(type.config(), context.caller());
              return requests.once(
                  EntityOperations.CREATE_ENTITY,
                  request,
                  context,
                  attempt -> create(type, Json.parse(request.entity()), attempt, context));
            });
  }

  private Future<EntityReceipt> create(
      PublishedType type, JsonNode sent, RequestAttempt attempt, CallContext context) {
    ObjectNode body = acceptable(type, sent);
    Caller caller = context.caller();
    List<String> owner = caller.known() ? List.of(caller.userId()) : List.of();
    return checks
        .requireNew(type, body, context.deadline())
        .compose(
            valid ->
                store(new NewEntity("createEntity", type, body, true, owner, attempt, context)));
  }

  /**
   * Creates an entity for the owners that it names; members that its type requires may be missing.
   */
  public Future<EntityReceipt> inviteEntity(InviteEntityRequest request, CallContext context) {
    return types
        .require(request.type())
        .compose(
            type -> {
              AccessRules.invite(type.config(), context.caller());
              return requests.once(
                  EntityOperations.INVITE_ENTITY,
                  request,
                  context,
                  attempt -> invite(type, Json.parse(request.entity()), attempt, context));
            });
  }

  private Future<EntityReceipt> invite(
      PublishedType type, JsonNode sent, RequestAttempt attempt, CallContext context) {
    ObjectNode body = acceptable(type, sent);
    return checks
        .requireValid(type, body, context.deadline())
        .compose(
            complete ->
                store(
                    new NewEntity(
                        "inviteEntity", type, body, complete, List.of(), attempt, context)));
  }

  /**
   * Returns the body that was sent, if it can be the body of a new entity.
   *
   * @throws FailureException CONFLICT for a deprecated type, INVALID for a body that is not an
   *     object or sets system fields
   */
  public static ObjectNode acceptable(PublishedType type, JsonNode sent) {
    refuseDeprecated(type);
    if (!(sent instanceof ObjectNode body)) {
      throw FailureException.invalid(
          "registry.entity.not-object", "", "type", "An entity is a JSON object.");
    }
    SystemFields.refuseIn(body, type.config());
    return body;
  }

  public static void refuseDeprecated(PublishedType type) {
    if (type.deprecated()) {
      throw FailureException.conflict(
          "registry.type.deprecated",
          "%s is deprecated: what is stored can be read and changed, nothing new is stored."
              .formatted(type.name()));
    }
  }

  /** Stores an entity under the id of the call, so that a repetition of the call finds it. */
  private Future<EntityReceipt> store(NewEntity entity) {
    CallContext context = entity.context();
    UUID id = context.callId() == null ? Ids.next() : context.callId();
    return context.mayBeRepeated() ? findOrStore(entity, id) : storeNew(entity, id);
  }

  private Future<EntityReceipt> findOrStore(NewEntity entity, UUID id) {
    return store
        .find(entity.type(), id, entity.context().deadline())
        .compose(
            stored ->
                stored == null
                    ? storeNew(entity, id)
                    : Future.succeededFuture(receipt(entity, stored)));
  }

  private Future<EntityReceipt> storeNew(NewEntity entity, UUID id) {
    return entity.type().config().ownershipAttributes().isEmpty()
        ? storeWith(entity, id, ProvisionedOwners.none(entity.type(), id))
        : owners
            .provide(entity.type(), id, entity.body(), entity.context())
            .compose(
                provided ->
                    provided
                        .map(users -> storeOwned(entity, id, users))
                        .orElseGet(() -> awaitOther(entity, id)));
  }

  private Future<EntityReceipt> storeOwned(NewEntity entity, UUID id, ProvisionedOwners users) {
    EntityOwners.dropPasswords(entity.type(), entity.body());
    return storeWith(entity, id, users).compose(receipt -> owners.complete(users).map(receipt));
  }

  private Future<EntityReceipt> storeWith(NewEntity entity, UUID id, ProvisionedOwners users) {
    return AsyncCall.of(() -> signAndInsert(entity, id, users))
        .recover(cause -> findStoredOr(entity, id, users, cause));
  }

  /**
   * Waits for a concurrent attempt of the same call and replies with the entity that it stored; if
   * that attempt fails, stores the entity itself.
   */
  private Future<EntityReceipt> awaitOther(NewEntity entity, UUID id) {
    return owners
        .awaitOther(id, entity.context().deadline())
        .compose(done -> findOrStore(entity, id));
  }

  /**
   * Handles a failed insert. A CONFLICT may be caused by the entity that another replica stored for
   * the same call; then that entity is the reply.
   */
  private Future<EntityReceipt> findStoredOr(
      NewEntity entity, UUID id, ProvisionedOwners users, Throwable cause) {
    boolean conflict = FailureException.isOf(cause, FailureKind.CONFLICT);
    return (conflict
            ? store.find(entity.type(), id, entity.context().deadline())
            : Future.<StoredEntity>succeededFuture())
        .compose(
            stored ->
                stored == null
                    ? undoUsers(users, cause)
                    : Future.succeededFuture(receipt(entity, stored)));
  }

  private static EntityReceipt receipt(NewEntity entity, StoredEntity stored) {
    return new EntityReceipt(entity.type().name(), stored.osid(), 1);
  }

  private Future<EntityReceipt> signAndInsert(NewEntity entity, UUID id, ProvisionedOwners users) {
    NestedOsids.assign(entity.body());
    StoredEntity draft = draft(entity, id, users);
    return (entity.type().issuesOnWrite()
            ? credentials.withCredentials(entity.type(), null, draft, entity.context())
            : Future.succeededFuture(draft))
        .compose(signed -> insert(entity, signed, users));
  }

  private Future<EntityReceipt> insert(
      NewEntity entity, StoredEntity signed, ProvisionedOwners users) {
    EntityReceipt receipt = receipt(entity, signed);
    return store
        .insert(entity.type(), signed, written(entity, signed, users, receipt))
        .recover(cause -> discard(entity, signed, cause))
        .map(receipt);
  }

  private static ChangeDetails written(
      NewEntity entity, StoredEntity signed, ProvisionedOwners users, EntityReceipt receipt) {
    List<TransactionalStep> steps =
        new ArrayList<>(TransactionalStep.storing(entity.attempt(), receipt));
    steps.addAll(users.steps());
    return new ChangeDetails(
        entity.context().callId(),
        entity.operation(),
        List.of(),
        EntityFacts.ofNew(entity.type(), signed, entity.context()),
        List.copyOf(steps),
        entity.context().deadline().caller());
  }

  private Future<EntityReceipt> undoUsers(ProvisionedOwners users, Throwable cause) {
    return owners
        .takeBack(users, WriteOutcome.isRolledBack(cause))
        .transform(done -> Future.failedFuture(cause));
  }

  private Future<Void> discard(NewEntity entity, StoredEntity unused, Throwable cause) {
    if (!WriteOutcome.isRolledBack(cause)) {
      return Future.failedFuture(cause);
    }
    return store
        .publish(EntityFacts.ofUnused(entity.type(), null, unused, entity.context()))
        .transform(done -> Future.failedFuture(cause));
  }

  private static StoredEntity draft(NewEntity entity, UUID id, ProvisionedOwners users) {
    Set<String> owners = new LinkedHashSet<>(entity.owners());
    owners.addAll(users.ids());
    return StoredEntity.first(
        id,
        entity.body(),
        List.copyOf(owners),
        entity.complete(),
        entity.context().caller().userId());
  }

  /**
   * A new entity, checked and not stored yet.
   *
   * @param operation the use case's name, for the history
   * @param complete whether all members that the type requires are present
   * @param owners the user ids of owners in addition to those that the body names
   */
  private record NewEntity(
      String operation,
      PublishedType type,
      ObjectNode body,
      boolean complete,
      List<String> owners,
      RequestAttempt attempt,
      CallContext context) {}
}

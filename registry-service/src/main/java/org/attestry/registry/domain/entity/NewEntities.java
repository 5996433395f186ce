package org.attestry.registry.domain.entity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.registry.EntityReceipt;
import org.attestry.registry.domain.credential.EntityCredentials;
import org.attestry.registry.domain.document.NestedOsids;
import org.attestry.registry.domain.document.SystemFields;
import org.attestry.registry.domain.idempotency.RequestAttempt;
import org.attestry.registry.domain.owners.EntityOwners;
import org.attestry.registry.domain.owners.ProvisionedOwners;
import org.attestry.registry.domain.stored.EntityFacts;
import org.attestry.registry.domain.stored.EntityStore;
import org.attestry.registry.domain.stored.EntityStore.Written;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.stored.TransactionalStep;
import org.attestry.registry.domain.stored.WriteOutcome;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.facts.Ids;

/**
 * Stores a new entity: what create and invite have in common. Users and credential are made first;
 * if the entity cannot be stored then, they are taken back.
 */
public final class NewEntities {

  /** How an entity comes to be, by the name of the operation. */
  private enum Way {
    CREATE("createEntity"),
    INVITE("inviteEntity");

    private final String operation;

    Way(String operation) {
      this.operation = operation;
    }
  }

  /** One request for a new entity. */
  private record Making(Way way, RequestAttempt attempt, CallContext context) {}

  private final EntityStore store;
  private final EntityChecks checks;
  private final EntityOwners owners;
  private final EntityCredentials credentials;

  public NewEntities(
      EntityStore store, EntityChecks checks, EntityOwners owners, EntityCredentials credentials) {
    this.store = store;
    this.checks = checks;
    this.owners = owners;
    this.credentials = credentials;
  }

  /** A complete entity, which the caller owns too. */
  public Future<EntityReceipt> create(
      PublishedType type, JsonNode sent, RequestAttempt attempt, CallContext context) {
    ObjectNode body = acceptable(type, sent);
    return checks
        .requireNew(type, body, context.deadline())
        .compose(valid -> store(type, body, true, new Making(Way.CREATE, attempt, context)));
  }

  /** An entity that may lack what is required; those whom it names own it. */
  public Future<EntityReceipt> invite(
      PublishedType type, JsonNode sent, RequestAttempt attempt, CallContext context) {
    ObjectNode body = acceptable(type, sent);
    return checks
        .requireValid(type, body, context.deadline())
        .compose(complete -> store(type, body, complete, new Making(Way.INVITE, attempt, context)));
  }

  /** What was sent, if a new entity may look so. */
  public static ObjectNode acceptable(PublishedType type, JsonNode sent) {
    refuseDeprecated(type);
    if (!(sent instanceof ObjectNode body)) {
      throw Failure.invalid("registry.entity.not-object", "", "type", "An entity is a JSON object.")
          .exception();
    }
    SystemFields.refuseIn(body, type.config());
    return body;
  }

  public static void refuseDeprecated(PublishedType type) {
    if (type.deprecated()) {
      throw Failure.of(
              FailureKind.CONFLICT,
              "registry.type.deprecated",
              "%s is deprecated: what is stored can be read and changed, nothing new is stored."
                  .formatted(type.name()))
          .exception();
    }
  }

  /** The entity has the id of the call, so that a repetition of the call finds it stored. */
  private Future<EntityReceipt> store(
      PublishedType type, ObjectNode body, boolean complete, Making making) {
    CallContext context = making.context();
    UUID id = context.callId() == null ? Ids.next() : context.callId();
    return (context.mayBeRepeated() ? store.find(type, id) : Future.<StoredEntity>succeededFuture())
        .compose(
            stored ->
                stored == null
                    ? storeNew(type, id, body, complete, making)
                    : Future.succeededFuture(receipt(type, stored)));
  }

  private Future<EntityReceipt> storeNew(
      PublishedType type, UUID id, ObjectNode body, boolean complete, Making making) {
    return owners
        .provide(type, id, body, making.context())
        .compose(
            users ->
                Future.succeededFuture(users)
                    .compose(ready -> stored(type, id, body, complete, users, making))
                    .recover(cause -> unlessStored(type, id, users, cause))
                    .compose(receipt -> owners.complete(users).map(receipt)));
  }

  /** What failed CONFLICT may conflict with what another replica has stored for the same call. */
  private Future<EntityReceipt> unlessStored(
      PublishedType type, UUID id, ProvisionedOwners users, Throwable cause) {
    boolean conflict =
        cause instanceof FailureException failed && failed.failure().kind() == FailureKind.CONFLICT;
    return (conflict ? store.find(type, id) : Future.<StoredEntity>succeededFuture())
        .compose(
            stored ->
                stored == null
                    ? takeBack(users, cause)
                    : Future.succeededFuture(receipt(type, stored)));
  }

  private static EntityReceipt receipt(PublishedType type, StoredEntity entity) {
    return new EntityReceipt(type.name(), entity.osid(), 1);
  }

  private Future<EntityReceipt> stored(
      PublishedType type,
      UUID id,
      ObjectNode body,
      boolean complete,
      ProvisionedOwners users,
      Making making) {
    EntityOwners.dropPasswords(type, body);
    NestedOsids.assign(body);
    StoredEntity draft = draft(id, body, users, complete, making);
    return credentials
        .issue(type, null, draft, making.context())
        .compose(signed -> insert(type, signed, users, making));
  }

  private Future<EntityReceipt> insert(
      PublishedType type, StoredEntity signed, ProvisionedOwners users, Making making) {
    EntityReceipt receipt = receipt(type, signed);
    return store
        .insert(type, signed, written(type, signed, users, receipt, making))
        .recover(cause -> discard(type, signed, making.context(), cause))
        .map(receipt);
  }

  private static Written written(
      PublishedType type,
      StoredEntity entity,
      ProvisionedOwners users,
      EntityReceipt receipt,
      Making making) {
    List<TransactionalStep> along = new ArrayList<>(making.attempt().answering(receipt));
    along.addAll(users.along());
    return new Written(
        making.context().callId(),
        making.way().operation,
        List.of(),
        EntityFacts.ofNew(type, entity, making.context()),
        List.copyOf(along));
  }

  private Future<EntityReceipt> takeBack(ProvisionedOwners users, Throwable cause) {
    return owners
        .takeBack(users, WriteOutcome.isRolledBack(cause))
        .transform(done -> Future.failedFuture(cause));
  }

  private Future<Void> discard(
      PublishedType type, StoredEntity unused, CallContext context, Throwable cause) {
    if (!WriteOutcome.isRolledBack(cause)) {
      return Future.failedFuture(cause);
    }
    return credentials
        .withdrawUnused(type, null, unused, context)
        .transform(done -> Future.failedFuture(cause));
  }

  private static Set<String> ownerIds(ProvisionedOwners users, Making making) {
    Set<String> ids = new LinkedHashSet<>();
    if (making.way() == Way.CREATE && making.context().caller().known()) {
      ids.add(making.context().caller().userId());
    }
    ids.addAll(users.ids());
    return ids;
  }

  private static StoredEntity draft(
      UUID id, ObjectNode body, ProvisionedOwners users, boolean complete, Making making) {
    List<String> owners = List.copyOf(ownerIds(users, making));
    return StoredEntity.first(id, body, owners, complete, making.context().caller().userId());
  }
}

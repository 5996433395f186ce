package org.attestry.registry.domain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.registry.EntityReceipt;
import org.attestry.registry.domain.EntityStore.Written;
import org.attestry.registry.domain.document.NestedOsids;
import org.attestry.registry.domain.document.SystemFields;
import org.attestry.registry.domain.owners.EntityOwners;
import org.attestry.registry.domain.owners.UserDirectory.ProvidedUser;
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

  private final EntityStore store;
  private final EntityChecks checks;
  private final EntityOwners owners;
  private final EntitySigning signing;

  public NewEntities(
      EntityStore store, EntityChecks checks, EntityOwners owners, EntitySigning signing) {
    this.store = store;
    this.checks = checks;
    this.owners = owners;
    this.signing = signing;
  }

  /** A complete entity, which the caller owns too. */
  public Future<EntityReceipt> create(PublishedType type, JsonNode sent, CallContext context) {
    ObjectNode body = acceptable(type, sent);
    return checks
        .requireComplete(type, body)
        .compose(valid -> store(type, body, true, Way.CREATE, context));
  }

  /** An entity that may lack what is required; those whom it names own it. */
  public Future<EntityReceipt> invite(PublishedType type, JsonNode sent, CallContext context) {
    ObjectNode body = acceptable(type, sent);
    return checks
        .requireValid(type, body)
        .compose(complete -> store(type, body, complete, Way.INVITE, context));
  }

  private static ObjectNode acceptable(PublishedType type, JsonNode sent) {
    if (type.deprecated()) {
      throw Failure.of(
              FailureKind.CONFLICT,
              "registry.type.deprecated",
              "%s is deprecated: what is stored can be read and changed, nothing new is stored."
                  .formatted(type.name()))
          .exception();
    }
    if (!(sent instanceof ObjectNode body)) {
      throw Failure.invalid("registry.entity.not-object", "", "type", "An entity is a JSON object.")
          .exception();
    }
    SystemFields.refuseIn(body, type.config());
    return body;
  }

  private Future<EntityReceipt> store(
      PublishedType type, ObjectNode body, boolean complete, Way way, CallContext context) {
    return owners
        .provide(type, body, context)
        .compose(
            users -> {
              EntityOwners.dropPasswords(type, body);
              NestedOsids.assign(body);
              Set<String> ids = ownerIds(users, way, context);
              StoredEntity entity = draft(body, List.copyOf(ids), complete, context);
              return signed(type, entity, way, context).recover(cause -> takeBack(users, cause));
            });
  }

  private Future<EntityReceipt> signed(
      PublishedType type, StoredEntity entity, Way way, CallContext context) {
    return signing
        .sign(type, entity, context)
        .compose(
            signed ->
                store
                    .insert(
                        type,
                        signed,
                        new Written(
                            way.operation, List.of(), EntityFacts.ofNew(type, signed, context)))
                    .recover(cause -> discard(type, signed, context, cause))
                    .map(new EntityReceipt(type.name(), signed.osid(), signed.version())));
  }

  private Future<EntityReceipt> takeBack(List<ProvidedUser> users, Throwable cause) {
    return NotStored.isCertain(cause)
        ? owners.takeBack(users).transform(done -> Future.failedFuture(cause))
        : Future.failedFuture(cause);
  }

  private Future<Void> discard(
      PublishedType type, StoredEntity unused, CallContext context, Throwable cause) {
    if (!NotStored.isCertain(cause)) {
      return Future.failedFuture(cause);
    }
    return store
        .tell(EntityFacts.ofUnused(type, null, unused, context))
        .transform(done -> Future.failedFuture(cause));
  }

  private static Set<String> ownerIds(List<ProvidedUser> users, Way way, CallContext context) {
    Set<String> ids = new LinkedHashSet<>();
    if (way == Way.CREATE && context.caller().known()) {
      ids.add(context.caller().userId());
    }
    users.forEach(user -> ids.add(user.userId()));
    return ids;
  }

  /** The moment of creation is the one in the id, so that both orders are the same. */
  private static StoredEntity draft(
      ObjectNode body, List<String> owners, boolean complete, CallContext context) {
    UUID id = Ids.next();
    Instant now = Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    String by = context.caller().userId();
    return new StoredEntity(
        id, 1, body, owners, complete, List.of(), null, null, now, by, now, by, false);
  }
}

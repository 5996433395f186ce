package org.attestry.registry.entity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.registry.EntityOperations.ChangeOwnersRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.owners.AccountWork;
import org.attestry.registry.owners.OwnerAccounts;
import org.attestry.registry.owners.UserDirectory;
import org.attestry.registry.owners.UserDirectory.Account;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;

/**
 * Gives an entity to other owners, and changes the user id of the owner that it names, in the
 * entity and in the account. Accounts get or lose the role of the type. Attestations, claims and
 * credentials stay, unless they are about the user id that changes; copies of credentials end when
 * an owner loses the entity.
 *
 * @param most the maximum number of owners of one entity
 */
public record ChangeOwners(
    TypeCatalogue types,
    EntityChanges changes,
    ContentReplacement content,
    OwnerAccounts accounts,
    int most) {

  public Future<EntityReceipt> handle(ChangeOwnersRequest request, CallContext context) {
    return types.require(request.type()).compose(type -> change(type, request, context));
  }

  private Future<EntityReceipt> change(
      PublishedType type, ChangeOwnersRequest request, CallContext context) {
    AccessRules.admin(context.caller());
    check(request);
    EntityChanges.Request change =
        EntityChanges.Request.of(
            type,
            request.id(),
            "changeOwners",
            request.ifMatch(),
            entity -> AccessRules.admin(context.caller()),
            context);
    return accounts
        .around(
            context,
            work ->
                changes.apply(
                    change.with(stored -> work.steps()),
                    before ->
                        work.begin().compose(_ -> next(type, before, request, work, context))))
        .map(entity -> new EntityReceipt(type.name(), entity.osid(), entity.version()));
  }

  private void check(ChangeOwnersRequest request) {
    List<String> owners = request.osOwner();
    if (owners == null && request.userId() == null) {
      throw invalid("", "required", "'osOwner' or 'userId' says whose the entity becomes.");
    }
    if (request.field() != null && request.userId() == null) {
      throw invalid("/field", "required", "'field' goes with 'userId'; add it, or leave both out.");
    }
    if (owners == null) {
      return;
    }
    Set<String> distinct = new TreeSet<>(owners);
    if (owners.isEmpty() || owners.size() > most || distinct.size() < owners.size()) {
      throw invalid(
          "/osOwner", "owners", "'osOwner' has 1 to %d different user ids.".formatted(most));
    }
    if (request.userId() != null && owners.size() > 1) {
      throw invalid(
          "/osOwner", "owners", "With 'userId', 'osOwner' has the one owner that it is about.");
    }
  }

  private Future<StoredEntity> next(
      PublishedType type,
      StoredEntity before,
      ChangeOwnersRequest request,
      AccountWork work,
      CallContext context) {
    return requireAccounts(request.osOwner(), before, work)
        .compose(
            _ -> {
              if (request.userId() == null) {
                return Future.succeededFuture(handed(type, before, request.osOwner(), work));
              }
              return namesOwners(type)
                  ? named(type, before, request, work, context)
                  : found(type, before, request, work);
            });
  }

  private static boolean namesOwners(PublishedType type) {
    return type.config().enableLogin()
        && type.config().ownershipAttributes().stream()
            .anyMatch(attribute -> attribute.userId() != null);
  }

  private static Future<Void> requireAccounts(
      List<String> ids, StoredEntity before, AccountWork work) {
    List<String> unknown = new ArrayList<>(ids == null ? List.of() : ids);
    unknown.removeAll(before.owners());
    return AsyncLoop.each(
        unknown,
        id ->
            work.read(id)
                .map(
                    account -> {
                      if (account == null) {
                        throw unknown("/osOwner/" + ids.indexOf(id));
                      }
                      return account;
                    }));
  }

  /** Gives an entity whose type has no ownership attributes to the account with a user name. */
  private static Future<StoredEntity> found(
      PublishedType type, StoredEntity before, ChangeOwnersRequest request, AccountWork work) {
    if (request.osOwner() != null || request.field() != null) {
      throw invalid(
          "/userId",
          "owners",
          "%s names no owners in its fields; send either 'osOwner' or 'userId'."
              .formatted(type.name()));
    }
    return work.find(request.userId())
        .map(
            account -> {
              if (account == null) {
                throw unknown("/userId");
              }
              return handed(type, before, List.of(account.userId()), work);
            });
  }

  private Future<StoredEntity> named(
      PublishedType type,
      StoredEntity before,
      ChangeOwnersRequest request,
      AccountWork work,
      CallContext context) {
    OwnershipAttribute attribute = attribute(type, request.field());
    ObjectNode body = before.body().deepCopy();
    UserIdField.set(body, attribute.userId(), request.userId());
    return content
        .replaceWithOwners(type, before, body, context)
        .compose(
            after ->
                (request.osOwner() == null
                        ? work.named(attribute, before).map(UserId::of)
                        : Future.succeededFuture(new UserId(request.osOwner().getFirst())))
                    .compose(
                        owner ->
                            owner == null
                                ? provided(type, before, after, attribute, work)
                                : renamed(type, before, after, attribute, owner, request, work)));
  }

  /** The id of an account. */
  private record UserId(String value) {
    static UserId of(Account account) {
      return account == null ? null : new UserId(account.userId());
    }
  }

  /** Gives the account of an owner the user name that the changed entity names. */
  private static Future<StoredEntity> renamed(
      PublishedType type,
      StoredEntity before,
      StoredEntity after,
      OwnershipAttribute attribute,
      UserId owner,
      ChangeOwnersRequest request,
      AccountWork work) {
    List<String> owners = request.osOwner() == null ? before.owners() : request.osOwner();
    return work.find(request.userId())
        .compose(
            found -> {
              if (found != null && !found.userId().equals(owner.value())) {
                throw UserDirectory.ofAccount(attribute.userId(), found);
              }
              return work.change(type, before, after, attribute, owner.value());
            })
        .map(_ -> handed(type, before, after, owners, work));
  }

  /**
   * Gives the entity to the account of the user name that it names from now on, which is made if it
   * does not exist. The owners that its other fields name stay.
   */
  private static Future<StoredEntity> provided(
      PublishedType type,
      StoredEntity before,
      StoredEntity after,
      OwnershipAttribute attribute,
      AccountWork work) {
    List<String> owners = new ArrayList<>();
    return AsyncLoop.each(
            type.config().ownershipAttributes(),
            other ->
                other.equals(attribute)
                    ? work.provide(type, after.body(), attribute).onSuccess(owners::add)
                    : work.named(other, before).onSuccess(kept -> add(owners, kept)))
        .map(_ -> handed(type, before, after, owners.stream().distinct().toList(), work));
  }

  private static void add(List<String> owners, Account kept) {
    if (kept != null) {
      owners.add(kept.userId());
    }
  }

  private static StoredEntity handed(
      PublishedType type, StoredEntity before, List<String> owners, AccountWork work) {
    return owners.equals(before.owners()) ? before : handed(type, before, before, owners, work);
  }

  private static StoredEntity handed(
      PublishedType type,
      StoredEntity before,
      StoredEntity after,
      List<String> owners,
      AccountWork work) {
    work.hand(type, before, owners);
    return after.withOwners(owners);
  }

  private static OwnershipAttribute attribute(PublishedType type, String field) {
    List<OwnershipAttribute> all =
        type.config().ownershipAttributes().stream()
            .filter(attribute -> attribute.userId() != null)
            .toList();
    if (field == null && all.size() == 1) {
      return all.getFirst();
    }
    return all.stream()
        .filter(attribute -> attribute.userId().equals(field))
        .findFirst()
        .orElseThrow(
            () ->
                invalid(
                    "/field",
                    "enum",
                    "'field' is the pointer to the user id that changes; %s has %s."
                        .formatted(
                            type.name(), all.stream().map(OwnershipAttribute::userId).toList())));
  }

  private static FailureException unknown(String pointer) {
    return FailureException.invalid(
        "registry.owner.unknown",
        pointer,
        "owner",
        "The identity provider has no such account; make it first, or name another one.");
  }

  static FailureException invalid(String pointer, String rule, String message) {
    return FailureException.invalid("registry.owner.change", pointer, rule, message);
  }
}

package org.attestry.registry.owners;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongFunction;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.document.DocumentDiff;
import org.attestry.registry.document.PropertyPath;
import org.attestry.registry.owners.UserDirectory.NewUser;
import org.attestry.registry.owners.UserDirectory.ProvidedUser;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates users of the identity provider from the attributes of an entity that name its owners.
 * Users are created before the entity is stored; existing accounts get their role afterwards. Each
 * pending step is a row in the database, so that {@link RepairOwnership} can undo or complete it if
 * the process ends in between.
 *
 * <p>No account is made under a name that a change of another account takes or frees. Who makes one
 * records its name before asking for such changes, and who changes one records the change before
 * asking for accounts that are being made, so that one of two sees the other.
 *
 * @param pause returns a future that completes after the given number of milliseconds
 * @param most the maximum number of owners that one entity may name
 */
public record EntityOwners(
    LongFunction<? extends Future<?>> pause,
    UserDirectory directory,
    PgProvisionStore provisions,
    PgAccountNotes notes,
    int most) {

  private static final Logger LOG = LoggerFactory.getLogger(EntityOwners.class);

  /** The time after the request's deadline for which users may exist without their entity. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final int PAUSE_MILLIS = 100;

  /**
   * Provides a user for each owner that the entity names. An existing account is used only if its
   * own user or an admin sends the request: ownership of an entity grants the role of its type,
   * which only an admin may grant to another user. The account is not changed before the entity is
   * stored.
   *
   * @return empty if a concurrent attempt of the same call provides the users or has stored the
   *     entity; after a failure, no user that this call created is left
   */
  public Future<Optional<ProvisionedOwners>> provide(
      PublishedType type, UUID entity, ObjectNode body, CallContext context) {
    List<NewUser> users =
        type.config().enableLogin() ? NamedOwners.of(type, body, most) : List.of();
    return users.isEmpty()
        ? Future.succeededFuture(Optional.of(ProvisionedOwners.none(type, entity)))
        : provide(type.name(), entity, users, context);
  }

  /**
   * Provides users of a type.
   *
   * @param id the id of the entity, or an id under which users are made for a stored entity
   */
  Future<Optional<ProvisionedOwners>> provide(
      String type, UUID id, List<NewUser> users, CallContext context) {
    return awaitUnchanged(users, context.deadline())
        .compose(
            _ ->
                provisions.begin(id, usernames(users), context.deadline().remaining().plus(MARGIN)))
        .compose(
            ours ->
                ours
                    ? provideAll(type, id, users, context).map(Optional::of)
                    : Future.succeededFuture(Optional.empty()));
  }

  /** Waits while a concurrent attempt of the same call provides users for the entity. */
  public Future<Void> awaitOther(UUID entity, Deadline deadline) {
    return AsyncLoop.repeat(
        () ->
            deadline.passed()
                ? Future.failedFuture(busy())
                : pause.apply(PAUSE_MILLIS).compose(_ -> provisions.isUnderWay(entity)));
  }

  private Future<ProvisionedOwners> provideAll(
      String type, UUID entity, List<NewUser> users, CallContext context) {
    List<ProvidedUser> provided = new ArrayList<>();
    return requireUnchanged(users)
        .compose(
            _ ->
                AsyncLoop.each(
                    users, user -> provide(user, entity, context).onSuccess(provided::add)))
        .map(all -> new ProvisionedOwners(entity, type, provided))
        .recover(
            cause ->
                undo(new ProvisionedOwners(entity, type, provided), true)
                    .transform(done -> Future.failedFuture(cause)));
  }

  /** Returns the user names in the form in which the identity provider compares them. */
  static List<String> usernames(List<NewUser> users) {
    return users.stream().map(user -> AccountText.folded(user.username())).toList();
  }

  /** Waits while a change of an account takes or frees a name of these users. */
  Future<Void> awaitUnchanged(List<NewUser> users, Deadline deadline) {
    return AsyncLoop.repeat(
        () ->
            isChanging(users)
                .compose(changing -> changing ? again(deadline) : Future.succeededFuture(false)));
  }

  /**
   * Returns a future that completes with true when it is time to look again; fails with UNAVAILABLE
   * after the deadline.
   */
  Future<Boolean> again(Deadline deadline) {
    return deadline.passed() ? Future.failedFuture(busy()) : pause.apply(PAUSE_MILLIS).map(true);
  }

  /** Fails with UNAVAILABLE if a change of an account takes or frees a name of these users. */
  Future<Void> requireUnchanged(List<NewUser> users) {
    return isChanging(users)
        .compose(
            changing -> changing ? Future.failedFuture(busy()) : Future.<Void>succeededFuture());
  }

  private Future<Boolean> isChanging(List<NewUser> users) {
    Set<String> names = new HashSet<>(usernames(users));
    users.stream()
        .map(NewUser::email)
        .filter(Objects::nonNull)
        .map(AccountText::folded)
        .forEach(names::add);
    return names.isEmpty() ? Future.succeededFuture(false) : notes.isUnderWay(names, null);
  }

  private Future<ProvidedUser> provide(NewUser user, UUID entity, CallContext context) {
    return directory
        .provide(user, entity, context.deadline())
        .compose(
            provided ->
                provided.created()
                    ? Future.succeededFuture(provided)
                    : use(provided, user, entity, context));
  }

  /** Waits while the existing account is pending: another request may still remove it. */
  private Future<ProvidedUser> use(
      ProvidedUser existing, NewUser user, UUID entity, CallContext context) {
    return isUnderWay(existing)
        .compose(
            inFlight -> {
              if (inFlight) {
                return context.deadline().passed()
                    ? Future.failedFuture(busy())
                    : pause.apply(PAUSE_MILLIS).compose(_ -> provide(user, entity, context));
              }
              return mayName(existing, context.caller())
                  ? Future.succeededFuture(existing)
                  : stillThere(existing, user, entity, context);
            });
  }

  /**
   * Fails with CONFLICT if the account is still there; another request may have removed it between
   * the search for it and the question whether it is pending.
   */
  private Future<ProvidedUser> stillThere(
      ProvidedUser existing, NewUser user, UUID entity, CallContext context) {
    return existing.madeFor() == null
        ? Future.failedFuture(user.taken())
        : directory
            .provide(user, entity, context.deadline())
            .compose(
                again -> {
                  if (again.created()) {
                    return Future.succeededFuture(again);
                  }
                  return again.userId().equals(existing.userId())
                      ? Future.failedFuture(user.taken())
                      : use(again, user, entity, context);
                });
  }

  private static boolean mayName(ProvidedUser existing, Caller caller) {
    return caller.admin() || (caller.known() && existing.userId().equals(caller.userId()));
  }

  Future<Boolean> isUnderWay(ProvidedUser existing) {
    return existing.madeFor() == null
        ? Future.succeededFuture(false)
        : provisions.isUnderWay(existing.madeFor());
  }

  /**
   * Removes the users created for an entity that was not stored, unless it has been stored after
   * all. Always succeeds: a background job retries failures.
   *
   * @param certain whether it is certain that the entity was not stored
   */
  public Future<Void> takeBack(ProvisionedOwners owners, boolean certain) {
    return owners.users().isEmpty() ? Future.succeededFuture() : undo(owners, certain);
  }

  /**
   * Removes the users of an entity that was not stored, which the database decides.
   *
   * @param certain whether it is certain that the entity was not stored
   */
  Future<Void> undo(ProvisionedOwners owners, boolean certain) {
    return provisions
        .undo(owners.entity())
        .compose(
            usernames ->
                Future.all(usernames.stream().map(name -> undo(owners.entity(), name)).toList())
                    .compose(
                        _ ->
                            certain || !usernames.isEmpty()
                                ? Future.all(
                                    owners.createdIds().stream().map(this::remove).toList())
                                : Future.succeededFuture()))
        .onFailure(cause -> LOG.atWarn().setCause(cause).log("users are taken back later"))
        .otherwiseEmpty()
        .mapEmpty();
  }

  private Future<Void> remove(String userId) {
    return directory.remove(userId, Deadline.in(TIMEOUT));
  }

  private Future<Void> undo(UUID entity, String username) {
    return directory
        .removeIfCreatedFor(entity, username, Deadline.in(TIMEOUT))
        .compose(
            settled -> settled ? provisions.undone(entity, username) : Future.succeededFuture());
  }

  /**
   * Completes the pending steps after the entity is stored: existing accounts get their role, and
   * users created without a password get a mail. A background job retries failures.
   */
  public Future<Void> complete(ProvisionedOwners owners) {
    List<Future<Void>> due = new ArrayList<>();
    owners.linkedIds().forEach(id -> due.add(link(owners.entity(), id, owners.type())));
    owners.withoutPassword().forEach(id -> due.add(requestPassword(owners.entity(), id)));
    return Future.join(due).otherwiseEmpty().mapEmpty();
  }

  private Future<Void> requestPassword(UUID entity, String userId) {
    return directory
        .requestPassword(userId, Deadline.in(TIMEOUT))
        .compose(done -> provisions.passwordRequested(entity, userId))
        .onFailure(cause -> LOG.atWarn().setCause(cause).log("an owner gets the mail later"));
  }

  private Future<Void> link(UUID entity, String userId, String type) {
    return directory
        .link(userId, type, Deadline.in(TIMEOUT))
        .compose(done -> provisions.linked(entity, userId))
        .onFailure(cause -> LOG.atWarn().setCause(cause).log("an owner gets the role later"));
  }

  /** Removes the initial passwords from a body; only the identity provider stores them. */
  public static void dropPasswords(PublishedType type, ObjectNode body) {
    for (OwnershipAttribute attribute : type.config().ownershipAttributes()) {
      String pointer = attribute.password();
      if (pointer != null && pointer.startsWith("/")) {
        int last = pointer.lastIndexOf('/');
        if (body.at(pointer.substring(0, last)) instanceof ObjectNode parent) {
          parent.remove(pointer.substring(last + 1).replace("~1", "/").replace("~0", "~"));
        }
      }
    }
  }

  /**
   * Fails if a password is set, which would have no effect: passwords are stored at the identity
   * provider.
   *
   * @throws org.attestry.contracts.FailureException CONFLICT
   */
  public static void refusePassword(PublishedType type, PropertyPath path) {
    if (type.config().ownershipAttributes().stream()
        .anyMatch(attribute -> path.pointer().equals(attribute.password()))) {
      String message =
          "The password is set when the user is made; change it at the identity provider.";
      throw OwnerConflict.of("registry.owner.password", path.pointer(), message);
    }
  }

  /**
   * Fails if a value that names an owner is changed.
   *
   * @throws org.attestry.contracts.FailureException CONFLICT
   */
  public static void refuseChange(PublishedType type, StoredEntity before, ObjectNode after) {
    if (!type.config().enableLogin()) {
      return;
    }
    for (OwnershipAttribute attribute : type.config().ownershipAttributes()) {
      String pointer = attribute.userId();
      if (pointer != null && !DocumentDiff.same(before.body().at(pointer), after.at(pointer))) {
        String message =
            ("The value at %s names the owner and does not change so; an administrator changes it"
                    + " by PUT of %s/osOwner.")
                .formatted(pointer, path(type, before));
        throw OwnerConflict.of("registry.owner.fixed", pointer, message);
      }
    }
  }

  /**
   * Fails if a value changes that names an owner or that an owner's account has too, where accounts
   * are not changed.
   *
   * @throws org.attestry.contracts.FailureException CONFLICT
   */
  public static void refuseAccountChange(
      PublishedType type, StoredEntity before, ObjectNode after) {
    refuseChange(type, before, after);
    for (OwnershipAttribute attribute : AccountWork.changed(type, before.body(), after)) {
      String pointer = AccountWork.differing(attribute, before.body(), after);
      String message =
          ("The value at %s is in an owner's account too, which an import does not change; its"
                  + " owner or an administrator changes it by PUT of %s%s.")
              .formatted(
                  pointer, path(type, before), after.at(pointer).isMissingNode() ? "" : pointer);
      throw OwnerConflict.of("registry.owner.contact", pointer, message);
    }
  }

  private static String path(PublishedType type, StoredEntity entity) {
    return "/api/v1/%s/%s".formatted(type.name(), entity.osid());
  }

  static FailureException busy() {
    return FailureException.unavailable(
        "registry.owner.busy",
        "An owner's account is being made or changed by another request; try again shortly.");
  }
}

package org.attestry.registry.owners;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.document.HiddenFields;
import org.attestry.registry.owners.UserDirectory.NewUser;
import org.attestry.registry.owners.UserDirectory.ProvidedUser;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;

/**
 * Makes the accounts of the owners that rows of imports name, at a bounded rate. They are noted
 * under an id that is derived from import and row, so that an import that continues after an
 * interruption uses the accounts that were made before it. {@link RepairOwnership} removes accounts
 * of rows that are not stored in time. Not thread-safe: used on one event loop.
 */
public final class ImportedOwners {

  /** The time after the request's deadline for which accounts may exist without their entity. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private final EntityOwners owners;
  private final AccountRate rate;

  /**
   * @param rate the maximum number of accounts that are made in a second
   */
  public ImportedOwners(EntityOwners owners, int rate) {
    this.owners = owners;
    this.rate = new AccountRate(rate, System::nanoTime);
  }

  /**
   * Makes the accounts of the owners that a row names.
   *
   * @return fails with CONFLICT, naming the value, if an account exists that was not made for this
   *     row; with INVALID if the provider refuses the data; with {@link Overtaken} if another
   *     request has stored the row
   */
  public Future<ProvisionedOwners> provide(
      PublishedType type, RowAccounts row, ObjectNode body, CallContext context) {
    List<NewUser> users = NamedOwners.of(type, body, owners.most());
    List<ProvidedUser> provided = new ArrayList<>();
    UUID id = row.id();
    return hold(row, users, context)
        .compose(
            _ -> AsyncLoop.each(users, user -> provide(user, id, context).onSuccess(provided::add)))
        .map(_ -> new ProvisionedOwners(id, type.name(), provided));
  }

  /**
   * Fails with CONFLICT or INVALID if the accounts that a row names cannot be made. Looks for them
   * at the rate at which they would be made, unless hidden fields name them: which values others
   * have in these is not revealed.
   */
  public Future<Void> requireNew(PublishedType type, ObjectNode body, CallContext context) {
    List<NewUser> named = NamedOwners.of(type, body, owners.most());
    return AsyncLoop.each(
        !context.caller().admin() && isHidden(type) ? List.of() : named,
        user ->
            nextTurn(context)
                .compose(_ -> owners.directory().find(user.username(), context.deadline()))
                .compose(
                    found ->
                        found == null
                            ? requireDistinct(user, context)
                            : Future.failedFuture(exists(user))));
  }

  private static boolean isHidden(PublishedType type) {
    List<FieldPath> hidden = HiddenFields.of(type.config()).all();
    return type.config().ownershipAttributes().stream()
        .flatMap(of -> Stream.of(of.userId(), of.email(), of.mobile()))
        .filter(Objects::nonNull)
        .anyMatch(field -> hidden.stream().anyMatch(path -> HiddenFields.touches(path, field)));
  }

  private Future<Void> requireDistinct(NewUser user, CallContext context) {
    return owners
        .directory()
        .requireDistinct(user.username(), user.email(), null, user.named(), context.deadline());
  }

  /** Takes the accounts back that were made for a row that is refused. */
  public Future<Void> giveUp(RowAccounts row, PublishedType type) {
    return owners.undo(new ProvisionedOwners(row.id(), type.name(), List.of()), false);
  }

  /** Sends the mails to accounts without a password. A background job retries failures. */
  public Future<Void> complete(List<ProvisionedOwners> stored) {
    return AsyncLoop.each(stored, owners::complete);
  }

  /**
   * Notes the accounts, also those of an earlier request, and waits until none is being removed.
   * The accounts of a stored row are not noted again, because noted accounts may be removed.
   */
  private Future<Void> hold(RowAccounts row, List<NewUser> users, CallContext context) {
    List<String> names = EntityOwners.usernames(users);
    return owners
        .awaitUnchanged(users, context.deadline())
        .compose(
            _ ->
                AsyncLoop.repeat(
                    () ->
                        users.isEmpty()
                            ? Future.succeededFuture(false)
                            : owners
                                .provisions()
                                .hold(row, names, context.deadline().remaining().plus(MARGIN))
                                .compose(
                                    outcome ->
                                        switch (outcome) {
                                          case HELD -> Future.succeededFuture(false);
                                          case UNDOING -> owners.again(context.deadline());
                                          case OVERTAKEN -> Future.failedFuture(new Overtaken());
                                        })))
        .compose(_ -> owners.requireUnchanged(users));
  }

  private Future<ProvidedUser> provide(NewUser user, UUID id, CallContext context) {
    return nextTurn(context)
        .compose(_ -> owners.directory().provide(user, id, context.deadline()))
        .compose(
            provided ->
                provided.created()
                    ? Future.succeededFuture(provided)
                    : owners
                        .isUnderWay(provided)
                        .compose(
                            underWay ->
                                underWay
                                    ? owners
                                        .again(context.deadline())
                                        .compose(_ -> provide(user, id, context))
                                    : Future.failedFuture(exists(user))));
  }

  /** Waits until another account may be made. */
  private Future<Void> nextTurn(CallContext context) {
    Duration longest = context.deadline().remaining();
    Duration wait = rate.take(longest);
    if (wait.compareTo(longest) > 0) {
      return Future.failedFuture(EntityOwners.busy());
    }
    return wait.toMillis() == 0
        ? Future.succeededFuture()
        : owners.pause().apply(wait.toMillis()).mapEmpty();
  }

  private static FailureException exists(NewUser user) {
    String message =
        "An account with this user name or e-mail address exists, and an import makes new ones"
            + " only; invite this one by itself, as its user or an admin, or name another account.";
    return OwnerConflict.of("registry.owner.taken", user.named().userId(), message);
  }

  /** Another request has stored the row, so that its accounts are those of a stored entity. */
  public static final class Overtaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Overtaken() {
      super("another request has stored the row", null, false, false);
    }
  }
}

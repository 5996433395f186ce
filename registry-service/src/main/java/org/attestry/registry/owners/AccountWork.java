package org.attestry.registry.owners;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.document.DocumentDiff;
import org.attestry.registry.owners.UserDirectory.Account;
import org.attestry.registry.owners.UserDirectory.NewUser;
import org.attestry.registry.owners.UserDirectory.ProvidedUser;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.stored.TransactionalStep;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.identifier.Ids;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changes of accounts with one change of an entity. If that is computed again, for a later
 * version, {@link #begin} undoes the changes of the earlier one. Not thread-safe: used on one event
 * loop.
 */
public final class AccountWork {

  private static final Logger LOG = LoggerFactory.getLogger(AccountWork.class);

  /** The time after the request's deadline for which a change may exist without its entity. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  /** The form of an account's id. */
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][\\w.:@+-]{0,254}");

  private final OwnerAccounts accounts;
  private final CallContext context;

  /** The changes, and whether the provider replied to each. */
  private final Map<UUID, Boolean> changes = new LinkedHashMap<>();

  private final List<TransactionalStep> steps = new ArrayList<>();
  private ProvisionedOwners made;
  private ProvisionedOwners given;

  AccountWork(OwnerAccounts accounts, CallContext context) {
    this.accounts = accounts;
    this.context = context;
  }

  /** Undoes the changes for a version that was not stored. */
  public Future<Void> begin() {
    return undo()
        .onSuccess(
            done -> {
              changes.clear();
              steps.clear();
              made = null;
              given = null;
            });
  }

  /** Returns the steps to commit in the transaction of the entity. */
  public List<TransactionalStep> steps() {
    List<TransactionalStep> all = new ArrayList<>(steps);
    changes.keySet().forEach(change -> all.add(new TransactionalStep.AccountChanged(change)));
    if (made != null) {
      all.addAll(made.steps());
    }
    return List.copyOf(all);
  }

  /** Returns the account, or null if it does not exist. */
  public Future<Account> read(String userId) {
    return ID.matcher(userId).matches()
        ? accounts.directory().read(userId, context.deadline())
        : Future.succeededFuture();
  }

  /** Returns the account that an attribute names, if it is an owner; otherwise null. */
  public Future<Account> named(OwnershipAttribute attribute, StoredEntity entity) {
    String username = NamedOwners.username(entity.body(), attribute);
    return username == null
        ? Future.succeededFuture()
        : find(username)
            .map(found -> found != null && entity.owners().contains(found.userId()) ? found : null);
  }

  /**
   * Returns the account of this user name, or null. Waits while another change takes or frees the
   * name: it may be undone.
   */
  public Future<Account> find(String username) {
    return NamedOwners.isUsername(username) ? findSettled(username) : Future.succeededFuture();
  }

  private Future<Account> findSettled(String username) {
    return accounts
        .directory()
        .find(username, context.deadline())
        .compose(
            found ->
                accounts
                    .notes()
                    .isUnderWay(Set.of(AccountText.folded(username)), null)
                    .compose(
                        changing ->
                            changing
                                ? accounts
                                    .owners()
                                    .again(context.deadline())
                                    .compose(_ -> findSettled(username))
                                : Future.succeededFuture(found)));
  }

  /**
   * Gives e-mail address and mobile number of a changed entity to the accounts that it names as
   * owners.
   *
   * @return the changed entity; fails with CONFLICT if the caller is neither the account itself nor
   *     an admin, if the address is that of another account, or if the entity gives one account two
   *     addresses or numbers
   */
  public Future<StoredEntity> follow(PublishedType type, StoredEntity before, StoredEntity after) {
    List<OwnershipAttribute> changed = changed(type, before.body(), after.body());
    return changed.isEmpty() && changes.isEmpty()
        ? Future.succeededFuture(after)
        : begin()
            .compose(
                _ ->
                    byAccount(changed, before)
                        .compose(
                            accounts ->
                                AsyncLoop.each(
                                    accounts.entrySet(),
                                    account ->
                                        follow(
                                            type,
                                            before,
                                            after,
                                            account.getValue(),
                                            account.getKey()))))
            .map(after);
  }

  /** Returns the attributes that name each account, by its id. */
  private Future<Map<String, List<OwnershipAttribute>>> byAccount(
      List<OwnershipAttribute> attributes, StoredEntity entity) {
    Map<String, List<OwnershipAttribute>> found = new LinkedHashMap<>();
    return AsyncLoop.each(
            attributes,
            attribute ->
                named(attribute, entity)
                    .onSuccess(
                        account -> {
                          if (account != null) {
                            found
                                .computeIfAbsent(account.userId(), none -> new ArrayList<>())
                                .add(attribute);
                          }
                        })
                    .mapEmpty())
        .map(found);
  }

  /** Changes an account once, however many attributes name it: it has one change at a time. */
  private Future<Void> follow(
      PublishedType type,
      StoredEntity before,
      StoredEntity after,
      List<OwnershipAttribute> attributes,
      String userId) {
    attributes.forEach(named -> requireOwn(userId, named, before.body(), after.body()));
    OwnershipAttribute merged =
        new OwnershipAttribute(
            attributes.getFirst().userId(),
            differing(attributes, OwnershipAttribute::email, before.body(), after.body()),
            differing(attributes, OwnershipAttribute::mobile, before.body(), after.body()),
            null);
    return change(type, before, after, merged, userId);
  }

  /**
   * Returns the pointer to the value that differs, or that of the first attribute if none does.
   *
   * @throws FailureException CONFLICT if the attributes point to different new values
   */
  private static String differing(
      List<OwnershipAttribute> attributes,
      Function<OwnershipAttribute, String> pointer,
      ObjectNode before,
      ObjectNode after) {
    List<String> differing =
        attributes.stream()
            .map(pointer)
            .filter(Objects::nonNull)
            .filter(each -> differs(each, before, after))
            .toList();
    String first =
        differing.isEmpty() ? pointer.apply(attributes.getFirst()) : differing.getFirst();
    for (String other : differing) {
      if (!DocumentDiff.same(after.at(first), after.at(other))) {
        String message =
            "The values at %s and %s are for one account; send the same one."
                .formatted(first, other);
        throw OwnerConflict.of("registry.owner.different", other, message);
      }
    }
    return first;
  }

  private void requireOwn(
      String userId, OwnershipAttribute attribute, ObjectNode before, ObjectNode after) {
    Caller caller = context.caller();
    if (!caller.admin() && !userId.equals(caller.userId())) {
      String pointer = differing(attribute, before, after);
      String message =
          "The value at %s is in an owner's account too; only that owner and an administrator change it."
              .formatted(pointer);
      throw OwnerConflict.of("registry.owner.contact", pointer, message);
    }
  }

  /** Returns the pointer to the value that differs. */
  static String differing(OwnershipAttribute attribute, ObjectNode before, ObjectNode after) {
    return differs(attribute.email(), before, after) ? attribute.email() : attribute.mobile();
  }

  /** Returns the attributes whose e-mail address or mobile number differ. */
  static List<OwnershipAttribute> changed(PublishedType type, ObjectNode before, ObjectNode after) {
    return !type.config().enableLogin()
        ? List.of()
        : type.config().ownershipAttributes().stream()
            .filter(attribute -> attribute.userId() != null)
            .filter(
                attribute ->
                    differs(attribute.email(), before, after)
                        || differs(attribute.mobile(), before, after))
            .toList();
  }

  private static boolean differs(String pointer, ObjectNode before, ObjectNode after) {
    return pointer != null && !DocumentDiff.same(before.at(pointer), after.at(pointer));
  }

  /**
   * Gives an account the user name that the changed entity names, and the e-mail address and mobile
   * number that differ from the entity before.
   */
  public Future<Void> change(
      PublishedType type,
      StoredEntity before,
      StoredEntity after,
      OwnershipAttribute attribute,
      String userId) {
    NewUser user = NamedOwners.of(type, after.body(), attribute);
    boolean email = differs(attribute.email(), before.body(), after.body());
    boolean mobile = differs(attribute.mobile(), before.body(), after.body());
    return change(
        userId,
        attribute,
        account -> {
          Account renamed = account.withUsername(user.username());
          Account written = email ? renamed.withEmail(user.email()) : renamed;
          return mobile ? written.withMobile(user.mobile()) : written;
        });
  }

  private Future<Void> change(
      String userId, OwnershipAttribute attribute, UnaryOperator<Account> wanted) {
    UUID change = Ids.next();
    return beginChange(change, userId)
        .compose(_ -> read(userId))
        .compose(
            account -> {
              Account next = account == null ? null : wanted.apply(account);
              return next == null || next.equals(account)
                  ? Future.succeededFuture()
                  : requireFree(account, next, attribute)
                      .compose(_ -> reserve(change, account, next))
                      .compose(_ -> send(change, next, attribute));
            });
  }

  /**
   * Notes the names that a change takes or frees, so that nobody else gets them before it is
   * finished. Waits while accounts of these names are made that began before.
   */
  private Future<Void> reserve(UUID change, Account account, Account next) {
    Set<String> names = account.differingNames(next);
    return accounts
        .notes()
        .keep(change, account, names)
        .compose(
            kept ->
                kept ? accounts.notes().isUnderWay(names, change) : Future.succeededFuture(true))
        .compose(
            busy ->
                busy
                    ? Future.failedFuture(EntityOwners.busy())
                    : AsyncLoop.repeat(
                        () ->
                            accounts
                                .owners()
                                .provisions()
                                .isAnyUnderWay(names)
                                .compose(
                                    making ->
                                        making
                                            ? accounts.owners().again(context.deadline())
                                            : Future.succeededFuture(false))));
  }

  /** Notes a change; waits while another change of the account is not finished. */
  private Future<Void> beginChange(UUID change, String userId) {
    changes.put(change, true);
    Duration hold = context.deadline().remaining().plus(MARGIN);
    return AsyncLoop.repeat(
        () ->
            accounts
                .notes()
                .begin(change, userId, hold)
                .compose(
                    begun ->
                        begun
                            ? Future.succeededFuture(false)
                            : accounts.owners().again(context.deadline())));
  }

  private Future<Void> requireFree(Account account, Account next, OwnershipAttribute attribute) {
    boolean sameName =
        AccountText.folded(next.username()).equals(AccountText.folded(account.username()));
    boolean sameEmail = next.email() == null || next.email().equalsIgnoreCase(account.email());
    return accounts
        .directory()
        .requireDistinct(
            sameName ? null : next.username(),
            sameEmail ? null : next.email(),
            account.userId(),
            attribute,
            context.deadline());
  }

  private Future<Void> send(UUID change, Account next, OwnershipAttribute attribute) {
    return accounts
        .directory()
        .change(next, attribute, context.deadline())
        .recover(cause -> isRefused(cause) ? refused(change, cause) : lost(change, cause));
  }

  private static boolean isRefused(Throwable cause) {
    return FailureException.isOf(cause, FailureKind.CONFLICT, FailureKind.INVALID);
  }

  /** Drops the note of a change that the provider refused: the account is as it was. */
  private Future<Void> refused(UUID change, Throwable cause) {
    return accounts.notes().undone(change).transform(_ -> Future.failedFuture(cause));
  }

  private Future<Void> lost(UUID change, Throwable cause) {
    changes.put(change, false);
    return Future.failedFuture(cause);
  }

  /** Makes a user for an owner of a stored entity, or finds its account; returns its id. */
  public Future<String> provide(PublishedType type, ObjectNode body, OwnershipAttribute attribute) {
    NewUser user = NamedOwners.of(type, body, attribute);
    return accounts
        .owners()
        .provide(type.name(), Ids.next(), List.of(user), context)
        .compose(
            provided ->
                provided
                    .map(Future::succeededFuture)
                    .orElseGet(() -> Future.failedFuture(EntityOwners.busy())))
        .map(
            provided -> {
              made = provided;
              return provided.ids().getFirst();
            });
  }

  /** Notes who owns the entity from now on, and who does not any more. */
  public void hand(PublishedType type, StoredEntity before, List<String> owners) {
    if (!type.config().enableLogin()) {
      return;
    }
    List<String> known = new ArrayList<>(before.owners());
    known.addAll(made == null ? List.of() : made.ids());
    List<String> more = without(owners, known);
    List<String> less = without(before.owners(), owners);
    if (!more.isEmpty()) {
      steps.add(new TransactionalStep.OwnersGiven(before.id(), type.name(), more));
      given =
          new ProvisionedOwners(
              before.id(),
              type.name(),
              more.stream().map(id -> new ProvidedUser(id, false, null, false)).toList());
    }
    if (!less.isEmpty()) {
      steps.add(new TransactionalStep.OwnersReleased(before.id(), type.name(), less));
    }
  }

  private static List<String> without(List<String> all, List<String> others) {
    return all.stream().filter(one -> !others.contains(one)).toList();
  }

  /**
   * Undoes changes that were not stored, and completes the others. Always succeeds: a job retries
   * failures.
   */
  Future<Void> end(boolean succeeded) {
    return undo()
        .compose(_ -> succeeded && given != null ? accounts.owners().complete(given) : done())
        .compose(_ -> succeeded && made != null ? accounts.owners().complete(made) : done())
        .onFailure(cause -> LOG.atWarn().setCause(cause).log("accounts are restored later"))
        .otherwiseEmpty();
  }

  private Future<Void> undo() {
    return AsyncLoop.each(changes.entrySet(), change -> undo(change.getKey(), change.getValue()))
        .compose(_ -> made == null ? done() : accounts.owners().takeBack(made, false));
  }

  /** Undoes a change, unless the entity was stored, which the database decides. */
  private Future<Void> undo(UUID change, boolean replied) {
    AccountUndo undo = new AccountUndo(accounts.directory(), accounts.notes());
    return accounts
        .notes()
        .undo(change)
        .compose(notes -> AsyncLoop.each(notes, note -> undo.undo(note, replied)));
  }

  private static Future<Void> done() {
    return Future.succeededFuture();
  }
}

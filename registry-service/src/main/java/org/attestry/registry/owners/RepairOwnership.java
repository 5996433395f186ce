package org.attestry.registry.owners;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.Deadline;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.owners.PgAccountNotes.AccountNote;
import org.attestry.registry.owners.PgProvisionStore.Link;
import org.attestry.registry.owners.PgProvisionStore.Provision;
import org.attestry.registry.owners.PgProvisionStore.Release;
import org.attestry.registry.owners.PgProvisionStore.Request;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.runtime.async.AsyncLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes the pending steps between the database and the identity provider: deletes users whose
 * entity was not stored in time, adds the missing role to owners of stored entities, removes the
 * role from owners whose last entity is deleted or given away, sends a mail to users without a
 * password, and gives accounts their former data back whose entity was not changed in time.
 *
 * <p>A user may become owner of a new entity while the role is being removed; a user who owns an
 * entity afterwards gets the role back. A row records the removal, so that this also works if the
 * process ends in between. A role that was not removed here is not given back.
 */
public record RepairOwnership(
    UserDirectory directory,
    PgProvisionStore provisions,
    PgAccountNotes notes,
    TypeCatalogue types,
    PgEntityStore entities) {

  private static final Logger LOG = LoggerFactory.getLogger(RepairOwnership.class);
  private static final int AT_ONCE = 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /**
   * Runs all due repairs. Fails if the store fails; the remaining repairs are due again in the next
   * run.
   */
  public Future<Void> repair() {
    return provisions.isAnyDue().compose(due -> due ? repairDue() : Future.succeededFuture());
  }

  private Future<Void> repairDue() {
    return provisions
        .takeLapsed(AT_ONCE)
        .compose(lapsed -> all(lapsed, this::takeBack))
        .compose(done -> provisions.takeDueLinks(AT_ONCE))
        .compose(due -> all(due, this::link))
        .compose(done -> provisions.takeDueReleases(AT_ONCE))
        .compose(due -> all(due, this::release))
        .compose(done -> provisions.takeDueRequests(AT_ONCE))
        .compose(due -> all(due, this::requestPassword))
        .compose(done -> notes.takeLapsed(AT_ONCE))
        .compose(lapsed -> all(lapsed, this::restore));
  }

  /**
   * Runs the work for each item. A failed item does not stop the others; its row is due again
   * later.
   */
  private static <T> Future<Void> all(List<T> items, Function<T, Future<Void>> work) {
    return AsyncLoop.each(items, item -> work.apply(item).recover(RepairOwnership::later));
  }

  private static Future<Void> later(Throwable cause) {
    LOG.atWarn().setCause(cause).log("one owner is repaired later");
    return Future.succeededFuture();
  }

  private Future<Void> takeBack(Provision provision) {
    return directory
        .removeIfCreatedFor(provision.entity(), provision.username(), Deadline.in(TIMEOUT))
        .compose(
            removed ->
                removed || provision.settled()
                    ? provisions.undone(provision.entity(), provision.username())
                    : Future.succeededFuture());
  }

  private Future<Void> link(Link link) {
    return directory
        .link(link.userId(), link.type(), Deadline.in(TIMEOUT))
        .compose(linked -> provisions.linked(link.entity(), link.userId()));
  }

  private Future<Void> requestPassword(Request request) {
    return directory
        .requestPassword(request.userId(), Deadline.in(TIMEOUT))
        .compose(requested -> provisions.passwordRequested(request.entity(), request.userId()));
  }

  private Future<Void> restore(AccountNote note) {
    return new AccountUndo(directory, notes).undo(note, note.settled());
  }

  /**
   * Removes a role unless the user is entitled to it. Can be repeated, and run on several replicas
   * at once.
   */
  private Future<Void> release(Release release) {
    return owns(release)
        .compose(owns -> owns ? giveBack(release, release.taking()) : take(release))
        .compose(settled -> provisions.released(release.entity(), release.userId()));
  }

  private Future<Void> take(Release release) {
    return directory
        .isLinked(release.userId(), release.type(), Deadline.in(TIMEOUT))
        .compose(
            linked ->
                linked
                    ? provisions.taking(release.entity(), release.userId()).map(true)
                    : Future.succeededFuture(release.taking()))
        .compose(
            taken ->
                directory
                    .unlink(release.userId(), release.type(), Deadline.in(TIMEOUT))
                    .compose(_ -> owns(release))
                    .compose(owns -> giveBack(release, owns && taken)));
  }

  private Future<Void> giveBack(Release release, boolean wanted) {
    return wanted
        ? directory.link(release.userId(), release.type(), Deadline.in(TIMEOUT))
        : Future.succeededFuture();
  }

  /** Whether the user owns an entity of the type that is not deleted. */
  private Future<Boolean> owns(Release release) {
    return types
        .find(release.type())
        .compose(
            type ->
                type == null
                    ? Future.succeededFuture(false)
                    : entities.hasOwned(type, release.userId()));
  }
}

package org.attestry.registry.domain.owners;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.Deadline;
import org.attestry.registry.domain.owners.ProvisionStore.Link;
import org.attestry.registry.domain.owners.ProvisionStore.Provision;
import org.attestry.registry.domain.owners.ProvisionStore.Release;
import org.attestry.registry.domain.owners.ProvisionStore.Request;
import org.attestry.registry.domain.stored.EntityStore;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.work.AsyncLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes what is left to do between the database and the identity provider: deletes users whose
 * entity was not stored in time, gives owners of stored entities the role that they lack, takes it
 * from those whose last entity is deleted, and sends users without a password a mail.
 *
 * <p>A user may become owner of a new entity while the role is taken: a user who owns one after
 * that gets the role back. A row notes that the role was taken, so that this also holds if the
 * process ends in between. Nobody gets a role back that was not taken here.
 */
public record RepairOwnership(
    UserDirectory directory, ProvisionStore provisions, TypeCatalogue types, EntityStore entities) {

  private static final Logger LOG = LoggerFactory.getLogger(RepairOwnership.class);
  private static final int AT_ONCE = 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Fails when the store does; what it did not get to is due again in the next run. */
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
        .compose(due -> all(due, this::requestPassword));
  }

  /** One that fails does not stop the others; its row is due again later. */
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

  /** May be done again, and by several replicas at once. */
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

package org.attestry.registry.domain.owners;

import io.vertx.core.Future;
import java.time.Duration;
import org.attestry.contracts.Deadline;
import org.attestry.registry.domain.owners.ProvisionStore.Release;

/**
 * Takes the role of a type from users whose last entity of the type is deleted. A user may become
 * owner of a new one meanwhile: who owns one after the role was taken gets it back. A row notes
 * that the role was taken, so that this also holds if the process ends in between. Nobody gets a
 * role here that was not taken here.
 */
record ReleaseOwners(UserDirectory directory, ProvisionStore provisions, Ownership ownership) {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** May be done again, and by several at once. */
  Future<Void> release(Release release) {
    return ownership
        .owns(release.userId(), release.type())
        .compose(owns -> owns ? giveBack(release, release.taking()) : take(release))
        .compose(settled -> provisions.released(release.entity(), release.userId()));
  }

  private Future<Void> take(Release release) {
    return directory
        .isLinked(release.userId(), release.type(), soon())
        .compose(
            linked ->
                linked
                    ? provisions.taking(release.entity(), release.userId()).map(true)
                    : Future.succeededFuture(release.taking()))
        .compose(
            taken ->
                directory
                    .unlink(release.userId(), release.type(), soon())
                    .compose(gone -> ownership.owns(release.userId(), release.type()))
                    .compose(owns -> giveBack(release, owns && taken)));
  }

  private Future<Void> giveBack(Release release, boolean wanted) {
    return wanted
        ? directory.link(release.userId(), release.type(), soon())
        : Future.succeededFuture();
  }

  private static Deadline soon() {
    return Deadline.in(TIMEOUT);
  }
}

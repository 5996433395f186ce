package org.attestry.registry.domain.owners;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.Deadline;
import org.attestry.registry.domain.owners.ProvisionStore.Link;
import org.attestry.registry.domain.owners.ProvisionStore.Provision;
import org.attestry.registry.domain.owners.ProvisionStore.Request;
import org.attestry.runtime.work.AsyncLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes what is left to do between the database and the identity provider: deletes users whose
 * entity was not stored in time, gives owners of stored entities the role that they lack, takes it
 * from those whose last entity is deleted, and has users asked for the password that they lack.
 */
public final class RepairOwnership {

  private static final Logger LOG = LoggerFactory.getLogger(RepairOwnership.class);
  private static final int AT_ONCE = 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final UserDirectory directory;
  private final ProvisionStore provisions;
  private final ReleaseOwners releasing;

  public RepairOwnership(UserDirectory directory, ProvisionStore provisions, Ownership ownership) {
    this.directory = directory;
    this.provisions = provisions;
    this.releasing = new ReleaseOwners(directory, provisions, ownership);
  }

  /** Fails when the store does; what it did not get to is due again in the next run. */
  public Future<Void> repair() {
    return provisions
        .takeLapsed(AT_ONCE)
        .compose(lapsed -> all(lapsed, this::takeBack))
        .compose(done -> provisions.takeDueLinks(AT_ONCE))
        .compose(due -> all(due, this::link))
        .compose(done -> provisions.takeDueReleases(AT_ONCE))
        .compose(due -> all(due, releasing::release))
        .compose(done -> provisions.takeDueRequests(AT_ONCE))
        .compose(due -> all(due, this::askForPassword));
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
        .removeMadeFor(provision.entity(), provision.username(), Deadline.in(TIMEOUT))
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

  private Future<Void> askForPassword(Request request) {
    return directory
        .askForPassword(request.userId(), Deadline.in(TIMEOUT))
        .compose(asked -> provisions.askedForPassword(request.entity(), request.userId()));
  }
}

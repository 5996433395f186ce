package org.attestry.registry.domain.owners;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.Deadline;
import org.attestry.registry.domain.owners.ProvisionStore.Link;
import org.attestry.registry.domain.owners.ProvisionStore.Provision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes what a process left between the database and the identity provider: deletes users whose
 * entity was not stored in time, and gives owners of stored entities the role that they lack.
 */
public final class MendOwners {

  private static final Logger LOG = LoggerFactory.getLogger(MendOwners.class);
  private static final int AT_ONCE = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final UserDirectory directory;
  private final ProvisionStore provisions;
  private boolean mending;

  public MendOwners(UserDirectory directory, ProvisionStore provisions) {
    this.directory = directory;
    this.provisions = provisions;
  }

  /** Succeeds in any case; what fails is tried again later. */
  public Future<Void> mend() {
    if (mending) {
      return Future.succeededFuture();
    }
    mending = true;
    return provisions
        .takeLapsed(AT_ONCE)
        .compose(lapsed -> all(lapsed, this::takeBack))
        .compose(done -> provisions.takeDueLinks(AT_ONCE))
        .compose(due -> all(due, this::link))
        .onFailure(cause -> LOG.atWarn().setCause(cause).log("owners are mended later"))
        .otherwiseEmpty()
        .onComplete(done -> mending = false);
  }

  private static <T> Future<Void> all(List<T> items, Function<T, Future<Void>> work) {
    Future<Void> done = Future.succeededFuture();
    for (T item : items) {
      done = done.compose(before -> work.apply(item));
    }
    return done;
  }

  private Future<Void> takeBack(Provision provision) {
    return directory
        .removeMadeFor(provision.entity(), provision.username(), Deadline.in(PATIENCE))
        .compose(
            removed ->
                removed || provision.settled()
                    ? provisions.undone(provision.entity(), provision.username())
                    : Future.succeededFuture());
  }

  private Future<Void> link(Link link) {
    return directory
        .link(link.userId(), link.type(), Deadline.in(PATIENCE))
        .compose(linked -> provisions.linked(link.entity(), link.userId()));
  }
}

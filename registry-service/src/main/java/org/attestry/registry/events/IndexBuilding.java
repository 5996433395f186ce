package org.attestry.registry.events;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.attestry.registry.catalogue.PgTypeStore;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.async.PeriodicJob;
import org.attestry.runtime.async.SharedRun;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds indexes in the background: after each change of a type, periodically for builds that
 * another replica did not finish, and, at the start and every ten minutes, for all types whose
 * indexes are those of another version of this service. One build runs at a time; calls during a
 * build share the next one.
 */
public final class IndexBuilding {

  private static final Logger LOG = LoggerFactory.getLogger(IndexBuilding.class);
  private static final Duration EVERY = Duration.ofSeconds(15);
  private static final long TIMEOUT_MILLIS = 3_000;

  /** Another version of this service that runs at the same time may replace indexes by its own. */
  private static final Duration COMPARE_EVERY = Duration.ofMinutes(10);

  private final SharedRun<Void> builds = new SharedRun<>();
  private final PeriodicJob job;
  private PgTypeStore store;
  private boolean closed;
  private Instant nextComparison = Instant.EPOCH;

  public IndexBuilding(Vertx vertx) {
    this.job = new PeriodicJob(vertx, "build indexes", EVERY, this::run);
  }

  public void start(PgTypeStore types) {
    this.store = types;
    run();
    job.start();
  }

  public Future<Void> close() {
    closed = true;
    return job.close()
        .compose(stopped -> store == null ? Future.succeededFuture() : store.interrupt());
  }

  /**
   * Starts building.
   *
   * @return completes when the indexes are built, or after a timeout; never fails
   */
  public Future<Void> index() {
    return run().timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS).otherwiseEmpty();
  }

  private Future<Void> run() {
    return builds.run(this::build);
  }

  private Future<Void> build() {
    return AsyncLoop.repeat(this::buildOnce)
        .onFailure(
            cause ->
                LOG.atWarn()
                    .addKeyValue("reason", cause.getClass().getSimpleName())
                    .log("indexes are built later"))
        .otherwiseEmpty();
  }

  private Future<Boolean> buildOnce() {
    if (closed || store == null) {
      return Future.succeededFuture(false);
    }
    boolean all = !Instant.now().isBefore(nextComparison);
    return store
        .index(all)
        .onSuccess(
            built -> nextComparison = all ? Instant.now().plus(COMPARE_EVERY) : nextComparison);
  }
}

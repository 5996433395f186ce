package org.attestry.registry.events;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.attestry.registry.domain.types.TypeStore;
import org.attestry.runtime.work.AsyncLoop;
import org.attestry.runtime.work.PeriodicJob;
import org.attestry.runtime.work.SharedRun;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds indexes in the background: after each change of a type or of its learned indexes, and
 * periodically for builds that another replica did not finish. One build runs at a time; calls
 * during a build share the one after it.
 */
public final class IndexBuilding {

  private static final Logger LOG = LoggerFactory.getLogger(IndexBuilding.class);
  private static final Duration EVERY = Duration.ofSeconds(15);
  private static final long TIMEOUT_MILLIS = 3_000;

  private final SharedRun<Void> builds = new SharedRun<>();
  private final PeriodicJob job;
  private TypeStore store;
  private Runnable changed;
  private boolean closed;

  public IndexBuilding(Vertx vertx) {
    this.job = new PeriodicJob(vertx, "build indexes", EVERY, this::run);
  }

  /**
   * @param changed is run after each build, because searches can use the indexes now
   */
  public void start(TypeStore types, Runnable changed) {
    this.store = types;
    this.changed = changed;
    run();
    job.start();
  }

  /** Starts building; a call does not wait for it. */
  public void begin() {
    run();
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
    return store
        .index()
        .onSuccess(
            built -> {
              if (built) {
                changed.run();
              }
            });
  }
}

package org.attestry.claims.events;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.claims.raise.RefreshClaims;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.async.PeriodicJob;
import org.attestry.runtime.async.Retry;
import org.attestry.runtime.async.SharedRun;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refreshes open claims whose policies a newer revision of their type has changed: when the
 * revision is published, and each minute for claims that could not be refreshed then.
 */
public final class SupersededClaims {

  private static final Logger LOG = LoggerFactory.getLogger(SupersededClaims.class);
  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final PgClaimStore store;
  private final RefreshClaims refresh;
  private final SharedRun<Void> runs = new SharedRun<>();
  private final PeriodicJob job;
  private boolean closed;

  public SupersededClaims(Vertx vertx, PgClaimStore store, RefreshClaims refresh) {
    this.vertx = vertx;
    this.store = store;
    this.refresh = refresh;
    this.job = new PeriodicJob(vertx, "refresh claims", EVERY, this::run);
  }

  public void start() {
    run();
    job.start();
  }

  public Future<Void> close() {
    closed = true;
    return job.close();
  }

  /** Stores the policies of types; their claims are refreshed in the background. */
  Future<Void> published(List<EntityType> types) {
    return AsyncLoop.each(types, store::publish).onSuccess(done -> run());
  }

  private Future<Void> run() {
    return runs.run(() -> Retry.every(vertx, RETRY).when(this::isRetried).run(refresh::superseded));
  }

  private boolean isRetried(Throwable cause) {
    LOG.atWarn()
        .addKeyValue("reason", cause.getMessage())
        .log("claims under changed policies are refreshed later");
    return !closed;
  }
}

package org.attestry.claims.events;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import org.attestry.claims.domain.ClaimStore;
import org.attestry.claims.domain.RefreshClaims;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.work.AsyncLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refreshes open claims under policies that a newer revision of their type has changed: when it is
 * published, and each minute for those that could not be refreshed then.
 */
public final class SupersededClaims {

  private static final Logger LOG = LoggerFactory.getLogger(SupersededClaims.class);
  private static final long EVERY_MILLIS = Duration.ofMinutes(1).toMillis();
  private static final long RETRY_MILLIS = 1_000;

  private final Vertx vertx;
  private final ClaimStore store;
  private final RefreshClaims refresh;
  private long timer;
  private boolean running;
  private boolean again;
  private boolean closed;

  public SupersededClaims(Vertx vertx, ClaimStore store, RefreshClaims refresh) {
    this.vertx = vertx;
    this.store = store;
    this.refresh = refresh;
  }

  public void start() {
    run();
  }

  public Future<Void> close() {
    closed = true;
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }

  /** Stores the policies of types; their claims are refreshed in the background. */
  Future<Void> published(List<EntityType> types) {
    return AsyncLoop.each(types, store::publish).onSuccess(done -> run());
  }

  private void run() {
    again = true;
    if (running || closed) {
      return;
    }
    running = true;
    vertx.cancelTimer(timer);
    AsyncLoop.repeat(
            () -> {
              again = false;
              return refresh.superseded().map(done -> !closed && again);
            })
        .onFailure(
            cause ->
                LOG.atWarn()
                    .addKeyValue("reason", cause.getMessage())
                    .log("claims under changed policies are refreshed later"))
        .onComplete(
            ended -> {
              running = false;
              timer =
                  vertx.setTimer(ended.succeeded() ? EVERY_MILLIS : RETRY_MILLIS, tick -> run());
            });
  }
}

package org.attestry.registry;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import org.attestry.registry.domain.claim.ReconcileClaims;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs {@link ReconcileClaims} at the start and again and again: soon after a run that failed,
 * since claims-service may start later.
 */
final class ClaimUpkeep {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimUpkeep.class);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(30);

  private final Vertx vertx;
  private final ReconcileClaims reconciling;
  private final Duration every;
  private long timer;
  private boolean closed;

  /**
   * @param every the time between two runs; what is younger is left alone
   */
  ClaimUpkeep(Vertx vertx, ReconcileClaims reconciling, Duration every) {
    this.vertx = vertx;
    this.reconciling = reconciling;
    this.every = every;
  }

  void start() {
    after(soon());
  }

  Future<Void> close() {
    closed = true;
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }

  private Duration soon() {
    return every.compareTo(AFTER_FAILURE) < 0 ? every : AFTER_FAILURE;
  }

  private void after(Duration pause) {
    if (!closed) {
      timer = vertx.setTimer(pause.toMillis(), tick -> run());
    }
  }

  private void run() {
    reconciling
        .run(Instant.now().minus(every))
        .onSuccess(done -> after(every))
        .onFailure(
            cause -> {
              LOG.atWarn()
                  .addKeyValue("reason", cause.getMessage())
                  .log("claims are compared with entities later");
              after(soon());
            });
  }
}

package org.attestry.credential;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import org.attestry.credential.domain.ConfirmCredentials;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done again and again without being asked: credentials are confirmed. */
final class Upkeep {

  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

  private final Vertx vertx;
  private final ConfirmCredentials confirming;
  private final Duration age;
  private long timer;
  private boolean closed;

  /**
   * @param age how old a credential is when it is confirmed, and the pause between two runs
   */
  Upkeep(Vertx vertx, ConfirmCredentials confirming, Duration age) {
    this.vertx = vertx;
    this.confirming = confirming;
    this.age = age;
  }

  void start() {
    if (!closed) {
      timer = vertx.setTimer(age.toMillis(), tick -> run());
    }
  }

  Future<Void> close() {
    closed = true;
    vertx.cancelTimer(timer);
    return Future.succeededFuture();
  }

  private void run() {
    confirming
        .run(Instant.now().minus(age))
        .onFailure(
            cause ->
                LOG.atWarn()
                    .addKeyValue("reason", cause.getMessage())
                    .log("credentials are confirmed later"))
        .onComplete(done -> start());
  }
}

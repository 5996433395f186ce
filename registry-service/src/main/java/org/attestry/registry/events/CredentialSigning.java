package org.attestry.registry.events;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.attestry.registry.credential.SignDue;
import org.attestry.registry.credential.SignDue.Outcome;
import org.attestry.runtime.async.PeriodicJob;
import org.attestry.runtime.async.PollPause;
import org.attestry.runtime.async.SharedRun;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs due credentials in the background: after each commit of a due credential on this replica,
 * and periodically those of other replicas and those that could not be signed before. Only one run
 * is active at a time. While the signer is unavailable, only the periodic job starts runs.
 */
public final class CredentialSigning {

  private static final Logger LOG = LoggerFactory.getLogger(CredentialSigning.class);
  private static final Duration EVERY = Duration.ofMillis(500);
  private static final Duration EVERY_IDLE = Duration.ofSeconds(5);

  private final SharedRun<Outcome> runs = new SharedRun<>();
  private final PeriodicJob job;
  private SignDue signing;
  private boolean unavailable;
  private boolean closed;

  public CredentialSigning(Vertx vertx) {
    this.job =
        PeriodicJob.polling(
            vertx,
            "sign credentials",
            new PollPause(EVERY, EVERY_IDLE),
            () -> run().map(outcome -> outcome != Outcome.NOTHING_DUE));
  }

  public void start(SignDue due) {
    this.signing = due;
    job.start();
  }

  /** Starts signing without waiting for it; the periodic job retries what fails. */
  public void begin() {
    if (!unavailable) {
      run();
    }
  }

  /** Stops the periodic job. A run in flight ends by itself. */
  public Future<Void> close() {
    closed = true;
    return job.close();
  }

  private Future<Outcome> run() {
    return runs.run(
        () ->
            closed || signing == null
                ? Future.succeededFuture(Outcome.NOTHING_DUE)
                : signing.run().onSuccess(this::ended));
  }

  /**
   * Records whether the signer is unavailable. A run without due credentials does not change that.
   */
  private void ended(Outcome outcome) {
    boolean now = outcome == Outcome.SIGNER_UNAVAILABLE;
    if (now && !unavailable) {
      LOG.warn("credentials cannot be signed now; they are signed later");
    }
    if (!now && unavailable && outcome == Outcome.DONE) {
      LOG.info("credentials are signed again");
    }
    unavailable = outcome == Outcome.NOTHING_DUE ? unavailable : now;
  }
}

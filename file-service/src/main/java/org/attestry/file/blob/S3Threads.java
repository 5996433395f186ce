package org.attestry.file.blob;

import io.micrometer.core.instrument.MeterRegistry;
import io.minio.errors.MinioException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.fair.Workers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads for blocking work: uploads, downloads, the disk, deletions with the sweep, and health
 * checks each have a pool. No thread waits for a client. Work that gets no thread within 15 seconds
 * is not begun. Failures of the store have kind UNAVAILABLE.
 */
final class S3Threads {

  /** Each of these threads holds one part of 5 MiB in memory. */
  private static final int SENDING = 4;

  private static final int READING = 8;
  private static final int DISK = 4;
  private static final int WAITING_A_TRANSFER = 4;
  private static final int CLEANING = 2;
  private static final int CLEANING_QUEUE = 2_048;

  /** How many requests may be in flight in all. */
  static final int REQUESTS = SENDING + READING + CLEANING + 1;

  private static final Logger LOG = LoggerFactory.getLogger(S3Threads.class);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);

  private final Workers sending;
  private final Workers reading;
  private final Workers disk;
  private final Workers cleaning;
  private final Workers health;

  /**
   * @param transfers how many transfers run at once; each has one task at the most, so that none is
   *     refused for the share of a caller that may wait
   */
  S3Threads(Vertx vertx, int transfers, MeterRegistry meters) {
    int waiting = WAITING_A_TRANSFER * transfers;
    this.sending = new Workers(vertx, "file-upload", SENDING, waiting, meters);
    this.reading = new Workers(vertx, "file-download", READING, waiting, meters);
    this.disk = new Workers(vertx, "file-disk", DISK, waiting, meters);
    this.cleaning = new Workers(vertx, "file-cleaning", CLEANING, CLEANING_QUEUE, meters);
    this.health = new Workers(vertx, "file-health", 1, 1, meters);
  }

  <T> Future<T> send(CallerKey caller, Callable<T> work) {
    return run(sending, caller, work);
  }

  <T> Future<T> read(CallerKey caller, Callable<T> work) {
    return run(reading, caller, work);
  }

  <T> Future<T> spool(CallerKey caller, Callable<T> work) {
    return run(disk, caller, work);
  }

  /** Runs deletions and the sweep, which have no deadline. */
  <T> Future<T> clean(Callable<T> work) {
    return cleaning.run(work).recover(S3Threads::unavailable);
  }

  <T> Future<T> check(Callable<T> work) {
    return run(health, CallerKey.SUITE, work);
  }

  void close() {
    List.of(sending, reading, disk, cleaning, health).forEach(Workers::close);
  }

  private static <T> Future<T> run(Workers workers, CallerKey caller, Callable<T> work) {
    return workers.run(Deadline.in(LONGEST_WAIT, caller), work).recover(S3Threads::unavailable);
  }

  private static <T> Future<T> unavailable(Throwable cause) {
    boolean late = FailureException.isOf(cause, FailureKind.TIMEOUT);
    if (!late && !(cause instanceof MinioException) && !(cause instanceof IOException)) {
      return Future.failedFuture(cause);
    }
    LOG.atWarn().setCause(cause).log("a request to the file store failed");
    return Future.failedFuture(
        FailureException.unavailable(
            "file.store.unavailable", "The file store is not available; try again shortly."));
  }
}

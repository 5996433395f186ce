package org.attestry.credential.verify;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.Deadline;
import org.attestry.credential.stored.CredentialReference;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.FairQueue.Limits;
import org.attestry.runtime.fair.FairQueue.Refusals;

/**
 * Reads stored credentials for requests that name one by its id. Such a request is small whatever
 * text it reads, so the bytes of the texts are limited here: they count from before the read until
 * the work on them has ended, and callers take turns. Texts of up to {@value #SMALL} bytes do not
 * wait.
 */
public final class IssuedTexts {

  static final int SMALL = 16_384;

  private static final int UNIT = 1_024;

  /** The share of the heap: with 256 MiB these are 2 MiB, and 32 MiB for waiting texts. */
  private static final int HEAP_OF_ONE = 128;

  private static final int WAITING = 16;

  private final Function<UUID, Future<StoredCredential>> read;
  private final FairQueue queue;
  private final int most;

  /**
   * @param read finds a credential by the id of its row
   * @param heap the largest heap of the process, in bytes
   */
  public IssuedTexts(
      Vertx vertx, Function<UUID, Future<StoredCredential>> read, long heap, MeterRegistry meters) {
    int all = Math.toIntExact(Math.max(8, heap / HEAP_OF_ONE / UNIT));
    Limits limits = Limits.of(all, all * WAITING).ofOne(all / 4, all / 8, WAITING);
    this.read = read;
    this.queue = new FairQueue(vertx, "credential-texts", limits, Refusals.USUAL, meters);
    this.most = all / 2;
  }

  /**
   * Works on the text of a credential when it fits.
   *
   * @return fails as reading and the work do, and with RATE_LIMITED or UNAVAILABLE if the text does
   *     not fit in time
   */
  <T> Future<T> with(
      CredentialReference one, Deadline deadline, Function<StoredCredential, Future<T>> work) {
    return one.bytes() <= SMALL
        ? read.apply(one.id()).compose(work)
        : queue.run(
            deadline,
            Math.min(most, Math.ceilDiv(one.bytes(), UNIT)),
            () -> read.apply(one.id()).compose(work));
  }
}

package org.attestry.credential.certificate;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.runtime.fair.Debts;

/**
 * Queues of certificates. Long documents may use only a part of the places, so that short ones
 * always find one. A PDF is long by the weight of its markup ({@link MarkupWeight}). It also counts
 * as long for some time after a slow PDF of the same caller and template: for as long as that PDF
 * took. No document is cancelled and started again, because starting a renderer costs as much as
 * finishing a document.
 */
public final class RenderingQueues {

  private static final int LONG = 20_000;
  private static final Duration SLOW = Duration.ofSeconds(1);

  private final CryptoWorkers all;
  private final CryptoWorkers longOnes;
  private final Debts debts;
  private final LongSupplier clock;

  /**
   * @param all all places
   * @param longOnes the part of them for long documents
   */
  public RenderingQueues(CryptoWorkers all, CryptoWorkers longOnes) {
    this(all, longOnes, new Debts(SLOW), System::nanoTime);
  }

  RenderingQueues(CryptoWorkers all, CryptoWorkers longOnes, Debts debts, LongSupplier clock) {
    this.all = all;
    this.longOnes = longOnes;
    this.debts = debts;
    this.clock = clock;
  }

  /** A filled template. */
  interface Document {

    String markup();

    /**
     * A number that distinguishes templates: one caller may have quick documents of one and slow
     * ones of another.
     */
    int template();

    /**
     * Says whether the document needs a layout, whose cost can only be estimated from its input.
     */
    boolean isLaidOut();

    byte[] render();
  }

  /** A rendered document, or a long one that waits. */
  private record Step(byte[] rendered, Document waiting) {}

  /**
   * Fills a template, and renders it at once if it is short.
   *
   * @param fill makes the document; it takes CPU time
   * @return fails with the exception of filling or rendering, or with the refusal of a queue
   */
  Future<byte[]> render(Deadline deadline, Callable<Document> fill) {
    return all.run(deadline, () -> begin(deadline, fill.call()))
        .compose(
            step ->
                step.waiting() == null
                    ? Future.succeededFuture(step.rendered())
                    : longOnes.run(deadline, () -> measured(deadline, step.waiting())));
  }

  private Step begin(Deadline deadline, Document document) {
    return isLong(deadline, document)
        ? new Step(null, document)
        : new Step(measured(deadline, document), null);
  }

  private boolean isLong(Deadline deadline, Document document) {
    return document.isLaidOut()
        && (MarkupWeight.of(document.markup()) > LONG
            || debts.owes(deadline.caller(), document.template()));
  }

  private byte[] measured(Deadline deadline, Document document) {
    if (!document.isLaidOut()) {
      return document.render();
    }
    long begun = clock.getAsLong();
    try {
      return document.render();
    } finally {
      debts.charge(deadline.caller(), document.template(), clock.getAsLong() - begun);
    }
  }
}

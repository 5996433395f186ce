package org.attestry.credential.certificate;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.runtime.work.Debts;

/**
 * Where certificates wait to be rendered. Long documents have only a part of the places, so that
 * short ones always find one: a PDF is long by the weight of its markup ({@link MarkupWeight}), or
 * because the last one that its caller had of this template took long, for as long as that took.
 * Nothing is ended and begun anew: to start a renderer costs as much as to finish a document.
 */
public final class RenderingQueues {

  private static final int LONG = 20_000;
  private static final Duration SLOW = Duration.ofSeconds(1);

  private final CryptoWorkers all;
  private final CryptoWorkers longOnes;
  private final Debts debts;
  private final LongSupplier clock;

  /**
   * @param all the places of all documents
   * @param longOnes a part of them, for long documents
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

    /** Tells the templates apart of which one caller may have quick and slow documents. */
    int template();

    /** Whether it needs a layout, whose cost nothing but its input tells. */
    boolean isLaidOut();

    byte[] render();
  }

  /** A document that is rendered, or one that is long and waits. */
  private record Step(byte[] rendered, Document waiting) {}

  /**
   * Fills a template, and renders it at once if it is short.
   *
   * @param fill makes the document; it takes CPU time
   * @return fails with what one of both throws, or with a refusal of a queue
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

package org.attestry.credential.certificate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.runtime.fair.Debts;
import org.junit.jupiter.api.Test;

class RenderingQueuesTest {

  private static final byte[] MADE = {1};
  private static final String NAME = "देवनागरी ";

  private final List<String> begun = new ArrayList<>();
  private long now;
  private final RenderingQueues queues =
      new RenderingQueues(
          new Here("all"),
          new Here("long"),
          new Debts(Duration.ofSeconds(1), () -> now),
          () -> now);

  @Test
  void aShortDocumentIsRenderedAtOnce() {
    assertEquals(List.of("all"), begunBy("anna", "Ada ".repeat(1_000), 1, true, Duration.ZERO));
  }

  @Test
  void aDocumentOfFiveThousandWordsWaitsAmongLongOnes() {
    assertEquals(
        List.of("all", "long"), begunBy("anna", NAME.repeat(5_000), 1, true, Duration.ZERO));
  }

  @Test
  void whatNeedsNoLayoutIsNeverLong() {
    assertEquals(List.of("all"), begunBy("anna", NAME.repeat(5_000), 1, false, Duration.ZERO));
  }

  @Test
  void picturesOfATemplateMakeItNotLong() {
    String logo = "<img src=\"data:image/png;base64," + "A+/=".repeat(50_000) + "\"/>";
    assertEquals(List.of("all"), begunBy("anna", logo, 1, true, Duration.ZERO));
    assertTrue(MarkupWeight.of("data:" + "A".repeat(50_000)) > 50_000);
  }

  @Test
  void whoHadADocumentThatTookLongWaitsAmongLongOnesUntilItIsPaid() {
    Duration took = Duration.ofMillis(1_500);
    begunBy("anna", "x", 1, true, took);
    assertEquals(List.of("all", "long"), begunBy("anna", "x", 1, true, Duration.ZERO));
    assertEquals(List.of("all"), begunBy("anna", "x", 2, true, Duration.ZERO));
    assertEquals(List.of("all"), begunBy("bert", "x", 1, true, Duration.ZERO));
    now += took.toNanos();
    assertEquals(List.of("all"), begunBy("anna", "x", 1, true, Duration.ZERO));
  }

  /** Renders a document, and returns the queues that it went through. */
  private List<String> begunBy(
      String user, String markup, int template, boolean laidOut, Duration took) {
    begun.clear();
    Deadline deadline = Deadline.in(Duration.ofMinutes(30), CallerKey.user(user));
    Supplier<byte[]> render =
        () -> {
          now += took.toNanos();
          return MADE;
        };
    Future<byte[]> made =
        queues.render(deadline, () -> new Sample(markup, template, laidOut, render));
    assertEquals(MADE, made.result());
    return List.copyOf(begun);
  }

  private record Sample(String markup, int template, boolean isLaidOut, Supplier<byte[]> made)
      implements RenderingQueues.Document {
    @Override
    public byte[] render() {
      return made.get();
    }
  }

  /** Runs work on the calling thread. */
  private final class Here implements CryptoWorkers {
    private final String name;

    private Here(String name) {
      this.name = name;
    }

    @Override
    public <T> Future<T> run(Deadline deadline, Callable<T> work) {
      begun.add(name);
      try {
        return Future.succeededFuture(work.call());
      } catch (Exception e) {
        return Future.failedFuture(e);
      }
    }
  }
}

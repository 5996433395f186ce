package org.attestry.runtime.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class MinimumRateTest {

  private static final MinimumRate.Terms TERMS =
      new MinimumRate.Terms(100, Duration.ofSeconds(10), Duration.ofMinutes(5));

  @AutoClose("close")
  private final Vertx vertx = Vertx.vertx();

  private final AtomicInteger ended = new AtomicInteger();
  private long now;
  private final MinimumRate rate = new MinimumRate(vertx, TERMS, () -> now, ended::incrementAndGet);

  @Test
  void endsAStreamThatStalls() {
    pass(9);
    assertEquals(0, ended.get());

    pass(1);

    assertEquals(1, ended.get());
  }

  @Test
  void endsAStreamThatDribbles() {
    for (int second = 0; second < 10; second++) {
      rate.moved(99);
      pass(1);
    }

    assertEquals(1, ended.get());
  }

  @Test
  void leavesAStreamAloneThatKeepsTheRate() {
    for (int second = 0; second < 200; second++) {
      rate.moved(100);
      pass(1);
    }

    assertEquals(0, ended.get());
  }

  @Test
  void doesNotCountTheTimeThatWeNeedOurselves() {
    rate.pause();
    pass(100);
    rate.resume();
    pass(9);

    assertEquals(0, ended.get());
  }

  @Test
  void endsAStreamThatTakesTooLongInAll() {
    rate.pause();
    pass(301);

    assertEquals(1, ended.get());
  }

  private void pass(int seconds) {
    now += Duration.ofSeconds(seconds).toNanos();
    rate.check();
  }
}

package org.attestry.runtime.async;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PollPauseTest {

  private static final Duration SHORTEST = Duration.ofMillis(500);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private Instant now = Instant.EPOCH;
  private final PollPause pause = new PollPause(() -> now, SHORTEST, LONGEST);

  @Test
  void growsToTheLongestWithinAQuietMinute() {
    assertEquals(SHORTEST, pause.next());
    after(6);
    assertEquals(SHORTEST, pause.next());
    after(24);
    assertEquals(Duration.ofMillis(2_500), pause.next());
    after(30);
    assertEquals(LONGEST, pause.next());
    after(3_600);
    assertEquals(LONGEST, pause.next());
  }

  @Test
  void isTheShortestAfterWork() {
    after(3_600);
    pause.reset();
    assertEquals(SHORTEST, pause.next());
  }

  @Test
  void isTheShortestWhenTheClockIsSetBack() {
    after(-3_600);
    assertEquals(SHORTEST, pause.next());
  }

  @Test
  void isNeverShorterThanTheShortest() {
    PollPause fixed = new PollPause(() -> now, LONGEST, SHORTEST);
    after(3_600);
    assertEquals(LONGEST, fixed.next());
  }

  private void after(long seconds) {
    now = now.plusSeconds(seconds);
  }
}

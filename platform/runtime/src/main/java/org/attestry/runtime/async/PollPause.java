package org.attestry.runtime.async;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The pause between two polls. It grows while polls find nothing: it is a twelfth of the time since
 * the last work, so that an idle process costs little and a busy one polls with the shortest pause.
 * Used on one event loop.
 */
public final class PollPause {

  private static final int PART = 12;

  private final InstantSource clock;
  private final Duration shortest;
  private final Duration longest;
  private Instant worked;

  public PollPause(Duration shortest, Duration longest) {
    this(InstantSource.system(), shortest, longest);
  }

  PollPause(InstantSource clock, Duration shortest, Duration longest) {
    this.clock = clock;
    this.shortest = shortest;
    this.longest = longest;
    this.worked = clock.instant();
  }

  /** Makes the next pause the shortest, because there was work or a poll failed. */
  public void reset() {
    worked = clock.instant();
  }

  public Duration next() {
    Duration part = Duration.between(worked, clock.instant()).dividedBy(PART);
    Duration bounded = part.compareTo(longest) < 0 ? part : longest;
    return bounded.compareTo(shortest) < 0 ? shortest : bounded;
  }
}

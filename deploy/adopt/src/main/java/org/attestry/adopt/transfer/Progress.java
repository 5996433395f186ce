package org.attestry.adopt.transfer;

import java.time.Duration;
import org.attestry.adopt.report.Report;

/** Says every few seconds how far a step is. Thread-safe. */
public final class Progress {

  private static final long PAUSE = Duration.ofSeconds(5).toNanos();
  private static final double NANOS = 1e9;

  private final Report report;
  private final String subject;
  private final long began = System.nanoTime();
  private long last = began;
  private long done;

  public Progress(Report report, String subject) {
    this.report = report;
    this.subject = subject;
  }

  public synchronized void add(long number) {
    done += number;
    long now = System.nanoTime();
    if (now - last >= PAUSE) {
      last = now;
      say(now);
    }
  }

  /** Says the final number. */
  public synchronized void end() {
    say(System.nanoTime());
  }

  private void say(long now) {
    double seconds = (now - began) / NANOS;
    report.progress(
        "%s: %,d (%,.0f a second)".formatted(subject, done, done / Math.max(seconds, 0.001)));
  }
}

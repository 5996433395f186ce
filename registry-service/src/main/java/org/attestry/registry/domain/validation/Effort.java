package org.attestry.registry.domain.validation;

import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import java.time.Duration;
import java.util.Locale;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * How much one validation may do. Without references a definition costs no more than its size times
 * that of the document; what makes it cost more than that, exponentially even, is following
 * references, so these are counted.
 */
public final class Effort extends ExecutionContext {

  private static final String EXCEEDED = "registry.entity.too-complex";
  private static final String TOO_COMPLEX =
      "The entity takes too long to check against its schema; send a smaller or flatter one, or"
          + " have the schema's alternatives simplified.";
  private static final int LOOK_AT_THE_CLOCK = 0xFF;

  private final int mostReferences;
  private final long end;
  private int references;

  private Effort(int mostReferences, Duration longest) {
    super(config());
    this.mostReferences = mostReferences;
    this.end = System.nanoTime() + longest.toNanos();
  }

  /** What may be done on an event loop. */
  public static Effort small() {
    return new Effort(5_000, Duration.ofMillis(20));
  }

  /** What may be done on a worker thread. */
  public static Effort large() {
    return new Effort(500_000, Duration.ofSeconds(2));
  }

  private static ExecutionConfig config() {
    ExecutionConfig config = new ExecutionConfig();
    config.setLocale(Locale.ENGLISH);
    config.setFormatAssertionsEnabled(true);
    return config;
  }

  /**
   * One more reference is followed.
   *
   * @throws org.attestry.contracts.FailureException of kind INVALID when it is one too many
   */
  void follow() {
    references++;
    boolean late = (references & LOOK_AT_THE_CLOCK) == 0 && System.nanoTime() - end > 0;
    if (late || references > mostReferences) {
      throw exceeded();
    }
  }

  static FailureException exceeded() {
    return Failure.of(FailureKind.INVALID, EXCEEDED, TOO_COMPLEX).exception();
  }

  /** Whether a check was given up for what it would have taken. */
  public static boolean isExceeded(Throwable cause) {
    return cause instanceof FailureException failed && failed.failure().code().equals(EXCEEDED);
  }
}

package org.attestry.testkit;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Deadline;

/** Creates the call contexts of requests in tests. */
public final class Calls {

  /** Longer than a busy machine needs. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private static final Duration AHEAD = Duration.ofSeconds(30);

  private static final long VERSION_7 = 0x7000;

  private Calls() {}

  /** Returns the context of a call by the caller, with a deadline of two minutes. */
  public static CallContext by(Caller caller) {
    return new CallContext(caller, "test", Deadline.in(TIMEOUT, key(caller)), null);
  }

  private static CallerKey key(Caller caller) {
    return caller.known() ? CallerKey.user(caller.userId()) : CallerKey.address("test");
  }

  /** Returns the contexts of a call that begins now and of its retry. */
  public static List<CallContext> twice(Caller caller) {
    return twice(caller, System.currentTimeMillis());
  }

  /**
   * Returns the contexts of a call and of its retry, with an id from the future, so that the first
   * sending is never considered a retry because of its age.
   */
  public static List<CallContext> twiceByAClockAhead(Caller caller) {
    return twice(caller, System.currentTimeMillis() + AHEAD.toMillis());
  }

  private static List<CallContext> twice(Caller caller, long millis) {
    UUID random = UUID.randomUUID();
    UUID id = new UUID(millis << 16 | VERSION_7, random.getLeastSignificantBits());
    return List.of(by(caller).as(id, false), by(caller).as(id, true));
  }

  /** Returns the context of a call without a caller. */
  public static CallContext byNobody() {
    return by(Caller.NOBODY);
  }
}

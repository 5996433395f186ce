package org.attestry.testkit;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;

/** What travels beside the questions of tests. */
public final class Calls {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final long VERSION_7 = 0x7000;

  private Calls() {}

  /** A call of that caller, whose answer is too late after half a minute. */
  public static CallContext by(Caller caller) {
    return new CallContext(caller, "test", Deadline.in(TIMEOUT), null);
  }

  /** A call that begins now, and its repetition. */
  public static List<CallContext> twice(Caller caller) {
    return twice(caller, System.currentTimeMillis());
  }

  /** The same, where the first sending stays too young to be taken for a repetition. */
  public static List<CallContext> twiceByAClockAhead(Caller caller) {
    return twice(caller, System.currentTimeMillis() + TIMEOUT.toMillis());
  }

  private static List<CallContext> twice(Caller caller, long millis) {
    UUID random = UUID.randomUUID();
    UUID id = new UUID(millis << 16 | VERSION_7, random.getLeastSignificantBits());
    return List.of(by(caller).as(id, false), by(caller).as(id, true));
  }

  /** A call that nobody made who has to be known. */
  public static CallContext byNobody() {
    return by(Caller.NOBODY);
  }
}

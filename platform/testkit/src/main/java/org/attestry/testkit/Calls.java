package org.attestry.testkit;

import java.time.Duration;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;

/** What travels beside the questions of tests. */
public final class Calls {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private Calls() {}

  /** A call of that caller, whose answer is too late after half a minute. */
  public static CallContext by(Caller caller) {
    return new CallContext(caller, "test", Deadline.in(TIMEOUT), null);
  }

  /** A call that nobody made who has to be known. */
  public static CallContext byNobody() {
    return by(Caller.NOBODY);
  }
}

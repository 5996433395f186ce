package org.attestry.testkit;

import java.util.Set;
import org.attestry.contracts.Caller;

/** Callers of requests in tests. */
public final class Callers {

  private Callers() {}

  public static Caller user(String id, String... roles) {
    return new Caller(id, null, Set.of(roles), Set.of(), Set.of(), false);
  }

  public static Caller admin() {
    return new Caller("admin-id", null, Set.of("admin"), Set.of(), Set.of(), true);
  }
}

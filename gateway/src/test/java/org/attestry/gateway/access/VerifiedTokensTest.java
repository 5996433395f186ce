package org.attestry.gateway.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Duration;
import org.attestry.contracts.Caller;
import org.attestry.testkit.Callers;
import org.junit.jupiter.api.Test;

class VerifiedTokensTest {

  private static final long LATER = System.currentTimeMillis() / 1000 + 60;
  private static final Caller CALLER = Callers.user("u");

  @Test
  void remembersATokenForAWhile() {
    VerifiedTokens tokens = new VerifiedTokens(Duration.ofSeconds(30), 10);
    tokens.remember("a", CALLER, LATER);

    assertSame(CALLER, tokens.find("a"));
    assertNull(tokens.find("b"));
  }

  @Test
  void neverRemembersBeyondTheEndOfTheToken() {
    VerifiedTokens tokens = new VerifiedTokens(Duration.ofSeconds(30), 10);
    tokens.remember("a", CALLER, System.currentTimeMillis() / 1000 - 1);

    assertNull(tokens.find("a"));
    assertEquals(0, tokens.size());
  }

  @Test
  void cachesNothingWhenConfiguredSo() {
    VerifiedTokens tokens = new VerifiedTokens(Duration.ZERO, 10);
    tokens.remember("a", CALLER, LATER);

    assertNull(tokens.find("a"));
  }

  @Test
  void forgetsTheOldestWhenFull() {
    VerifiedTokens tokens = new VerifiedTokens(Duration.ofSeconds(30), 2);
    tokens.remember("a", CALLER, LATER);
    tokens.remember("b", CALLER, LATER);
    tokens.remember("c", CALLER, LATER);

    assertEquals(2, tokens.size());
    assertNull(tokens.find("a"));
    assertSame(CALLER, tokens.find("c"));
  }
}

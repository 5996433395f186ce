package org.attestry.gateway.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import org.attestry.contracts.Caller;
import org.attestry.testkit.Callers;
import org.junit.jupiter.api.Test;

class VerifiedTokensTest {

  private static final long NOW = 1_700_000_000;
  private static final long LATER = NOW + 60;
  private static final Caller CALLER = Callers.user("u");

  private Instant now = Instant.ofEpochSecond(NOW);

  @Test
  void remembersATokenForAWhile() {
    VerifiedTokens tokens = new VerifiedTokens(Duration.ofSeconds(30), 10, () -> now);
    tokens.remember("a", CALLER, LATER);

    now = Instant.ofEpochSecond(NOW + 29);
    assertSame(CALLER, tokens.find("a"));
    assertNull(tokens.find("b"));
    now = Instant.ofEpochSecond(NOW + 30);
    assertNull(tokens.find("a"));
  }

  @Test
  void neverRemembersBeyondTheEndOfTheToken() {
    VerifiedTokens tokens = new VerifiedTokens(Duration.ofSeconds(30), 10, () -> now);
    tokens.remember("a", CALLER, NOW + 10);

    now = Instant.ofEpochSecond(NOW + 9);
    assertSame(CALLER, tokens.find("a"));
    now = Instant.ofEpochSecond(NOW + 10);
    assertNull(tokens.find("a"));
    assertEquals(0, tokens.size());
  }

  @Test
  void cachesNothingWhenConfiguredSo() {
    VerifiedTokens tokens = new VerifiedTokens(Duration.ZERO, 10, () -> now);
    tokens.remember("a", CALLER, LATER);

    assertNull(tokens.find("a"));
  }

  @Test
  void keepsNoMoreCharactersOfTokensThanConfigured() {
    VerifiedTokens tokens = new VerifiedTokens(Duration.ofSeconds(30), 10, () -> now);
    for (int i = 0; i < 100; i++) {
      tokens.remember("a".repeat(5_000) + i, CALLER, LATER);
    }
    assertEquals(3, tokens.size());
    for (int i = 0; i < 100; i++) {
      tokens.remember("b".repeat(1_000) + i, CALLER, LATER);
    }
    assertTrue(tokens.size() <= 20, "kept: " + tokens.size());
  }
}

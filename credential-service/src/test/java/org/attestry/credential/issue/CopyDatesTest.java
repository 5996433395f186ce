package org.attestry.credential.issue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Instant;
import org.attestry.credential.key.SigningTime;
import org.junit.jupiter.api.Test;

class CopyDatesTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Instant HOUR = Instant.parse("2026-01-02T03:00:00Z");

  @Test
  void theDateOfASignatureIsRoundedDownButNotBeforeItsKey() {
    assertEquals(HOUR, CopyDates.created(SigningTime.UNKNOWN, NOW));
    assertEquals(HOUR, CopyDates.created(new SigningTime(HOUR.minusSeconds(1), null), NOW));
    Instant first = HOUR.plusSeconds(10);
    assertEquals(first, CopyDates.created(new SigningTime(first, null), NOW));
  }

  @Test
  void aBeginningIsRoundedDownOnceItHasCome() {
    assertEquals(HOUR, CopyDates.beginning(NOW, NOW));
    assertEquals(HOUR, CopyDates.beginning(HOUR.plusSeconds(1), NOW));
    assertEquals(NOW.plusSeconds(1), CopyDates.beginning(NOW.plusSeconds(1), NOW));
    assertNull(CopyDates.beginning(null, NOW));
  }
}

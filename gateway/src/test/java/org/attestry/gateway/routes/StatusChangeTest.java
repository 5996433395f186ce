package org.attestry.gateway.routes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import org.attestry.contracts.FailureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which texts end a suspension: times of RFC 3339. */
class StatusChangeTest {

  @Test
  void readsTimesOfRfc3339() {
    assertNull(StatusChange.end(null));
    assertEquals(
        Instant.parse("2027-03-01T00:00:00Z"), StatusChange.end("2027-03-01T01:00:00+01:00"));
    assertEquals(
        Instant.parse("9999-12-31T23:59:59.999Z"), StatusChange.end("9999-12-31T23:59:59.999Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "tomorrow",
        "2027-03-01",
        "2027-03-01T00:00:00",
        "9999-12-31T23:59:59-18:00",
        "+10000-01-01T00:00:00Z",
        "+999999999-01-01T00:00:00Z",
        "+999999999-12-31T23:59:59.999999999-18:00",
        "-0001-01-01T00:00:00Z"
      })
  void refusesOtherTexts(String until) {
    FailureException refused = assertThrows(FailureException.class, () -> StatusChange.end(until));
    assertEquals("/until", refused.failure().violations().getFirst().pointer());
  }
}

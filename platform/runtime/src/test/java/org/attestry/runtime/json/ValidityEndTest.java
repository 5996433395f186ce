package org.attestry.runtime.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidityEndTest {

  @ParameterizedTest
  @CsvSource({
    "2035-01-01T00:00:00Z, 2026-11-28T01:00:00Z, 2026-11-28T01:00:00Z",
    "2026-11-28T01:00:00Z, 2035-01-01T00:00:00Z, 2026-11-28T01:00:00Z",
    "2026-11-28T01:00:00+02:00, 2026-11-28T00:00:00Z, 2026-11-28T01:00:00+02:00",
    "soon, 2035-01-01T00:00:00Z, 2035-01-01T00:00:00Z",
    "2035-01-01T00:00:00Z, soon, 2035-01-01T00:00:00Z",
    "2035-01-01T00:00:00Z,, 2035-01-01T00:00:00Z",
    ", 2035-01-01T00:00:00Z, 2035-01-01T00:00:00Z",
    "soon,, soon",
    ",,"
  })
  void isTheEarlierOfBothForms(String validUntil, String expirationDate, String end) {
    var credential =
        Json.object().put("validUntil", validUntil).put("expirationDate", expirationDate);
    assertEquals(end, ValidityEnd.of(credential).orElse(null));
  }
}

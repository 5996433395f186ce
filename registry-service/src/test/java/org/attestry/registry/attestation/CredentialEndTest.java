package org.attestry.registry.attestation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialEndTest {

  @ParameterizedTest
  @CsvSource({
    "2031-01-01T01:00:00.1239+01:00, 2031-01-01T00:00:00.123Z",
    "9999-12-31T23:59:59-01:00, 9999-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00+01:00, 0001-01-01T00:00:00Z",
    "forever,"
  })
  void isATimeThatTheDatabaseCompares(String written, String end) {
    assertEquals(end, text("{\"validUntil\": \"%s\"}".formatted(written)));
    assertEquals(end, text("{\"expirationDate\": \"%s\"}".formatted(written)));
  }

  @Test
  void isTheEarlierOfTwo() {
    assertEquals(
        "2026-11-28T01:00:00Z",
        text(
            """
            {"expirationDate": "2026-11-28T01:00:00Z", "validUntil": "2035-01-01T00:00:00Z"}
            """));
  }

  private static String text(String credential) {
    var end = CredentialEnd.of(credential);
    return end == null ? null : end.toString();
  }
}

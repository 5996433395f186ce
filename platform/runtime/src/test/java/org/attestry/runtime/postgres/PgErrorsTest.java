package org.attestry.runtime.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.pgclient.PgException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PgErrorsTest {

  /** Servers report the severity in their own language. */
  @ParameterizedTest
  @CsvSource({
    "ERROR, 23505, true",
    "FEHLER, 23505, true",
    "ERRO, 22P02, true",
    "ERROR, 57014, true",
    "FATAL, 57P01, false",
    "SCHWERWIEGEND, 08P01, false",
    "PANIC, XX000, false",
    "ERROR, , false"
  })
  void refusalIsWhatTheSqlStateSays(String severity, String sqlState, boolean refusal) {
    PgException cause = new PgException("message", severity, sqlState, null);
    assertEquals(refusal, PgErrors.isRefusal(cause));
  }

  @ParameterizedTest
  @CsvSource({
    "08006, true",
    "28P01, true",
    "28000, true",
    "53300, true",
    "57P01, true",
    "57014, false",
    "23505, false",
    "42501, false"
  })
  void anOutageEndsByItselfOrByAnOperator(String sqlState, boolean outage) {
    PgException cause = new PgException("message", "FATAL", sqlState, null);
    assertEquals(outage, PgErrors.isOutage(cause));
  }
}

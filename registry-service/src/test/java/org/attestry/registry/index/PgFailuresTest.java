package org.attestry.registry.index;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.pgclient.PgException;
import org.attestry.registry.TestType;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.postgres.WriteOutcome;
import org.junit.jupiter.api.Test;

class PgFailuresTest {

  private final PublishedType type = new PublishedType(TestType.named("Person").build(), 1);

  @Test
  void aRefusedWriteIsRolledBack() {
    PgException deadlock = new PgException("deadlock detected", "ERROR", "40P01", null);

    assertTrue(WriteOutcome.isRolledBack(PgFailures.translated(type, deadlock)));
  }

  @Test
  void aWriteWhoseConnectionTheServerEndsMayBeCommitted() {
    PgException ended = new PgException("terminating connection", "FATAL", "57P01", null);

    Throwable translated = PgFailures.translated(type, ended);

    assertSame(ended, translated);
    assertFalse(WriteOutcome.isRolledBack(translated));
  }
}

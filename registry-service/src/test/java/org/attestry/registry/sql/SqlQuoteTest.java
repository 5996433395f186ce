package org.attestry.registry.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SqlQuoteTest {

  @Test
  void identifierKeepsQuotesInside() {
    assertEquals("\"entity_17\"", SqlQuote.identifier("entity_17"));
    assertEquals("\"a\"\"; DROP TABLE x; --\"", SqlQuote.identifier("a\"; DROP TABLE x; --"));
  }

  @Test
  void literalKeepsQuotesAndBackslashesInside() {
    assertEquals("'plain'", SqlQuote.literal("plain"));
    assertEquals("'it''s'", SqlQuote.literal("it's"));
    assertEquals(" E'a\\\\''b'", SqlQuote.literal("a\\'b"));
    assertEquals("''", SqlQuote.literal(""));
  }

  @Test
  void nulIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> SqlQuote.identifier("a\0b"));
    assertThrows(IllegalArgumentException.class, () -> SqlQuote.literal("a\0b"));
  }
}

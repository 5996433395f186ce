package org.attestry.registry.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.text.Normalizer.Form;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NormalTextTest {

  @Test
  void composesALetterAndItsMark() {
    assertEquals("Jos\u00e9", NormalText.of("Jose\u0301", Form.NFC));
    assertEquals("Jose\u0301", NormalText.of("Jos\u00e9", Form.NFD));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "\u0939\u093f\u0928\u094d\u0926\u0940", "\ud83d\ude00"})
  void textsOfLanguagesAreSafe(String text) {
    assertTrue(NormalText.isSafe(text.repeat(1_000)));
  }

  /** To normalize this text takes the square of its length: an hour. */
  @Test
  void aTextOfManyMarksStaysAsItIs() {
    String text = "a" + "\u0301\u0323".repeat(400_000);
    assertFalse(NormalText.isSafe(text));
    assertSame(text, NormalText.of(text, Form.NFC));
  }

  @Test
  void marksCountInARow() {
    String marks = "\u0301".repeat(NormalText.MOST_MARKS);
    assertTrue(NormalText.isSafe("a" + marks + "b" + marks));
    assertFalse(NormalText.isSafe("a" + marks + "\u20dd"));
  }
}

package org.attestry.runtime.pattern;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.re2j.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearPatternTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"(?i)\\u1c80", "(?i)\u1c84", "(?i)[a-\\x{1e942}]", "((a{500}){500}){500}"})
  void refusesPatternsWhoseCompilationNeverEnds(String pattern) {
    assertThrows(PatternSyntaxException.class, () -> LinearPattern.compile(pattern));
  }

  @Test
  void refusesGroupsThatAreNestedTooDeep() {
    String pattern = "(a|".repeat(2_000) + "b" + ")".repeat(2_000);

    assertThrows(PatternSyntaxException.class, () -> LinearPattern.compile(pattern));
  }

  @Test
  void readsCodeUnitsAsEcmaScriptWritesThem() {
    assertTrue(LinearPattern.compile("^\\u0041\\\\u0041$").matcher("A\\u0041").find());
  }
}

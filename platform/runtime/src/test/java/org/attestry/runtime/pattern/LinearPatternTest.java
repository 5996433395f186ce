package org.attestry.runtime.pattern;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.concurrent.atomic.AtomicReference;
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

  @Test
  void compilesLongRepetitionsOnTheSmallStackOfAService() throws InterruptedException {
    AtomicReference<Pattern> compiled = new AtomicReference<>();
    Runnable compilation = () -> compiled.set(LinearPattern.compile("^(.{1,1000}-){1,20}$"));
    Thread thread = new Thread(null, compilation, "small stack", 200_000);

    thread.start();
    thread.join();

    assertTrue(compiled.get().matches("a-" + "b".repeat(1_000) + "-"));
  }
}

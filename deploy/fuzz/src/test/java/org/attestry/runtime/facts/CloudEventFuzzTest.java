package org.attestry.runtime.facts;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.UncheckedIOException;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.attestry.runtime.outbox.Facts;
import org.junit.jupiter.api.Test;

/** CloudEvents as they come from the log. */
class CloudEventFuzzTest {

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::decodesOrRefuses);
  }

  @FuzzTest
  void decodesOrRefuses(byte[] input) {
    Harmless.check(
        input,
        text -> {
          try {
            Facts.decode(Facts.encode(Facts.decode(input), "attestry.fuzz").utf8());
          } catch (UncheckedIOException refused) {
            return;
          }
        });
  }
}

package org.attestry.condition;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.junit.jupiter.api.Test;

/** Conditions of attestation policies. */
class ConditionFuzzTest {

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::parsesOrRefuses);
  }

  @FuzzTest
  void parsesOrRefuses(byte[] input) {
    Harmless.check(
        input,
        text -> {
          try {
            ConditionParser.parse(text);
          } catch (ConditionSyntaxException refused) {
            return;
          }
        });
  }
}

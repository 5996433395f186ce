package org.attestry.contracts;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.junit.jupiter.api.Test;

/** Paths of fields, as configurations and column titles write them. */
class FieldPathFuzzTest {

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::parsesOrRefuses);
  }

  @FuzzTest
  void parsesOrRefuses(byte[] input) {
    Harmless.check(input, FieldPathFuzzTest::parse);
  }

  private static void parse(String text) {
    FieldPath path;
    try {
      path = FieldPath.parse(text);
    } catch (IllegalArgumentException refused) {
      return;
    }
    if (!FieldPath.parse(path.toString()).equals(path)) {
      throw new AssertionError(path + " is read as another path");
    }
  }
}

package org.attestry.runtime.json;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.attestry.contracts.JsonBytes;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.junit.jupiter.api.Test;

/** JSON: what is taken is written so that it can be read again, and means the same. */
class JsonFuzzTest {

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::decodesOrRefuses);
  }

  @FuzzTest
  void decodesOrRefuses(byte[] input) {
    Harmless.check(
        input,
        text -> {
          JsonBytes written = Json.write(Json.parse(JsonBytes.of(input)));
          JsonBytes again = Json.write(Json.parse(written));
          if (!again.equals(written)) {
            throw new AssertionError(written + " became " + again);
          }
        });
  }
}

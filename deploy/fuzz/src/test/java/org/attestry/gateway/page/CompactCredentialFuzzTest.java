package org.attestry.gateway.page;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.junit.jupiter.api.Test;

/** Texts of QR codes that hold a credential. */
class CompactCredentialFuzzTest {

  private static final int LARGEST = 100_000;

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::readsOrRefuses);
  }

  @FuzzTest
  void readsOrRefuses(byte[] input) {
    String code = "ATT1:" + new String(input, StandardCharsets.UTF_8);
    Harmless.check(
        input,
        ignored ->
            CompactCredential.read(code)
                .filter(read -> read.length() > LARGEST)
                .ifPresent(
                    read -> {
                      throw new AssertionError(read.length() + " characters");
                    }));
  }
}

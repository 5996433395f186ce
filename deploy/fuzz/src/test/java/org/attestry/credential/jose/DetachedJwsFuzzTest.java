package org.attestry.credential.jose;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.attestry.fuzz.Harmless;
import org.attestry.fuzz.Mutations;
import org.junit.jupiter.api.Test;

/** Detached signatures: two texts never mean one signature. */
class DetachedJwsFuzzTest {

  @Test
  void holdsForSomeThousandMutations() {
    Mutations.run(getClass(), this::parsesOneTextForASignatureOrRefuses);
  }

  @FuzzTest
  void parsesOneTextForASignatureOrRefuses(byte[] input) {
    Harmless.check(
        input,
        text -> {
          try {
            DetachedJws jws = DetachedJws.parse(text);
            if (!jws.text().equals(text)) {
              throw new AssertionError(text + " means " + jws.text());
            }
          } catch (InvalidProofException refused) {
            return;
          }
        });
  }
}

package org.attestry.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpensslTest {

  @ParameterizedTest
  @ValueSource(strings = {"0.000200:0.0000125", "5000.000000:80000.000000"})
  void readsWhatOneCoreSignsAndVerifies(String figures) {
    Openssl read =
        Openssl.parse("+DTP:2048:private:rsa:3\n+R1:14490:2048:3.00\n+F2:2:2048:" + figures + "\n");
    assertEquals(5_000, read.signs(), 0.1);
    assertEquals(80_000, read.verifies(), 0.1);
  }

  @Test
  void refusesAnOutputWithoutResult() {
    assertThrows(BenchFailure.class, () -> Openssl.parse("no such algorithm"));
  }
}

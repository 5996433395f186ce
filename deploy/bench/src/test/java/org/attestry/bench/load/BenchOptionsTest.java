package org.attestry.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchOptionsTest {

  @Test
  void runsAllButTheLongCasesByDefault() {
    BenchOptions options = BenchOptions.of();
    assertEquals(
        List.of(
            "create",
            "read",
            "nested",
            "search",
            "change",
            "credentials",
            "publish",
            "certificates"),
        options.only());
    assertEquals(List.of(1, 16, 64), options.connections());
    assertEquals(5, options.warmUp());
  }

  @Test
  void runsTheNamedCasesInTheirOrder() {
    BenchOptions options =
        BenchOptions.of("--only", "types,create", "--seconds", "3", "--connections", "2,8");
    assertEquals(List.of("create", "types"), options.only());
    assertEquals(3, options.seconds());
    assertEquals(8, options.usualConnections());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--only walk", "--seconds 0", "--seconds", "--connections 1,x", "--fast"})
  void namesTheWrongOption(String arguments) {
    BenchFailure failure =
        assertThrows(BenchFailure.class, () -> BenchOptions.of(arguments.split(" ")));
    assertTrue(failure.getMessage().contains(arguments.split(" ")[0]));
  }
}

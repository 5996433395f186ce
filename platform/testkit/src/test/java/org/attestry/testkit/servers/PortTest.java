package org.attestry.testkit.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortTest {

  @Test
  void impossibleNumberNamesTheSetting() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Port.of(70_000, "GATEWAY_PORT"));
    assertTrue(refused.getMessage().contains("GATEWAY_PORT"), refused.getMessage());
  }

  @Test
  void nobodyGetsANumberThatAnotherHasGot() {
    int many = 1_000;
    assertEquals(many, IntStream.range(0, many).map(any -> settled()).distinct().count());
  }

  private static int settled() {
    return Port.free().settled().number();
  }
}

package org.attestry.credential.domain.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class IndexPermutationTest {

  private final IndexPermutation permutation = new IndexPermutation(key("one key"));

  @Test
  void givesEveryIndexOnce() {
    BitSet seen = new BitSet();
    for (int number = 0; number < Bitstring.LENGTH; number++) {
      seen.set(permutation.indexOf(number));
    }
    assertEquals(Bitstring.LENGTH, seen.cardinality());
    assertEquals(Bitstring.LENGTH, seen.length());
  }

  /** Of a random permutation, one number is expected to be next to its predecessor. */
  @Test
  void givesNeighboursIndexesThatAreNotNeighbours() {
    int neighbours = 0;
    for (int number = 1; number < Bitstring.LENGTH; number++) {
      int distance = permutation.indexOf(number) - permutation.indexOf(number - 1);
      neighbours += Math.abs(distance) == 1 ? 1 : 0;
    }
    assertTrue(neighbours < 20, neighbours + " pairs of neighbours");
  }

  @Test
  void dependsOnTheKey() {
    IndexPermutation other = new IndexPermutation(key("another"));
    int same = 0;
    for (int number = 0; number < Bitstring.LENGTH; number++) {
      same += permutation.indexOf(number) == other.indexOf(number) ? 1 : 0;
    }
    assertTrue(same < 20, same + " numbers with the same index");
  }

  @Test
  void refusesNumbersThatNoListHas() {
    assertThrows(IllegalArgumentException.class, () -> permutation.indexOf(-1));
    assertThrows(IllegalArgumentException.class, () -> permutation.indexOf(Bitstring.LENGTH));
  }

  private static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

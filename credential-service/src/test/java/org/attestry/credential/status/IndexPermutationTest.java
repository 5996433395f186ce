package org.attestry.credential.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IndexPermutationTest {

  private static final IndexPermutation PERMUTATION = new IndexPermutation(key("one key"));
  private static final int[] INDEXES = indexes(PERMUTATION);

  @Test
  void givesEveryIndexOnce() {
    BitSet seen = new BitSet();
    for (int index : INDEXES) {
      seen.set(index);
    }
    assertEquals(Bitstring.LENGTH, seen.cardinality());
    assertEquals(Bitstring.LENGTH, seen.length());
  }

  /** In a random permutation, one number is expected beside its predecessor. */
  @Test
  void givesNeighboursIndexesThatAreNotNeighbours() {
    int neighbours = 0;
    for (int number = 1; number < Bitstring.LENGTH; number++) {
      int distance = INDEXES[number] - INDEXES[number - 1];
      neighbours += Math.abs(distance) == 1 ? 1 : 0;
    }
    assertTrue(neighbours < 20, neighbours + " pairs of neighbours");
  }

  @Test
  void dependsOnTheKey() {
    int[] other = indexes(new IndexPermutation(key("another")));
    int same = 0;
    for (int number = 0; number < Bitstring.LENGTH; number++) {
      same += INDEXES[number] == other[number] ? 1 : 0;
    }
    assertTrue(same < 20, same + " numbers with the same index");
  }

  @Test
  void refusesNumbersThatNoListHas() {
    assertThrows(IllegalArgumentException.class, () -> PERMUTATION.indexOf(-1));
    assertThrows(IllegalArgumentException.class, () -> PERMUTATION.indexOf(Bitstring.LENGTH));
  }

  private static int[] indexes(IndexPermutation permutation) {
    return IntStream.range(0, Bitstring.LENGTH).map(permutation::indexOf).toArray();
  }

  private static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

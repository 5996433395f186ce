package org.attestry.credential.status;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A keyed permutation of the numbers below {@link Bitstring#LENGTH}: a Feistel network of four
 * rounds over 18 bits, applied until the result is in range (cycle walking: Black and Rogaway,
 * "Ciphers with Arbitrary Finite Domains", 2002). It gives the n-th entry of a list an index that
 * cannot be predicted without the key. No two entries have one index, and no free index must be
 * searched for.
 */
public final class IndexPermutation {

  private static final int ROUNDS = 4;
  private static final int HALF_BITS = 9;
  private static final int HALF = (1 << HALF_BITS) - 1;

  private final byte[] key;

  /**
   * @param key 32 random bytes
   */
  public IndexPermutation(byte[] key) {
    this.key = key.clone();
  }

  /** Returns the index of the entry with that number. */
  public int indexOf(int number) {
    if (number < 0 || number >= Bitstring.LENGTH) {
      throw new IllegalArgumentException("A list has no entry " + number + ".");
    }
    int index = permuted(number);
    while (index >= Bitstring.LENGTH) {
      index = permuted(index);
    }
    return index;
  }

  private int permuted(int number) {
    int left = number >>> HALF_BITS;
    int right = number & HALF;
    for (int round = 0; round < ROUNDS; round++) {
      int next = left ^ mixed(round, right);
      left = right;
      right = next;
    }
    return left << HALF_BITS | right;
  }

  private int mixed(int round, int half) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update(key);
      sha256.update((byte) round);
      byte[] digest = sha256.digest(ByteBuffer.allocate(Integer.BYTES).putInt(half).array());
      return ByteBuffer.wrap(digest).getInt() & HALF;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

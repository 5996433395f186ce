package org.attestry.credential.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class MasterKeyTest {

  private static final byte[] PLAIN = {1, 2, 3};

  private final MasterKey key = masterKey(1);

  @Test
  void opensWhatItSealed() {
    assertArrayEquals(PLAIN, key.open(key.seal(PLAIN, "a"), "a"));
  }

  @Test
  void sealsTheSameDifferentlyEachTime() {
    assertFalse(Arrays.equals(key.seal(PLAIN, "a"), key.seal(PLAIN, "a")));
  }

  @Test
  void doesNotOpenUnderAnotherNameOrKeyOrWhenChanged() {
    byte[] sealed = key.seal(PLAIN, "a");
    assertThrows(IllegalStateException.class, () -> key.open(sealed, "b"));
    assertThrows(IllegalStateException.class, () -> masterKey(2).open(sealed, "a"));
    sealed[sealed.length - 1] ^= 1;
    assertThrows(IllegalStateException.class, () -> key.open(sealed, "a"));
    assertThrows(IllegalStateException.class, () -> key.open(new byte[] {1}, "a"));
  }

  @Test
  void refusesKeysOfAnotherLength() {
    assertThrows(IllegalArgumentException.class, () -> MasterKey.of("AAAA"));
    assertThrows(IllegalArgumentException.class, () -> MasterKey.of("not base64"));
  }

  private static MasterKey masterKey(int fill) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) fill);
    return MasterKey.of(Base64.getEncoder().encodeToString(bytes));
  }
}

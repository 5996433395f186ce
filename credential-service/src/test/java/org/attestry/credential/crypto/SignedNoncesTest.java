package org.attestry.credential.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Base64;
import org.attestry.credential.wallet.Nonces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignedNoncesTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private final Nonces nonces = new SignedNonces(master((byte) 1));

  private static MasterKey master(byte seed) {
    byte[] key = new byte[32];
    key[0] = seed;
    return MasterKey.of(Base64.getEncoder().encodeToString(key));
  }

  @Test
  void aNonceIsAcceptedByAllWithTheMasterKeyUntilItsTimeIsOver() {
    String nonce = nonces.next(NOW);

    assertNotEquals(nonce, nonces.next(NOW));
    assertTrue(new SignedNonces(master((byte) 1)).isAccepted(nonce, NOW.plusSeconds(299)));
    assertFalse(nonces.isAccepted(nonce, NOW.plus(Nonces.LIFE)));
    assertFalse(new SignedNonces(master((byte) 2)).isAccepted(nonce, NOW));
  }

  @Test
  void nothingInANonceCanBeChanged() {
    String nonce = nonces.next(NOW);
    for (int i = 0; i < nonce.length(); i++) {
      char other = nonce.charAt(i) == 'A' ? 'B' : 'A';
      String changed = nonce.substring(0, i) + other + nonce.substring(i + 1);
      assertFalse(nonces.isAccepted(changed, NOW), changed);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "----------------------------------------------------------------"})
  void whatIsNoneIsRefused(String text) {
    assertFalse(nonces.isAccepted(text, NOW));
    assertFalse(nonces.isAccepted("*".repeat(64), NOW));
  }

  @Test
  void theKeyForRequestsIsTheSameForAllWithTheMasterKey() {
    assertEquals(
        DerivedKeys.requestEncryption(master((byte) 1)).getPublic(),
        DerivedKeys.requestEncryption(master((byte) 1)).getPublic());
    assertNotEquals(
        DerivedKeys.requestEncryption(master((byte) 1)).getPublic(),
        DerivedKeys.requestEncryption(master((byte) 2)).getPublic());
  }
}

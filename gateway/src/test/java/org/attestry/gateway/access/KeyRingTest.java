package org.attestry.gateway.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

class KeyRingTest {

  private static final List<String> ALL = List.of("RS256", "PS256", "ES256", "EdDSA");

  @Test
  void passesOverWhatCannotVerifyOrMustNot() {
    KeyRing ring =
        ring(
            """
            {"keys": [
              {"kid": "enc", "kty": "RSA", "use": "enc", "alg": "RSA-OAEP"},
              {"kid": "shared", "kty": "oct", "alg": "HS256"},
              {"kid": "mixed", "kty": "oct", "alg": "RS256"},
              {"kid": "large", "kty": "RSA", "alg": "RS512"},
              {"kid": "curve", "kty": "EC", "crv": "P-521", "alg": "ES256"},
              {"kid": "good", "kty": "RSA", "use": "sig", "alg": "RS256"}]}\
            """);

    assertEquals(1, ring.keys().size());
    assertTrue(ring.holds("RS256", "good"));
    assertFalse(ring.holds("PS256", "good"));
    assertFalse(ring.holds("RS256", "mixed"));
  }

  @Test
  void takesAKeyWithoutAlgorithmForAllThatItsTypeCan() {
    KeyRing ring = ring("{\"keys\": [{\"kid\": \"k\", \"kty\": \"RSA\"}]}");

    assertTrue(ring.holds("RS256", "k"));
    assertTrue(ring.holds("PS256", "k"));
    assertFalse(ring.holds("ES256", "k"));
  }

  @Test
  void takesAnyKeyForATokenWithoutKeyId() {
    KeyRing ring = ring("{\"keys\": [{\"kid\": \"k\", \"kty\": \"EC\", \"crv\": \"P-256\"}]}");

    assertTrue(ring.holds("ES256", null));
    assertFalse(ring.holds("RS256", null));
    assertFalse(ring.holds("ES256", "other"));
  }

  @Test
  void isEmptyForWhatIsNotAKeySet() {
    assertEquals(List.of(), ring("{}").keys());
    assertEquals(List.of(), ring("[]").keys());
    assertEquals(List.of(), ring("{\"keys\": 1}").keys());
  }

  private static KeyRing ring(String keySet) {
    return KeyRing.of(Json.read(keySet), ALL);
  }
}

package org.attestry.gateway.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.Base64;
import java.util.List;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderKeySetTest {

  private static final List<String> ALL = List.of("RS256", "PS256", "ES256", "EdDSA");

  @Test
  void passesOverWhatCannotVerifyOrMustNot() {
    ProviderKeySet ring =
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
    ProviderKeySet ring = ring("{\"keys\": [{\"kid\": \"k\", \"kty\": \"RSA\"}]}");

    assertTrue(ring.holds("RS256", "k"));
    assertTrue(ring.holds("PS256", "k"));
    assertFalse(ring.holds("ES256", "k"));
  }

  @Test
  void takesAnyKeyForATokenWithoutKeyId() {
    ProviderKeySet ring =
        ring("{\"keys\": [{\"kid\": \"k\", \"kty\": \"EC\", \"crv\": \"P-256\"}]}");

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

  @ParameterizedTest
  @CsvSource({
    "1024, 65537",
    "2047, 65537",
    "2048, 1",
    "2048, 3",
    "2048, 65538",
    "2048, 4294967297",
    "20000, 65537"
  })
  void refusesRsaKeysThatAreWeakOrExpensive(int bits, BigInteger exponent) {
    BigInteger modulus = BigInteger.ONE.shiftLeft(bits - 1).setBit(0);
    String key = "{\"kid\": \"k\", \"kty\": \"RSA\", \"n\": \"%s\", \"e\": \"%s\"}";

    ProviderKeySet ring =
        ring("{\"keys\": [" + key.formatted(encoded(modulus), encoded(exponent)) + "]}");

    assertEquals(List.of(), ring.keys());
  }

  @Test
  void refusesRsaKeysThatAreNotNumbers() {
    assertEquals(
        List.of(),
        ProviderKeySet.of(
                Json.read("{\"keys\": [{\"kty\": \"RSA\"}, {\"kty\": \"RSA\", \"n\": \"?\"}]}"),
                ALL)
            .keys());
  }

  /** The RSA keys of the set get a modulus and an exponent where they have none. */
  private static ProviderKeySet ring(String keySet) {
    JsonNode set = Json.read(keySet);
    for (JsonNode key : set.path("keys")) {
      if (key.path("kty").asText().equals("RSA") && !key.has("n")) {
        ((ObjectNode) key)
            .put("n", encoded(BigInteger.ONE.shiftLeft(2047).setBit(0)))
            .put("e", encoded(BigInteger.valueOf(65_537)));
      }
    }
    return ProviderKeySet.of(set, ALL);
  }

  private static String encoded(BigInteger number) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(number.toByteArray());
  }
}

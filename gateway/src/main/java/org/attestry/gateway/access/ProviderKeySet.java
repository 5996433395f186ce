package org.attestry.gateway.access;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * The provider's signature keys (RFC 7517) that are accepted, one entry for each key and algorithm.
 *
 * @param keys JSON Web Keys, each with its {@code alg}
 */
record ProviderKeySet(List<JsonObject> keys) {

  private static final Set<String> CURVES = Set.of("ES256 P-256", "ES384 P-384", "ES512 P-521");
  private static final Set<String> EDWARDS = Set.of("Ed25519", "Ed448");
  private static final int SHORTEST_MODULUS = 2_048;
  private static final int LONGEST_MODULUS = 16_384;
  private static final int LONGEST_EXPONENT = 32;
  private static final BigInteger LEAST_EXPONENT = BigInteger.valueOf(65_537);

  ProviderKeySet {
    keys = List.copyOf(keys);
  }

  /**
   * Returns the accepted keys of a key set. The others are skipped: encryption keys, shared
   * secrets, algorithms that are not in the list, RSA keys of less than 2048 bits or with an
   * unusual exponent.
   */
  static ProviderKeySet of(JsonNode keySet, List<String> algorithms) {
    List<JsonObject> accepted = new ArrayList<>();
    for (JsonNode key : keySet.path("keys")) {
      if (key.path("use").asText("sig").equals("sig")) {
        for (String algorithm : algorithms) {
          if (mayVerify(key, algorithm)) {
            accepted.add(new JsonObject(key.toString()).put("alg", algorithm));
          }
        }
      }
    }
    return new ProviderKeySet(accepted);
  }

  /** Whether a key with this id, or any key if no id is given, is for the algorithm. */
  boolean holds(String algorithm, String keyId) {
    return keys.stream()
        .anyMatch(
            key ->
                key.getString("alg").equals(algorithm)
                    && (keyId == null || keyId.equals(key.getString("kid", keyId))));
  }

  private static boolean mayVerify(JsonNode key, String algorithm) {
    if (key.hasNonNull("alg")) {
      return key.get("alg").asText().equals(algorithm) && isOfType(key, algorithm);
    }
    return isOfType(key, algorithm);
  }

  private static boolean isOfType(JsonNode key, String algorithm) {
    String curve = key.path("crv").asText();
    return switch (key.path("kty").asText()) {
      case "RSA" -> (algorithm.startsWith("RS") || algorithm.startsWith("PS")) && isStrong(key);
      case "EC" -> CURVES.contains(algorithm + " " + curve);
      case "OKP" -> algorithm.equals("EdDSA") && EDWARDS.contains(curve);
      default -> false;
    };
  }

  /**
   * Whether an RSA key is accepted. A short modulus can be factored; a long one or a long exponent
   * makes each check expensive.
   */
  private static boolean isStrong(JsonNode key) {
    try {
      BigInteger modulus = number(key, "n");
      BigInteger exponent = number(key, "e");
      return modulus.bitLength() >= SHORTEST_MODULUS
          && modulus.bitLength() <= LONGEST_MODULUS
          && exponent.testBit(0)
          && exponent.bitLength() <= LONGEST_EXPONENT
          && exponent.compareTo(LEAST_EXPONENT) >= 0;
    } catch (IllegalArgumentException notBase64) {
      return false;
    }
  }

  private static BigInteger number(JsonNode key, String member) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(key.path(member).asText()));
  }
}

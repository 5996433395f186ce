package org.attestry.gateway.access;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The provider's signature keys (RFC 7517) that we accept, one entry for each key and algorithm.
 *
 * @param keys JSON Web Keys, each with its {@code alg}
 */
record KeyRing(List<JsonObject> keys) {

  KeyRing {
    keys = List.copyOf(keys);
  }

  /**
   * Takes the accepted keys of a key set and passes over the others: encryption keys, shared
   * secrets, algorithms that are not in the list.
   */
  static KeyRing of(JsonNode keySet, List<String> algorithms) {
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
    return new KeyRing(accepted);
  }

  /** Whether a key with this id, or any key where no id is given, verifies with the algorithm. */
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
      case "RSA" -> algorithm.startsWith("RS") || algorithm.startsWith("PS");
      case "EC" -> CURVES.contains(algorithm + " " + curve);
      case "OKP" -> algorithm.equals("EdDSA") && curve.startsWith("Ed");
      default -> false;
    };
  }

  private static final Set<String> CURVES = Set.of("ES256 P-256", "ES384 P-384", "ES512 P-521");
}

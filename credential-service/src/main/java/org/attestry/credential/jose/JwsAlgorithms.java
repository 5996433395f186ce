package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Collection;
import java.util.Map;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.Signatures;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SignatureAlgorithm;

/** The algorithm of JWS (RFC 7515, 7518, 8037) for each type of key. */
public final class JwsAlgorithms {

  private static final Map<KeyType, SignatureAlgorithm> BY_TYPE =
      Map.of(
          KeyType.ED25519, SignatureAlgorithm.ED25519,
          KeyType.P256, SignatureAlgorithm.ES256,
          KeyType.RSA, SignatureAlgorithm.PS256);
  private static final Map<SignatureAlgorithm, String> NAMES =
      Map.of(
          SignatureAlgorithm.ED25519, "EdDSA",
          SignatureAlgorithm.ES256, "ES256",
          SignatureAlgorithm.PS256, "PS256");

  private JwsAlgorithms() {}

  static SignatureAlgorithm of(KeyType type) {
    return BY_TYPE.get(type);
  }

  /** The value of {@code alg}. */
  public static String name(SignatureAlgorithm algorithm) {
    return NAMES.get(algorithm);
  }

  static Collection<String> names() {
    return NAMES.values();
  }

  /**
   * Returns the bytes of a valid signature, in the form of {@link Signatures#unique}.
   *
   * @param header names the algorithm, which must be that of the key's type
   * @throws InvalidProofException if the signature is invalid, or the header has critical
   *     parameters (RFC 7515, section 4.1.11)
   */
  static byte[] verified(JsonNode header, String input, byte[] signature, PublicKey key) {
    SignatureAlgorithm algorithm = of(Keys.type(key));
    if (header.has("crit") || header.has("b64")) {
      throw new InvalidProofException("jwt.header");
    }
    if (!header.path("alg").asText().equals(name(algorithm))) {
      throw new InvalidProofException("key.type");
    }
    if (key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() < Keys.RSA_BITS) {
      throw new InvalidProofException("key.too-short");
    }
    byte[] bytes = input.getBytes(StandardCharsets.US_ASCII);
    if (!Signatures.verify(algorithm, key, bytes, signature)) {
      throw new InvalidProofException("signature.mismatch");
    }
    return Signatures.unique(algorithm, signature);
  }
}

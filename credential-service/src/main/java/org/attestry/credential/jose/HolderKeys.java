package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import org.attestry.credential.crypto.ForeignDidDocument;
import org.attestry.credential.crypto.Keys;

/** Reads the keys of holders that issuers name. */
public final class HolderKeys {

  /** The reason for a key that cannot be read. */
  static final String UNKNOWN = "holder.key";

  private static final int LONGEST_RSA_BITS = 4_096;

  private HolderKeys() {}

  /**
   * Returns the key in a claim {@code cnf} (RFC 7800, section 3.2).
   *
   * @throws InvalidProofException if the claim has no readable key
   */
  public static PublicKey named(JsonNode confirmation) {
    try {
      return ofJwk(confirmation.path("jwk"));
    } catch (IllegalArgumentException e) {
      throw new InvalidProofException(UNKNOWN);
    }
  }

  /**
   * Returns a public key (RFC 7517). An RSA key that is too short, or slow to verify with, is
   * refused.
   *
   * @throws IllegalArgumentException for any other JSON
   */
  static PublicKey ofJwk(JsonNode jwk) {
    PublicKey key = ForeignDidDocument.ofJwk(jwk);
    if (key instanceof RSAPublicKey rsa) {
      int bits = rsa.getModulus().bitLength();
      if (bits < Keys.RSA_BITS || bits > LONGEST_RSA_BITS) {
        throw new IllegalArgumentException("An RSA key must have 2,048 to 4,096 bits.");
      }
    }
    return key;
  }
}

package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Encrypts replies to wallets, and decrypts their requests (OpenID4VCI 1.0, section 10): JWE with
 * ECDH-ES, never compressed. Its methods take CPU time.
 */
public interface WalletEncryption {

  /** The values of {@code enc}. */
  List<String> METHODS = List.of("A128GCM", "A256GCM");

  /** The values of {@code alg}. */
  List<String> ALGORITHMS = List.of("ECDH-ES");

  /** Returns our public key, to which wallets encrypt (RFC 7517). */
  ObjectNode key();

  /**
   * @throws WalletRefusal invalid_credential_request if the text is not a JWE for our key
   */
  JsonNode decrypted(String jwe);

  /**
   * Encrypts to a wallet's key.
   *
   * @param key a public JWK on P-256
   * @throws WalletRefusal invalid_encryption_parameters for another key or method
   */
  String encrypted(ObjectNode content, JsonNode key, String method);
}

package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.credential.issue.HolderKey;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.StoredKey;

/**
 * The JWTs by which wallets prove that they have a key, and those that are made for them. Its
 * methods take CPU time.
 */
public interface WalletProofs {

  /** The algorithms of the proofs that are accepted, as JWS names them. */
  List<String> algorithms();

  /** The algorithm of JWS by which keys of a type sign. */
  String algorithm(KeyType type);

  /**
   * Verifies a key proof of the type {@code jwt} (appendix F.1).
   *
   * @param audience the credential issuer identifier
   * @throws WalletRefusal invalid_proof
   */
  KeyProof keyProof(String jwt, String audience, Instant now);

  /**
   * @param nonce null if the proof has none
   */
  record KeyProof(HolderKey key, String nonce) {}

  /**
   * Verifies a DPoP proof (RFC 9449, section 4.3).
   *
   * @param address of the request, without query
   * @param token the access token that is sent with it; null at the token endpoint
   * @throws WalletRefusal invalid_dpop_proof
   */
  DpopProof dpop(String jwt, String method, String address, String token, Instant now);

  /**
   * @param thumbprint of its key
   * @param id distinguishes it from others of the key
   */
  record DpopProof(String thumbprint, String id) {}

  /**
   * Verifies the assertion by which a client authenticates itself ({@code private_key_jwt}, RFC
   * 7523, section 3).
   *
   * @param clients the JWK Set of each client, by its id
   * @param audiences of which the assertion must name one
   * @throws WalletRefusal invalid_client
   */
  ClientProof clientAssertion(
      String jwt, Map<String, JsonNode> clients, Set<String> audiences, Instant now);

  /**
   * @param client the client's id
   * @param id distinguishes the assertion from others of the client
   * @param expires when it is not accepted any more
   */
  record ClientProof(String client, String id, Instant expires) {}

  /** Prepares metadata of an issuer as JWT (section 12.2.3). */
  Prepared<String> metadata(ObjectNode claims, StoredKey key);
}

package org.attestry.credential.token;

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
 * Verifies the JWTs by which wallets prove possession of a key, and makes JWTs for wallets. Its
 * methods take CPU time.
 */
public interface WalletProofs {

  /** Returns the accepted algorithms of proofs, by their names in JWS. */
  List<String> algorithms();

  /** Returns the algorithm of JWS for keys of a type. */
  String algorithm(KeyType type);

  /**
   * Verifies a key proof of the type {@code jwt} (appendix F.1).
   *
   * @param audience the credential issuer identifier
   * @throws WalletRefusal invalid_proof
   */
  KeyProof keyProof(String jwt, String audience, Instant now);

  /**
   * Returns the key that a did:key or did:jwk contains.
   *
   * @throws WalletRefusal invalid_proof for another DID
   */
  HolderKey holder(String did);

  /**
   * @param nonce null if the proof has none
   */
  record KeyProof(HolderKey key, String nonce) {}

  /**
   * Verifies a DPoP proof (RFC 9449, section 4.3).
   *
   * @param address of the request, without query
   * @param token the access token that the proof accompanies; null at the token endpoint
   * @throws WalletRefusal invalid_dpop_proof
   */
  DpopProof dpop(String jwt, String method, String address, String token, Instant now);

  /**
   * @param thumbprint of its key
   * @param id distinguishes it from other proofs with the key
   */
  record DpopProof(String thumbprint, String id) {}

  /**
   * Verifies the assertion by which a client authenticates itself ({@code private_key_jwt}, RFC
   * 7523, section 3).
   *
   * @param clients the JWK Set of each client, by its id
   * @param audiences one of which the assertion must name
   * @throws WalletRefusal invalid_client
   */
  ClientProof clientAssertion(
      String jwt, Map<String, JsonNode> clients, Set<String> audiences, Instant now);

  /**
   * @param client the client's id
   * @param id distinguishes the assertion from others of the client
   * @param expires its end
   */
  record ClientProof(String client, String id, Instant expires) {}

  /** Prepares metadata of an issuer as JWT (section 12.2.3). */
  Prepared<String> metadata(ObjectNode claims, StoredKey key);
}

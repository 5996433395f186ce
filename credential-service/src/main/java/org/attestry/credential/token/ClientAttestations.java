package org.attestry.credential.token;

import java.time.Instant;

/**
 * Verifies the attestations by which wallets authenticate themselves (OAuth 2.0 Attestation-Based
 * Client Authentication, draft 07; OpenID4VCI 1.0, appendix E): a provider whom this deployment
 * trusts attests the key of a wallet, and the wallet proves that it has the key.
 */
public interface ClientAttestations {

  /** Says whether no provider is trusted. */
  boolean isEmpty();

  /**
   * Verifies an attestation and the proof of its key. Takes CPU time.
   *
   * @param audience the issuer identifier of this authorization server, for which the proof is made
   * @throws WalletRefusal invalid_client
   */
  AttestedClient verify(String attestation, String proof, String audience, Instant now);

  /**
   * @param client the client's id, which many wallets of one provider may have
   * @param thumbprint of the wallet's key
   * @param id distinguishes the proof from others with the key
   */
  record AttestedClient(String client, String thumbprint, String id) {}
}

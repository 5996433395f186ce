package org.attestry.credential.presentation;

import java.time.Instant;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.PresentationOperations.PresentationState;

/**
 * A request for a presentation, and the result of a wallet's response.
 *
 * @param userId the user who made the request
 * @param query the DCQL query
 * @param nonce required in presentations
 * @param walletState required in the response
 * @param key for the encrypted response; null if it is not encrypted, and after the response
 * @param responses the number of responses so far
 * @param outcome null while the request is open
 * @param refusal why the last refused response was refused, or null
 * @param redirectUri where the user of the wallet goes on; null for nowhere
 * @param responseCode SHA-256 of the code with which alone the result is read, in hex; null before
 *     the answer, and without redirectUri
 * @param expiresAt the end of the request, or of the storage of its result
 */
public record StoredPresentation(
    UUID id,
    String userId,
    PresentationState state,
    ClientIdPrefix prefix,
    ResponseMode mode,
    JsonBytes query,
    String nonce,
    String walletState,
    ResponseKey key,
    int responses,
    JsonBytes outcome,
    JsonBytes refusal,
    String redirectUri,
    String responseCode,
    Instant createdAt,
    Instant expiresAt) {

  /** Returns a new request. */
  static StoredPresentation open(
      UUID id,
      String userId,
      ClientIdPrefix prefix,
      ResponseMode mode,
      JsonBytes query,
      String nonce,
      String walletState,
      ResponseKey key,
      String redirectUri,
      Instant createdAt,
      Instant expiresAt) {
    return new StoredPresentation(
        id,
        userId,
        PresentationState.OPEN,
        prefix,
        mode,
        query,
        nonce,
        walletState,
        key,
        0,
        null,
        null,
        redirectUri,
        null,
        createdAt,
        expiresAt);
  }
}

package org.attestry.credential.presentation;

import java.time.Instant;
import java.util.UUID;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.PresentationOperations.PresentationState;

/**
 * A request for a presentation, and what a wallet answered.
 *
 * @param userId who made the request
 * @param query the DCQL query
 * @param nonce what presentations must have
 * @param walletState what the response must have
 * @param key to which the response is encrypted; null where it is not, and once there is an answer
 * @param responses how many were sent
 * @param outcome the answer; null while the request is open
 * @param refusal what was wrong with the last response that was refused, or null
 * @param expiresAt until when it can be answered, or the answer is kept
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
    Instant createdAt,
    Instant expiresAt) {

  /** A new request. */
  static StoredPresentation open(
      UUID id,
      String userId,
      ClientIdPrefix prefix,
      ResponseMode mode,
      JsonBytes query,
      String nonce,
      String walletState,
      ResponseKey key,
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
        createdAt,
        expiresAt);
  }
}

package org.attestry.credential.offer;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.credential.OfferOperations.State;

/**
 * A stored offer.
 *
 * @param codeHash of the pre-authorized code
 * @param transactionHash of the code and the transaction code; null without one
 * @param attempts the number of transaction codes that were tried
 * @param credential the row of the issued credential; null while it is not signed yet
 * @param credentialId the credential's own {@code id}; null with it
 * @param digest SHA-256 of the credential's text, lower-case hex; null with it
 * @param entityType of the credential's entity
 * @param policy of the credential; null for the entity's own
 * @param attestationId the offerer's name of the attestation; null without a policy
 * @param issuer of the credential
 * @param ownersHash of the owners for whom it was made
 * @param offeredBy the user id of the offerer
 * @param configurations their names
 * @param refresh whether the wallet may renew what it receives; of an accepted offer, whether it
 *     still can
 * @param login whether the wallet's user may log in at the identity provider instead
 * @param valid whether the credential is neither revoked nor suspended
 * @param acceptedAt null unless a wallet redeemed it
 * @param withdrawnAt null unless it was withdrawn
 * @param copies the number of copies that wallets received
 */
public record Offer(
    UUID id,
    byte[] codeHash,
    byte[] transactionHash,
    int attempts,
    UUID credential,
    String credentialId,
    String digest,
    String entityType,
    String entityId,
    String policy,
    String attestationId,
    String issuer,
    String ownersHash,
    String offeredBy,
    List<String> configurations,
    boolean refresh,
    boolean login,
    boolean valid,
    Instant createdAt,
    Instant expiresAt,
    Instant acceptedAt,
    Instant withdrawnAt,
    int copies) {

  /** The number of wrong transaction codes after which the offer ends. */
  public static final int MOST_ATTEMPTS = 5;

  public Offer {
    configurations = List.copyOf(configurations);
  }

  /** Whether the offer does not name its credential yet, because it was not signed. */
  public boolean isDue() {
    return credential == null;
  }

  public boolean needsTransactionCode() {
    return transactionHash != null;
  }

  public State state(Instant now) {
    if (acceptedAt != null) {
      return State.ACCEPTED;
    }
    if (withdrawnAt != null || !valid || attempts >= MOST_ATTEMPTS) {
      return State.WITHDRAWN;
    }
    return expiresAt.isAfter(now) ? State.OPEN : State.EXPIRED;
  }

  /** Whether a wallet may redeem it. */
  public boolean isOpen(Instant now) {
    return state(now) == State.OPEN;
  }
}

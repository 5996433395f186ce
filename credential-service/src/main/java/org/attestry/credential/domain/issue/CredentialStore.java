package org.attestry.credential.domain.issue;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;

/**
 * Where issued and revoked credentials are kept. Every change is one transaction with its facts.
 */
public interface CredentialStore {

  /**
   * Stores a credential when it is signed, and the fact that it was issued.
   *
   * @return fails as the signing does; the stored one; where one with its id is stored already,
   *     that one; fails with {@link SignedBefore} where one with its signature is
   */
  Future<IssuedCredential> insert(Future<StoredCredential> signed, CallContext context);

  /**
   * What is known of a credential whose proof holds.
   *
   * @param publicKeyPem the key that it holds by
   */
  Future<Standing> find(
      String credentialId, String signedHash, String proofHash, String publicKeyPem);

  /**
   * Exactly this credential, if it is stored and neither it nor its key is revoked.
   *
   * @param verificationMethod the one that its proof names
   */
  Future<Optional<StoredCredential>> findValid(
      String credentialId, JsonBytes credential, String verificationMethod);

  /**
   * Unrevoked credentials of this id: confirmed ones newest first, then unconfirmed ones oldest
   * first, because the write of a later one may be refused. Then the newest of each entity of which
   * all are revoked. Empty if there is none.
   */
  Future<List<StoredCredential>> current(String credentialId);

  /**
   * Revokes what a fact withdraws, once: the stored credential, a RevokedCredential record and the
   * fact that it was revoked.
   *
   * @return how many credentials were revoked; none if the fact was acted on before
   */
  Future<Integer> revoke(UUID factId, Withdrawal withdrawal, CallContext context);

  /**
   * Suspends or reinstates credentials of an entity that are not revoked, once. What a newer
   * version of the entity says stays so.
   */
  Future<Void> suspend(UUID factId, Suspension suspension);

  /** Some that were issued before a moment and not confirmed, the oldest first. */
  Future<List<Unconfirmed>> unconfirmed(Instant issuedBefore, int limit);

  /** They are held, or revoked: they are not looked up again. */
  Future<Void> confirm(List<UUID> ids);

  /**
   * A stored credential.
   *
   * @param id its row's
   */
  record Unconfirmed(UUID id, Issued issued) {}

  /**
   * Which credentials are withdrawn.
   *
   * @param entityId the entity that they are about
   * @param credentialId one credential, or null for all of the entity
   * @param digest which of the entity's credentials of that id: SHA-256 of its text, lower-case
   *     hex; null for all of them
   * @param replaced whether, without a digest, a newer credential of the same id and entity stays
   * @param userId who caused it, or null
   */
  record Withdrawal(
      String entityId, String credentialId, String digest, boolean replaced, String userId) {}

  /**
   * @param credentialId the id of an attestation's credential, or null for all of the entity's
   *     content
   * @param digest of the attestation's credential, as in {@link Withdrawal}; or null
   * @param suspended else reinstated
   * @param version the entity's
   * @param until when the suspension ends, or null
   */
  record Suspension(
      String entityId,
      String credentialId,
      String digest,
      boolean suspended,
      long version,
      Instant until) {}

  /**
   * What is known of a credential.
   *
   * @param contextDigest of the contexts that it was signed under, or null if it is not stored
   * @param keyRevoked whether its key is revoked by now, under any name and of any issuer
   */
  record Standing(boolean revoked, boolean suspended, String contextDigest, boolean keyRevoked) {}
}

package org.attestry.contracts.registry;

import java.util.Map;
import java.util.Set;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;

/**
 * The requested credentials that entities still have, as their own or as that of an attestation;
 * deleted entities have none.
 *
 * @param credentialIds the ids of the credentials that were requested without a digest, and of
 *     those in {@code digests}
 * @param digests the digests of the credentials that were requested with one; null if
 *     registry-service has a former version
 * @param revoked the ids of the requested entities that are not deleted and of which a credential
 *     was revoked by a request; null if registry-service has a former version
 * @param contents the digests of those that are of the content that their entity has now, with the
 *     version of this entity; null if registry-service has a former version
 */
public record HeldCredentials(
    Set<String> credentialIds,
    Set<String> digests,
    Set<String> revoked,
    Map<String, Long> contents) {

  public HeldCredentials {
    credentialIds = Set.copyOf(credentialIds);
    digests = digests == null ? null : Set.copyOf(digests);
    revoked = revoked == null ? Set.of() : Set.copyOf(revoked);
    contents = contents == null ? null : Map.copyOf(contents);
  }

  /** Whether a credential of this entity was revoked by a request. */
  public boolean isRevoked(String osid) {
    return revoked.contains(osid);
  }

  /** Whether an entity has this credential, and not only another one with the same id. */
  public boolean holds(Issued issued) {
    return digests == null
        ? credentialIds.contains(issued.credentialId())
        : digests.contains(issued.digest());
  }

  /**
   * The version of the entity whose present content the credential is of; 0 if it is that of no
   * present content, null if this is not known.
   */
  public Long versionOf(Issued issued) {
    return contents == null ? null : contents.getOrDefault(issued.digest(), 0L);
  }
}

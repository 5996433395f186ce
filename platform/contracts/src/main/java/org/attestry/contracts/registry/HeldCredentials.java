package org.attestry.contracts.registry;

import java.util.Set;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;

/**
 * Credentials of entities that are not deleted, of the entity or of an attestation.
 *
 * @param credentialIds the ids of those that were named without a digest, and of those in {@code
 *     digests}
 * @param digests of those that were named with one; null from a former version of the registry
 */
public record HeldCredentials(Set<String> credentialIds, Set<String> digests) {

  public HeldCredentials {
    credentialIds = Set.copyOf(credentialIds);
    digests = digests == null ? null : Set.copyOf(digests);
  }

  /** Whether an entity holds it, and not only another credential of its id. */
  public boolean holds(Issued issued) {
    return digests == null
        ? credentialIds.contains(issued.credentialId())
        : digests.contains(issued.digest());
  }
}

package org.attestry.contracts.registry;

import java.util.Set;

/**
 * @param credentialIds credentials of entities that are not deleted, of the entity or of an
 *     attestation
 */
public record HeldCredentials(Set<String> credentialIds) {

  public HeldCredentials {
    credentialIds = Set.copyOf(credentialIds);
  }
}

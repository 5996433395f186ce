package org.attestry.contracts.registry;

import java.util.Set;

/**
 * @param credentialIds those that an entity that is not deleted has, as its own or on an
 *     attestation
 */
public record HeldCredentials(Set<String> credentialIds) {

  public HeldCredentials {
    credentialIds = Set.copyOf(credentialIds);
  }
}

package org.attestry.credential.stored;

import java.util.UUID;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;

/**
 * A stored credential without its text.
 *
 * @param id of its row
 * @param issued without a digest if larger credentials of the same id were hashed before it
 * @param bytes the length of its text in UTF-8
 */
public record CredentialReference(UUID id, Issued issued, int bytes) {

  public String entityId() {
    return issued.osid();
  }
}

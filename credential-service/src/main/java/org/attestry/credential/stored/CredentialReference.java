package org.attestry.credential.stored;

import java.util.UUID;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;

/**
 * A stored credential without its text.
 *
 * @param id its row's
 * @param issued its digest is null where larger credentials of the same id were hashed before it
 * @param bytes the length of its text in UTF-8
 */
public record CredentialReference(UUID id, Issued issued, int bytes) {

  public String entityId() {
    return issued.osid();
  }
}

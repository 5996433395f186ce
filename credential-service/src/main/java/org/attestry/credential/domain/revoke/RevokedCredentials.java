package org.attestry.credential.domain.revoke;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.attestry.contracts.credential.CredentialOperations.RevokedCredential;

/** Where RevokedCredential records are read. */
public interface RevokedCredentials {

  Future<Optional<RevokedCredential>> find(UUID osid);

  /** A page ends early where its records would be large, but has at least one. */
  Future<RevokedPage> search(RevokedQuery query);

  /**
   * Some records.
   *
   * @param total how many match, or null if they were not counted
   * @param more whether there are others behind these
   */
  record RevokedPage(List<RevokedCredential> records, Long total, boolean more) {}
}

package org.attestry.credential.domain.revoke;

import io.vertx.core.Future;
import java.util.List;
import java.util.Set;

/** Where revocations of former systems are kept. */
public interface FormerRevocations {

  /**
   * Stores revocations, all of them or none. One of a credential that was issued here is not
   * stored.
   *
   * @param userId who imports them
   * @return the lines of those that were stored now, and of those of credentials issued here
   */
  Future<Outcome> insert(List<ImportedRevocation> revocations, String userId);

  /**
   * @param stored lines of which something was not known before
   * @param issuedHere lines that were left out
   */
  record Outcome(Set<Integer> stored, Set<Integer> issuedHere) {}
}

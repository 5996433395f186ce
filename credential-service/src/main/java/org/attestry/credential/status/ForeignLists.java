package org.attestry.credential.status;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.runtime.fair.Budget;

/** Reads status lists of other issuers. */
@FunctionalInterface
public interface ForeignLists {

  /** Reads no list. */
  ForeignLists NONE =
      (entry, purpose, issuer, budget, deadline) ->
          Future.succeededFuture(
              List.of(new Check(purpose.text(), Status.UNKNOWN, ReadStatuses.LIST_FOREIGN)));

  /**
   * Checks an entry.
   *
   * @param entry with one purpose
   * @param purpose of the entry; for a Token Status List the purpose of the check if the entry
   *     cannot be read
   * @param issuer of the credential
   * @param budget of the credential's verification
   */
  Future<List<Check>> check(
      StatusEntry entry, StatusPurpose purpose, String issuer, Budget budget, Deadline deadline);
}

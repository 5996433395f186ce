package org.attestry.credential.status;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.runtime.work.Budget;

/** Status lists of others. */
@FunctionalInterface
public interface ForeignLists {

  /** None is read. */
  ForeignLists NONE =
      (entry, purpose, issuer, budget, deadline) ->
          Future.succeededFuture(
              List.of(new Check(purpose.text(), Status.UNKNOWN, ReadStatuses.LIST_FOREIGN)));

  /**
   * Checks an entry.
   *
   * @param entry which says one thing only
   * @param purpose of the entry; of one of a Token Status List that of the check where it cannot be
   *     read
   * @param issuer of the credential
   * @param budget of the credential's verification
   */
  Future<List<Check>> check(
      StatusEntry entry, StatusPurpose purpose, String issuer, Budget budget, Deadline deadline);
}

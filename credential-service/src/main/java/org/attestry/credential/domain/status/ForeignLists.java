package org.attestry.credential.domain.status;

import io.vertx.core.Future;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.credential.VerificationView.Check;
import org.attestry.contracts.credential.VerificationView.Status;
import org.attestry.runtime.work.Budget;

/** Status lists of others. */
@FunctionalInterface
public interface ForeignLists {

  /** None is read. */
  ForeignLists NONE =
      (entry, purpose, issuer, budget, deadline) ->
          Future.succeededFuture(
              new Check(purpose.text(), Status.UNKNOWN, ReadStatuses.LIST_FOREIGN));

  /**
   * Checks an entry.
   *
   * @param entry which says one thing only
   * @param issuer of the credential
   * @param budget of the credential's verification
   */
  Future<Check> check(
      StatusEntry entry, StatusPurpose purpose, String issuer, Budget budget, Deadline deadline);
}

package org.attestry.registry.owners;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.stored.TransactionalStep;
import org.attestry.runtime.async.AsyncCall;

/**
 * Changes accounts of the identity provider together with the entities that name them. A change is
 * noted in the database before it is made, and the transaction that stores the entity removes the
 * note; if the entity is not stored, the account gets its former data back. {@link RepairOwnership}
 * does so if the process ends in between.
 */
public record OwnerAccounts(UserDirectory directory, PgAccountNotes notes, EntityOwners owners) {

  /**
   * Runs a change of an entity, and undoes its changes of accounts if the entity was not stored.
   *
   * @param change the change, which commits the steps of its {@link AccountWork}
   */
  public <T> Future<T> around(CallContext context, Function<AccountWork, Future<T>> change) {
    AccountWork work = new AccountWork(this, context);
    return AsyncCall.of(() -> change.apply(work))
        .compose(
            result -> work.end(true).map(result),
            cause -> work.end(false).compose(_ -> Future.failedFuture(cause)));
  }

  /** Changes an entity, and the accounts that have its e-mail addresses and mobile numbers. */
  public Future<StoredEntity> following(
      EntityChanges changes, EntityChanges.Request request, EntityChanges.Step step) {
    return around(
        request.context(),
        work ->
            changes.apply(
                request.with(
                    stored -> {
                      List<TransactionalStep> steps =
                          new ArrayList<>(request.steps().apply(stored));
                      steps.addAll(work.steps());
                      return steps;
                    }),
                before ->
                    step.from(before)
                        .compose(after -> work.follow(request.type(), before, after))));
  }
}

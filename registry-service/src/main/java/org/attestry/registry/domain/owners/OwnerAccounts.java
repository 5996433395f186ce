package org.attestry.registry.domain.owners;

import io.vertx.core.Future;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.attestry.contracts.CallContext;
import org.attestry.runtime.work.AsyncCall;

/**
 * Changes accounts of the identity provider together with the entities that name them. A change is
 * noted in the database before it is made, and the transaction that stores the entity removes the
 * note; if the entity is not stored, the account gets its former data back. {@link RepairOwnership}
 * does so if the process ends in between.
 *
 * @param pause returns a future that completes after the given number of milliseconds
 */
public record OwnerAccounts(
    LongFunction<? extends Future<?>> pause,
    UserDirectory directory,
    AccountNotes notes,
    EntityOwners owners) {

  /**
   * Runs a change of an entity, and undoes its changes of accounts if the entity was not stored.
   *
   * @param change the change, which commits the steps of its {@link AccountWork}
   */
  public <T> Future<T> around(CallContext context, Function<AccountWork, Future<T>> change) {
    AccountWork work = new AccountWork(this, context);
    return AsyncCall.of(() -> change.apply(work))
        .transform(ended -> work.end(ended.succeeded()).transform(_ -> (Future<T>) ended));
  }
}

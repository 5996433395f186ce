package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.function.Supplier;
import org.attestry.contracts.CallContext;

/** Makes the change that a call requests once, however often the call comes. */
final class SchemaCalls {

  private final SchemaStore store;
  private final EntityRegistry registry;

  SchemaCalls(SchemaStore store, EntityRegistry registry) {
    this.store = store;
    this.registry = registry;
  }

  /**
   * The reply that the call had before, else the change's.
   *
   * @param change commits by {@link SchemaStore#once}; tried again when what it looked at has moved
   */
  <T> Future<T> once(CallContext context, Class<T> reply, Supplier<Future<AfterCommit<T>>> change) {
    return store
        .reply(context.callId(), reply)
        .compose(
            kept -> kept.map(Future::succeededFuture).orElseGet(() -> OptimisticRetry.make(change)))
        .compose(committed -> committed.make(registry, context));
  }
}

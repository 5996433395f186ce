package org.attestry.registry.domain.stored;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Runs the changes of one entity one after the other on this replica, so that concurrent changes do
 * not fail each other's version check. Across replicas the version check alone decides. Used on one
 * event loop.
 */
final class KeyedSerializer {

  private final Map<UUID, Future<?>> last = new HashMap<>();

  <T> Future<T> run(UUID id, Supplier<Future<T>> work) {
    Future<?> before = last.getOrDefault(id, Future.succeededFuture());
    Future<T> mine = before.transform(done -> work.get());
    last.put(id, mine);
    mine.onComplete(done -> last.remove(id, mine));
    return mine;
  }
}

package org.attestry.registry.domain.stored;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Lets the changes of one entity follow one another within this replica, so that many at once do
 * not make each other's work void. What keeps them apart across replicas is the version. Used on
 * one event loop.
 */
final class KeyedSerializer {

  private final Map<UUID, Future<?>> last = new HashMap<>();

  <T> Future<T> take(UUID id, Supplier<Future<T>> work) {
    Future<?> before = last.getOrDefault(id, Future.succeededFuture());
    Future<T> mine = before.transform(done -> work.get());
    last.put(id, mine);
    mine.onComplete(done -> last.remove(id, mine));
    return mine;
  }
}

package org.attestry.registry.events;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import org.attestry.registry.domain.types.TypeCatalogue;

/**
 * Keeps the catalogues of all replicas in step: the replica that stored a change of a type notifies
 * the others. A timer refreshes them where a message is lost.
 */
public final class CatalogueSync {

  private static final String ADDRESS = "registry.typesChanged";
  private static final long POLL_MILLIS = 500;

  private final Vertx vertx;
  private final TypeCatalogue catalogue;
  private MessageConsumer<String> consumer;
  private long timer;

  public CatalogueSync(Vertx vertx, TypeCatalogue catalogue) {
    this.vertx = vertx;
    this.catalogue = catalogue;
  }

  /** Publishes on the bus that types have changed. */
  public static Runnable announcing(Vertx vertx) {
    return () -> vertx.eventBus().publish(ADDRESS, "");
  }

  public void start() {
    consumer = vertx.eventBus().consumer(ADDRESS, message -> catalogue.refresh());
    timer = vertx.setPeriodic(POLL_MILLIS, tick -> catalogue.refresh());
  }

  public Future<Void> close() {
    vertx.cancelTimer(timer);
    return consumer == null ? Future.succeededFuture() : consumer.unregister();
  }
}

package org.attestry.runtime.cluster;

import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;

/**
 * Tells those who ask questions in this process that a member is no longer there. It does not say
 * which: nobody here knows who was to answer what.
 */
public final class Departures {

  private static final String ADDRESS = "cluster.departure";

  private final Vertx vertx;

  public Departures(Vertx vertx) {
    this.vertx = vertx;
  }

  void announce() {
    vertx.eventBus().publish(ADDRESS, "", new DeliveryOptions().setLocalOnly(true));
  }

  /** Runs the action at each departure, as long as the caller's verticle is deployed. */
  public void each(Runnable action) {
    vertx.eventBus().localConsumer(ADDRESS, departure -> action.run());
  }
}

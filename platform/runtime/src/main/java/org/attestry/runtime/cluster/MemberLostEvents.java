package org.attestry.runtime.cluster;

import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;

/** Notifies the bus clients of this process that a member of the cluster was lost. */
public record MemberLostEvents(Vertx vertx) {

  private static final String ADDRESS = "cluster.member-lost";

  void publish() {
    vertx.eventBus().publish(ADDRESS, "", new DeliveryOptions().setLocalOnly(true));
  }

  /** Runs the action at each loss, as long as the calling verticle is deployed. */
  public void onEach(Runnable action) {
    vertx.eventBus().localConsumer(ADDRESS, lost -> action.run());
  }
}

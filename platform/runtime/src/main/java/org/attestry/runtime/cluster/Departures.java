package org.attestry.runtime.cluster;

import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;

/**
 * Tells those who ask questions in this process that a member is no longer there. It does not say
 * which: nobody here knows who was to answer what.
 */
public final class Departures {

  /**
   * What the addresses begin with at which members tell what they have in hand. A member that
   * leaves in order answers there until it has nothing in hand any more.
   */
  public static final String IN_HAND = "cluster.in-hand.";

  private static final String ADDRESS = "cluster.departure";
  private static final String MENDED = "cluster.departure.mended";

  private final Vertx vertx;

  public Departures(Vertx vertx) {
    this.vertx = vertx;
  }

  void announce() {
    publish(ADDRESS);
  }

  void announceMended() {
    publish(MENDED);
  }

  private void publish(String address) {
    vertx.eventBus().publish(address, "", new DeliveryOptions().setLocalOnly(true));
  }

  /** Runs the action at each departure, as long as the caller's verticle is deployed. */
  public void each(Runnable action) {
    vertx.eventBus().localConsumer(ADDRESS, departure -> action.run());
  }

  /**
   * The same a moment later, when what all members share is in order again: until then an address
   * that nobody here has asked before may be found only after a second or more.
   */
  public void eachWhenMended(Runnable action) {
    vertx.eventBus().localConsumer(MENDED, mended -> action.run());
  }
}

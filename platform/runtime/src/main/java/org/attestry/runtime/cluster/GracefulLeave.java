package org.attestry.runtime.cluster;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonArray;
import java.util.List;
import java.util.Optional;

/**
 * How a member leaves: it requests each other one to read the registrations of its addresses again.
 * What that one has sent to it before arrives before the reply, because both take the same
 * connection; so when all have replied, no further request comes. The shared map alone does not do
 * it: a busy member receives its events late.
 */
record GracefulLeave(Vertx vertx, ReconcilingClusterManager manager) {

  /** How long a reply of a member is awaited. */
  private static final long TIMEOUT_MILLIS = 3_000;

  private static final String PREFIX = "cluster.leave.";

  /**
   * The member that alone listens at an address. The address names it, so that nobody reads the
   * shared map for it: just after a death parts of the map cannot be read for up to seconds.
   */
  static Optional<String> memberAt(String address) {
    return address.startsWith(PREFIX)
        ? Optional.of(address.substring(PREFIX.length()))
        : Optional.empty();
  }

  /** Listens for members that announce that they leave. */
  Future<Void> listen() {
    return vertx
        .eventBus()
        .<JsonArray>consumer(
            PREFIX + manager.getNodeId(),
            leaving ->
                manager
                    .readAgain(leaving.body().stream().map(String.class::cast).toList())
                    .onComplete(read -> leaving.reply(null)))
        .completion();
  }

  /** Completes when all others have read the registrations again, or do not reply. */
  Future<Void> announce(List<String> addresses) {
    DeliveryOptions options = new DeliveryOptions().setSendTimeout(TIMEOUT_MILLIS);
    return Future.join(
            manager.getNodes().stream()
                .filter(node -> !node.equals(manager.getNodeId()))
                .map(PREFIX::concat)
                .map(to -> vertx.eventBus().request(to, new JsonArray(addresses), options))
                .toList())
        .otherwiseEmpty()
        .mapEmpty();
  }
}

package org.attestry.runtime.cluster;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonArray;
import java.util.List;
import java.util.Optional;

/**
 * Announces that a member leaves: it requests every other member to read the registrations of its
 * addresses again. Requests that another member has sent before arrive before that member's reply,
 * because both use the same connection; so when all members have replied, no further request
 * arrives. The shared map alone is not enough: a busy member receives its events late.
 */
record GracefulLeave(Vertx vertx, ReconcilingClusterManager manager) {

  /** The timeout of a member's reply. */
  private static final long TIMEOUT_MILLIS = 3_000;

  private static final String PREFIX = "cluster.leave.";

  /**
   * Returns the only member that listens at an address. The address contains the member's node id,
   * so that the shared map need not be read: just after a member died, parts of the map cannot be
   * read for up to seconds.
   */
  static Optional<String> memberAt(String address) {
    return address.startsWith(PREFIX)
        ? Optional.of(address.substring(PREFIX.length()))
        : Optional.empty();
  }

  /** Registers the consumer of other members' announcements that they leave. */
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

  /**
   * Completes when each other member has read the registrations again or its reply has timed out.
   */
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

package org.attestry.runtime.cluster;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonArray;
import java.util.List;

/**
 * How a member leaves: it asks each other one to look again who answers where it did. What that one
 * has sent to it before, it hears before the answer, for both take the same connection; so when all
 * have answered, nothing more comes. The shared list alone does not do it: news of it take as long
 * to a busy member as they do.
 */
final class Farewell {

  /** Whoever does not answer for so long is not waited for. */
  private static final long TIMEOUT_MILLIS = 3_000;

  private final Vertx vertx;
  private final Announcements announcements;

  Farewell(Vertx vertx, Announcements announcements) {
    this.vertx = vertx;
    this.announcements = announcements;
  }

  /** Listens for others that leave. */
  Future<Void> hear() {
    return vertx
        .eventBus()
        .<JsonArray>consumer(
            at(announcements.getNodeId()),
            leaving ->
                announcements
                    .lookAgain(leaving.body().stream().map(String.class::cast).toList())
                    .onComplete(looked -> leaving.reply(null)))
        .completion();
  }

  /** Completes when all others have looked again, or do not answer. */
  Future<Void> say(List<String> addresses) {
    DeliveryOptions options = new DeliveryOptions().setSendTimeout(TIMEOUT_MILLIS);
    return Future.join(
            announcements.getNodes().stream()
                .filter(node -> !node.equals(announcements.getNodeId()))
                .map(Farewell::at)
                .map(to -> vertx.eventBus().request(to, new JsonArray(addresses), options))
                .toList())
        .otherwiseEmpty()
        .mapEmpty();
  }

  private static String at(String member) {
    return MemberAddress.of(member, "farewell");
  }
}

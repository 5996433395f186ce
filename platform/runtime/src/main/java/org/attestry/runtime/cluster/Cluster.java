package org.attestry.runtime.cluster;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.List;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Vert.x instance of a process, alone or with others. The code that runs on it does not know
 * which.
 */
public final class Cluster {

  private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);

  /** For joining and leaving; what a service works at for long has workers of its own. */
  private static final int WORKERS = 6;

  /** For what another one was about to send when it heard that this member leaves. */
  private static final long SETTLE_MILLIS = 300;

  /** How long an entry that was lost may stay so. */
  private static final long RENEWAL_MILLIS = 2_000;

  private final Vertx vertx;
  private final Announcements announcements;

  private Cluster(Vertx vertx, Announcements announcements) {
    this.vertx = vertx;
    this.announcements = announcements;
  }

  /**
   * Joins the others when the settings say so. Members that are not there yet are not waited for:
   * whoever comes later joins, in any order.
   */
  public static Future<Cluster> join(ClusterConfig config) {
    if (!config.enabled()) {
      return Future.succeededFuture(new Cluster(Vertx.vertx(options()), null));
    }
    ClusterConfig ours = config.onThisMachine();
    Announcements announcements = new Announcements(Membership.of(ours));
    return Vertx.builder()
        .with(options().setEventBusOptions(BusConnections.of(ours)))
        .withClusterManager(announcements)
        .buildClustered()
        .compose(
            vertx -> {
              vertx.eventBus().addOutboundInterceptor(new UnsentMessages(vertx));
              Departures departures = new Departures(vertx);
              announcements.onDeparture(departures::announce);
              renewLater(vertx, announcements);
              return new Farewell(vertx, announcements)
                  .hear()
                  .compose(heard -> InHand.tell(vertx, announcements.getNodeId()))
                  .map(told -> new Cluster(vertx, announcements));
            });
  }

  public Vertx vertx() {
    return vertx;
  }

  /**
   * Leaves in order: no new question comes, those in progress are answered while the verticles
   * stop, and then the member is gone.
   */
  public Future<Void> leave() {
    return announcements == null ? vertx.close() : withdraw().eventually(vertx::close);
  }

  private Future<Void> withdraw() {
    List<String> addresses = announcements.addresses();
    return announcements
        .withdraw()
        .compose(done -> new Farewell(vertx, announcements).say(addresses))
        .compose(done -> vertx.timer(SETTLE_MILLIS))
        .mapEmpty();
  }

  private static void renewLater(Vertx vertx, Announcements announcements) {
    vertx
        .timer(RENEWAL_MILLIS)
        .compose(due -> vertx.executeBlocking(Executors.callable(announcements::renew)))
        .onFailure(cause -> LOG.debug("what is announced was not renewed", cause))
        .onComplete(done -> renewLater(vertx, announcements));
  }

  private static VertxOptions options() {
    return new VertxOptions().setPreferNativeTransport(false).setWorkerPoolSize(WORKERS);
  }
}

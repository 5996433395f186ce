package org.attestry.runtime.cluster;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.List;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Vert.x instance of a process, either standalone or clustered. Code that runs on it need not
 * distinguish the two.
 */
public final class Cluster {

  private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);

  /**
   * Worker threads for joining and leaving the cluster; long-running work of a service has its own
   * workers.
   */
  private static final int WORKERS = 6;

  /**
   * Time for requests that another member was about to send when it read the registrations again.
   */
  private static final long SETTLE_MILLIS = 300;

  /** The interval after which lost registrations are written again. */
  private static final long RENEWAL_MILLIS = 2_000;

  private final Vertx vertx;
  private final ReconcilingClusterManager manager;

  private Cluster(Vertx vertx, ReconcilingClusterManager manager) {
    this.vertx = vertx;
    this.manager = manager;
  }

  /**
   * Joins the cluster if the settings enable it. Members may start in any order: absent members are
   * not waited for.
   */
  public static Future<Cluster> join(ClusterConfig config) {
    if (!config.enabled()) {
      return Future.succeededFuture(new Cluster(Vertx.vertx(options()), null));
    }
    ClusterConfig ours = config.onThisMachine();
    ReconcilingClusterManager manager = new ReconcilingClusterManager(Membership.of(ours));
    return Vertx.builder()
        .with(options().setEventBusOptions(BusConnections.of(ours)))
        .withClusterManager(manager)
        .buildClustered()
        .compose(
            vertx -> {
              manager.onMemberLost(new MemberLostEvents(vertx)::publish);
              Members.share(vertx, manager);
              readFormer(vertx, manager);
              renewLater(vertx, manager);
              return new GracefulLeave(vertx, manager)
                  .listen()
                  .map(listening -> new Cluster(vertx, manager));
            });
  }

  public Vertx vertx() {
    return vertx;
  }

  /**
   * Leaves the cluster gracefully: first no new request arrives, then the requests in progress are
   * replied to while the verticles stop, and then the member leaves.
   */
  public Future<Void> leave() {
    return manager == null ? vertx.close() : withdraw().eventually(vertx::close);
  }

  private Future<Void> withdraw() {
    List<String> addresses = manager.addresses();
    return manager
        .withdraw()
        .compose(done -> new GracefulLeave(vertx, manager).announce(addresses))
        .compose(done -> vertx.timer(SETTLE_MILLIS))
        .mapEmpty();
  }

  /**
   * Reads the existing registrations in the background; until then, those of an address are read
   * for its first request.
   */
  private static void readFormer(Vertx vertx, ReconcilingClusterManager manager) {
    vertx
        .executeBlocking(Executors.callable(manager::readFormer), false)
        .onFailure(cause -> LOG.debug("the registrations are read later", cause));
  }

  private static void renewLater(Vertx vertx, ReconcilingClusterManager manager) {
    vertx
        .timer(RENEWAL_MILLIS)
        .compose(due -> vertx.executeBlocking(Executors.callable(manager::renew)))
        .onFailure(cause -> LOG.debug("the registrations were not renewed", cause))
        .onComplete(done -> renewLater(vertx, manager));
  }

  private static VertxOptions options() {
    return new VertxOptions().setPreferNativeTransport(true).setWorkerPoolSize(WORKERS);
  }
}

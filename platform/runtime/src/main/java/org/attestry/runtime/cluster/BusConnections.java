package org.attestry.runtime.cluster;

import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;

/** The options of the event bus between processes: addresses, timeouts and TLS. */
final class BusConnections {

  /**
   * Within one network a connection is established in milliseconds unless the other end is absent.
   */
  private static final int CONNECT_MILLIS = 500;

  /** A connection without a reply to a ping for five seconds is closed. */
  private static final long PING_MILLIS = 1_000;

  private static final long PING_REPLY_MILLIS = 4_000;

  private BusConnections() {}

  static EventBusOptions of(ClusterConfig cluster) {
    EventBusOptions options =
        new EventBusOptions()
            .setHost(cluster.host())
            .setPort(cluster.busPort())
            .setClusterPublicHost(cluster.reachableHost())
            .setConnectTimeout(CONNECT_MILLIS)
            .setClusterPingInterval(PING_MILLIS)
            .setClusterPingReplyInterval(PING_REPLY_MILLIS)
            .setTrustAll(false);
    ClusterConfig.Tls tls = cluster.tls();
    if (tls.given()) {
      options
          .setSsl(true)
          .setClientAuth(ClientAuth.REQUIRED)
          .setKeyCertOptions(
              new PemKeyCertOptions()
                  .addCertPath(tls.certificate().toString())
                  .addKeyPath(tls.key().toString()))
          .setTrustOptions(new PemTrustOptions().addCertPath(tls.authority().toString()))
          .addEnabledSecureTransportProtocol("TLSv1.3");
    }
    return options;
  }
}

package org.attestry.runtime.cluster;

import com.hazelcast.config.ClassFilter;
import com.hazelcast.config.Config;
import com.hazelcast.config.DiscoveryStrategyConfig;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MultiMapConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import java.util.Map;

/**
 * The configuration of Hazelcast, which stores only the members and their registrations. Multicast,
 * auto-detection and phone-home reports are disabled.
 */
final class Membership {

  /**
   * A member whose process died is removed within a second, because its connection breaks at once.
   * A member whose address has disappeared too, such as that of a container, is removed when its
   * connection has ended and it has accepted no new one for {@link #CONNECT_SECONDS}. A member that
   * hangs is removed after the missed heartbeats. Separated parts of the cluster search for each
   * other continuously, and requests without a reply that a member made just before the parts
   * merged fail after seconds instead of a minute.
   */
  private static final Map<String, String> PROPERTIES =
      Map.ofEntries(
          Map.entry("hazelcast.discovery.enabled", "true"),
          Map.entry("hazelcast.logging.type", "slf4j"),
          Map.entry("hazelcast.phone.home.enabled", "false"),
          Map.entry("hazelcast.diagnostics.enabled", "false"),
          Map.entry("hazelcast.health.monitoring.level", "OFF"),
          Map.entry("hazelcast.metrics.enabled", "false"),
          Map.entry("hazelcast.wait.seconds.before.join", "1"),
          Map.entry("hazelcast.max.wait.seconds.before.join", "2"),
          Map.entry("hazelcast.merge.first.run.delay.seconds", "5"),
          Map.entry("hazelcast.merge.next.run.delay.seconds", "5"),
          Map.entry("hazelcast.connection.monitor.max.faults", "1"),
          Map.entry("hazelcast.heartbeat.interval.seconds", "1"),
          Map.entry("hazelcast.max.no.heartbeat.seconds", "10"),
          Map.entry("hazelcast.graceful.shutdown.max.wait", "5"),
          Map.entry("hazelcast.partition.count", "31"),
          Map.entry("hazelcast.partition.migration.timeout", "10"),
          Map.entry("hazelcast.operation.call.timeout.millis", "5000"),
          Map.entry("hazelcast.operation.thread.count", "2"),
          Map.entry("hazelcast.operation.generic.thread.count", "2"),
          Map.entry("hazelcast.operation.response.thread.count", "1"),
          Map.entry("hazelcast.slow.operation.detector.enabled", "false"),
          Map.entry("hazelcast.io.input.thread.count", "1"),
          Map.entry("hazelcast.io.output.thread.count", "1"),
          Map.entry("hazelcast.event.thread.count", "1"));

  /**
   * The connect timeout after which a member counts as lost, for instance because its address no
   * longer exists.
   */
  private static final int CONNECT_SECONDS = 1;

  /**
   * The size of each send and receive buffer, per member; only changes of members and registrations
   * are sent.
   */
  private static final int SOCKET_BUFFER_KB = 32;

  private Membership() {}

  static Config of(ClusterConfig cluster) {
    Config config = new Config();
    config.setClusterName(cluster.name());
    PROPERTIES.forEach(config::setProperty);
    config.setProperty("hazelcast.socket.bind.any", Boolean.toString(Hosts.isAny(cluster.host())));
    config
        .getMemberAttributeConfig()
        .setAttribute(
            ReconcilingClusterManager.BUS_ATTRIBUTE,
            cluster.reachableHost() + ":" + cluster.busPort());
    config.addMultiMapConfig(
        new MultiMapConfig(ReconcilingClusterManager.REGISTRATIONS).setValueCollectionType("SET"));
    config.getSerializationConfig().setJavaSerializationFilterConfig(knownClasses());
    config.getAdvancedNetworkConfig().setEnabled(true).setMemberEndpointConfig(endpoint(cluster));
    join(config.getAdvancedNetworkConfig().getJoin(), cluster);
    return config;
  }

  /**
   * Configures the endpoint for members. Without an endpoint for clients, Hazelcast does not load
   * the code that serves clients.
   */
  private static ServerSocketEndpointConfig endpoint(ClusterConfig cluster) {
    ServerSocketEndpointConfig endpoint =
        new ServerSocketEndpointConfig()
            .setPort(cluster.port())
            .setPortAutoIncrement(false)
            .setPublicAddress(cluster.reachableHost() + ":" + cluster.port());
    endpoint.setSocketConnectTimeoutSeconds(CONNECT_SECONDS);
    endpoint.setSocketSendBufferSizeKb(SOCKET_BUFFER_KB).setSocketRcvBufferSizeKb(SOCKET_BUFFER_KB);
    if (!Hosts.isAny(cluster.host())) {
      endpoint.getInterfaces().setEnabled(true).addInterface(cluster.host());
    }
    return endpoint;
  }

  private static void join(JoinConfig join, ClusterConfig cluster) {
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    join.getDiscoveryConfig()
        .addDiscoveryStrategyConfig(new DiscoveryStrategyConfig(MemberLookup.factory(cluster)));
  }

  /**
   * Returns a filter that refuses to deserialize objects of other classes when data arrives from
   * another member.
   */
  private static JavaSerializationFilterConfig knownClasses() {
    return new JavaSerializationFilterConfig()
        .setWhitelist(
            new ClassFilter()
                .addPrefixes("io.vertx.spi.cluster.hazelcast.", "com.hazelcast.", "java.util."));
  }
}

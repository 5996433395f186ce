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
 * Hazelcast as we use it: it knows the members and their registrations, and nothing else. No
 * multicast, nothing found by itself, nothing reported to anybody.
 */
final class Membership {

  /**
   * A dead member's connection breaks at once and it is gone within a second; one whose address is
   * gone with it, as that of a container is, when its connection has ended and it has taken no
   * other for {@link #CONNECT_SECONDS}; one that hangs, after the missed heartbeats. Parts that
   * were separated look for each other all the time, and what a member requested of others just
   * before it found them, without a reply, fails after seconds instead of a minute.
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
   * A member that does not take a connection for so long, as at an address that is gone, is lost.
   */
  private static final int CONNECT_SECONDS = 1;

  /** Both ways and per member; only changes of members and registrations are sent. */
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
   * For members alone: without an endpoint for clients, Hazelcast does not load what serves them.
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

  /** What comes from another member is made of these classes, or is refused. */
  private static JavaSerializationFilterConfig knownClasses() {
    return new JavaSerializationFilterConfig()
        .setWhitelist(
            new ClassFilter()
                .addPrefixes("io.vertx.spi.cluster.hazelcast.", "com.hazelcast.", "java.util."));
  }
}

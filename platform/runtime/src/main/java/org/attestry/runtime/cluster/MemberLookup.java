package org.attestry.runtime.cluster;

import com.hazelcast.cluster.Address;
import com.hazelcast.config.properties.PropertyDefinition;
import com.hazelcast.logging.ILogger;
import com.hazelcast.spi.discovery.DiscoveryNode;
import com.hazelcast.spi.discovery.DiscoveryStrategy;
import com.hazelcast.spi.discovery.DiscoveryStrategyFactory;
import com.hazelcast.spi.discovery.SimpleDiscoveryNode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the addresses of possible members: the listed ones, and every address of the DNS names.
 * Names are resolved again each time that Hazelcast discovers members: at the start, and while it
 * searches for parts of the cluster that a network failure has separated.
 */
final class MemberLookup implements DiscoveryStrategy {

  private final ClusterConfig config;

  private MemberLookup(ClusterConfig config) {
    this.config = config;
  }

  static DiscoveryStrategyFactory factory(ClusterConfig config) {
    return new Factory(config);
  }

  @Override
  public Iterable<DiscoveryNode> discoverNodes() {
    Set<Address> found = new LinkedHashSet<>();
    for (String member : config.members()) {
      InetSocketAddress wanted = Hosts.hostAndPort(member);
      addAll(found, wanted.getHostString(), wanted.getPort());
    }
    config.dns().forEach(name -> addAll(found, name, config.port()));
    List<DiscoveryNode> nodes = new ArrayList<>();
    found.forEach(address -> nodes.add(new SimpleDiscoveryNode(address)));
    return nodes;
  }

  @Override
  public void start() {}

  @Override
  public void destroy() {}

  @Override
  public Map<String, String> discoverLocalMetadata() {
    return Map.of();
  }

  private static void addAll(Set<Address> found, String host, int port) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        found.add(new Address(address, port));
      }
    } catch (UnknownHostException notThereYet) {
      // a name without an address belongs to a service of which no replica runs
    }
  }

  private record Factory(ClusterConfig config) implements DiscoveryStrategyFactory {

    @Override
    public Class<? extends DiscoveryStrategy> getDiscoveryStrategyType() {
      return MemberLookup.class;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public DiscoveryStrategy newDiscoveryStrategy(
        DiscoveryNode local, ILogger logger, Map<String, Comparable> properties) {
      return new MemberLookup(config);
    }

    @Override
    public Collection<PropertyDefinition> getConfigurationProperties() {
      return List.of();
    }
  }
}

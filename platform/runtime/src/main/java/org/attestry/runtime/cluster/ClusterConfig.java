package org.attestry.runtime.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.runtime.config.OpenSettings;
import org.attestry.runtime.config.Setting;

/**
 * How this process joins the others. Two ports: membership, on which Hazelcast keeps the list of
 * members and their registrations, and the event bus, for requests and replies.
 *
 * @param members {@code host:port} of membership ports; those that cannot be reached are passed
 *     over
 * @param dns names whose every address is a member with the same membership port as this one
 * @param host an address of this machine, a name of which one address is, or {@code 0.0.0.0}
 * @param advertisedHost empty for {@code host}, or for this machine's own address
 */
public record ClusterConfig(
    @Setting(
            byDefault = "false",
            description =
                "tells whether the process works with others; false needs no other setting.")
        boolean enabled,
    @Setting(
            byDefault = "attestry",
            description = "names the cluster; others with this name are joined.")
        String name,
    @Setting(
            byDefault = "",
            description =
                "lists members as host:port of membership; who does not answer is passed over.")
        List<String> members,
    @Setting(
            byDefault = "",
            description = "lists DNS names whose every address is a member with this CLUSTER_PORT.")
        List<String> dns,
    @Setting(byDefault = "127.0.0.1", description = "is the address that both ports bind.")
        String host,
    @Setting(byDefault = "", description = "is the address by which others reach this process.")
        String advertisedHost,
    @Setting(byDefault = "5701", description = "is the port for membership.") int port,
    @Setting(byDefault = "5702", description = "is the port of the event bus.") int busPort,
    Tls tls) {

  public ClusterConfig {
    members = List.copyOf(members);
    dns = List.copyOf(dns);
    if (enabled && members.isEmpty() && dns.isEmpty()) {
      throw new IllegalArgumentException(
          "CLUSTER_MEMBERS or CLUSTER_DNS must be set when CLUSTER_ENABLED is true.");
    }
    if (enabled && !tls.given() && OpenSettings.isRemote(host)) {
      throw new IllegalArgumentException(
          "CLUSTER_TLS_CERTIFICATE, CLUSTER_TLS_KEY and CLUSTER_TLS_AUTHORITY must be set"
              + " unless CLUSTER_HOST is a loopback address.");
    }
    members.forEach(Hosts::hostAndPort);
  }

  /** The same with the address that {@link #host} stands for on this machine. */
  ClusterConfig onThisMachine() {
    return new ClusterConfig(
        enabled, name, members, dns, Hosts.bound(host), advertisedHost, port, busPort, tls);
  }

  /** The address at which other members reach this one. */
  String reachableHost() {
    return Hosts.advertised(host, advertisedHost);
  }

  /**
   * PEM files. Both sides of a connection show a certificate of the authority, so the owner of one
   * is a member: the authority must issue for nothing else.
   */
  public record Tls(
      @Setting(
              byDefault = "",
              description =
                  "is the PEM file of the certificate; mandatory with the next two unless on"
                      + " loopback.")
          Path certificate,
      @Setting(
              byDefault = "",
              description = "is the PEM file of the certificate's private key, PKCS 8.")
          Path key,
      @Setting(
              byDefault = "",
              description = "is the PEM file of the authority that others must show.")
          Path authority) {

    public Tls {
      long given = Stream.of(certificate, key, authority).filter(Tls::isSet).count();
      if (given != 0 && given != 3) {
        throw new IllegalArgumentException(
            "CLUSTER_TLS_CERTIFICATE, CLUSTER_TLS_KEY and CLUSTER_TLS_AUTHORITY belong together:"
                + " set all or none.");
      }
    }

    boolean given() {
      return isSet(certificate);
    }

    private static boolean isSet(Path path) {
      return !path.toString().isEmpty();
    }
  }
}

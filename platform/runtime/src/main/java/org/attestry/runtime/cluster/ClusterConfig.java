package org.attestry.runtime.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.runtime.config.OpenSettings;
import org.attestry.runtime.config.Setting;

/**
 * How this process joins the cluster. Two ports: membership, on which Hazelcast keeps the list of
 * members and their registrations, and the event bus, for requests and replies.
 *
 * @param members {@code host:port} of membership ports; those that cannot be reached are skipped
 * @param dns DNS names of which every address is a member with the same membership port as this
 *     process
 * @param host an address of this machine, a name that resolves to one, or {@code 0.0.0.0}
 * @param advertisedHost the address by which others reach this process; empty for {@code host}, or
 *     for this machine's own address if {@code host} is {@code 0.0.0.0}
 */
public record ClusterConfig(
    @Setting(
            byDefault = "false",
            common = true,
            description =
                "says whether the process works with others; false needs no other setting.")
        boolean enabled,
    @Setting(
            byDefault = "attestry",
            description = "names the cluster; others with this name are joined.")
        String name,
    @Setting(
            byDefault = "",
            common = true,
            description =
                "lists members as host:port of membership; those that do not answer are skipped.")
        List<String> members,
    @Setting(
            byDefault = "",
            common = true,
            description = "lists DNS names whose every address is a member with this CLUSTER_PORT.")
        List<String> dns,
    @Setting(
            byDefault = "127.0.0.1",
            common = true,
            description = "is the address that both ports bind.")
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

  /** Returns the same settings with {@link #host} resolved to an address of this machine. */
  ClusterConfig onThisMachine() {
    return new ClusterConfig(
        enabled, name, members, dns, Hosts.bound(host), advertisedHost, port, busPort, tls);
  }

  /** Returns the address by which other members reach this one. */
  String reachableHost() {
    return Hosts.advertised(host, advertisedHost);
  }

  /**
   * The PEM files for mutual TLS. Both sides of a connection present a certificate of the
   * authority, so any process with such a certificate can be a member: the authority must issue
   * certificates for no other purpose.
   */
  public record Tls(
      @Setting(
              byDefault = "",
              common = true,
              description =
                  "is the PEM file of the certificate; mandatory with the next two unless on"
                      + " loopback.")
          Path certificate,
      @Setting(
              byDefault = "",
              common = true,
              description = "is the PEM file of the certificate's private key, PKCS 8.")
          Path key,
      @Setting(
              byDefault = "",
              common = true,
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

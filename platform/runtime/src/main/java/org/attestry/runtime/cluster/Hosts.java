package org.attestry.runtime.cluster;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/** Addresses of this process and of others. */
public final class Hosts {

  private Hosts() {}

  /**
   * Returns the address to which a port is bound. A name with several addresses, such as that of
   * all members, is resolved to the address that belongs to this machine.
   *
   * @throws IllegalArgumentException if no address belongs to this machine
   */
  public static String bound(String host) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (isOfThisMachine(address)) {
          return address.getHostAddress();
        }
      }
    } catch (UnknownHostException | SocketException e) {
      throw new IllegalArgumentException("No address was found for '%s'.".formatted(host), e);
    }
    throw new IllegalArgumentException("'%s' is no address of this machine.".formatted(host));
  }

  /**
   * Returns the address by which others reach a port that this process binds.
   *
   * @param bound the address to which the port is bound, {@code 0.0.0.0} for all addresses of this
   *     machine
   * @param given the address in the settings; empty for {@code bound}, or for this machine's own
   *     address if all addresses are bound
   */
  public static String advertised(String bound, String given) {
    if (!given.isEmpty()) {
      return given;
    }
    try {
      return InetAddress.getByName(bound).isAnyLocalAddress()
          ? InetAddress.getLocalHost().getHostAddress()
          : bound;
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("This machine has no address of its own: " + bound, e);
    }
  }

  private static boolean isOfThisMachine(InetAddress address) throws SocketException {
    return address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) != null;
  }

  static boolean isAny(String host) {
    return host.equals("0.0.0.0") || host.equals("::");
  }

  /** Parses {@code host:port}. */
  static InetSocketAddress hostAndPort(String member) {
    int colon = member.lastIndexOf(':');
    try {
      return InetSocketAddress.createUnresolved(
          member.substring(0, colon), Integer.parseInt(member.substring(colon + 1)));
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "CLUSTER_MEMBERS: '%s' must be host:port.".formatted(member), e);
    }
  }
}

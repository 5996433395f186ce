package org.attestry.gateway.connection;

/** Addresses of clients. */
public final class Addresses {

  private static final int GROUPS_OF_A_NETWORK = 4;

  private Addresses() {}

  /**
   * Returns what identifies one client: an IPv4 address, or the network of an IPv6 address (its
   * first 64 bits), because a client can use all addresses of its network.
   *
   * @param address as the operating system writes it, without shortened groups in IPv6
   */
  public static String group(String address) {
    int end = -1;
    for (int i = 0; i < GROUPS_OF_A_NETWORK; i++) {
      end = address.indexOf(':', end + 1);
      if (end < 0) {
        return address;
      }
    }
    return address.substring(0, end);
  }
}

package org.attestry.runtime.egress;

import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * Distinguishes addresses of the public internet from special-purpose ones, which the IANA
 * special-purpose address registries (RFC 6890) list.
 */
final class PublicAddresses {

  private PublicAddresses() {}

  static boolean contain(InetAddress address) {
    byte[] bytes = address.getAddress();
    return address instanceof Inet4Address ? isPublic4(bytes) : isPublic6(bytes);
  }

  private static boolean isPublic4(byte[] bytes) {
    int first = bytes[0] & 0xff;
    int second = bytes[1] & 0xff;
    int third = bytes[2] & 0xff;
    return switch (first) {
      case 0, 10, 127 -> false;
      case 100 -> second < 64 || second > 127;
      case 169 -> second != 254;
      case 172 -> second < 16 || second > 31;
      case 192 ->
          !(second == 0 && (third == 0 || third == 2)
              || second == 88 && third == 99
              || second == 168);
      case 198 -> !(second == 18 || second == 19 || second == 51 && third == 100);
      case 203 -> !(second == 0 && third == 113);
      default -> first < 224;
    };
  }

  /**
   * Whether an IPv6 address is global unicast (2000::/3). Protocol assignments and tunnels, which
   * may lead to any IPv4 address (2001::/23, 2002::/16), and documentation addresses
   * (2001:db8::/32, 3fff::/20) are excluded.
   */
  private static boolean isPublic6(byte[] bytes) {
    int first = (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
    int second = (bytes[2] & 0xff) << 8 | bytes[3] & 0xff;
    boolean global = first >> 13 == 1;
    boolean special =
        first == 0x2001 && (second < 0x200 || second == 0xdb8)
            || first == 0x2002
            || first == 0x3fff && second < 0x1000;
    return global && !special;
  }
}

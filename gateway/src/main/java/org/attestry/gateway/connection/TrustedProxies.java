package org.attestry.gateway.connection;

import java.net.InetAddress;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The proxies whose {@code X-Forwarded-For} is trusted, by address or block of addresses (CIDR).
 */
public final class TrustedProxies {

  private static final Pattern WRITTEN =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*");
  private static final int LONGEST = 45;

  private final List<Block> blocks;

  private record Block(byte[] address, int bits) {
    boolean holds(byte[] other) {
      if (other.length != address.length) {
        return false;
      }
      for (int i = 0; i < bits; i++) {
        int mask = 0x80 >> i % 8;
        if ((address[i / 8] & mask) != (other[i / 8] & mask)) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * @param written such as {@code 10.0.0.7}, {@code 10.0.0.0/8} or {@code fd00::/8}
   * @throws IllegalArgumentException for anything else
   */
  public TrustedProxies(List<String> written) {
    blocks = written.stream().map(TrustedProxies::block).toList();
  }

  public boolean trusts(String address) {
    if (blocks.isEmpty()) {
      return false;
    }
    byte[] bytes = bytes(address);
    return bytes != null && blocks.stream().anyMatch(block -> block.holds(bytes));
  }

  /** Returns the address as the operating system writes it; null if the text is not an address. */
  public static String normalized(String text) {
    InetAddress address = address(text);
    return address == null ? null : address.getHostAddress();
  }

  private static Block block(String written) {
    String[] parts = written.split("/", -1);
    byte[] address = bytes(parts[0]);
    if (address == null || parts.length > 2 || parts.length == 2 && !parts[1].matches("\\d{1,3}")) {
      throw wrong(written);
    }
    int all = address.length * 8;
    int bits = parts.length == 1 ? all : Integer.parseInt(parts[1]);
    if (bits > all) {
      throw wrong(written);
    }
    return new Block(address, bits);
  }

  private static byte[] bytes(String text) {
    InetAddress address = address(text);
    return address == null ? null : address.getAddress();
  }

  /** Parses an address, without a query to a name server. */
  private static InetAddress address(String text) {
    if (text.length() > LONGEST || !WRITTEN.matcher(text).matches()) {
      return null;
    }
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static IllegalArgumentException wrong(String written) {
    return new IllegalArgumentException(
        "TRUSTED_PROXIES: '%s' is no address and no block such as 10.0.0.0/8.".formatted(written));
  }
}

package org.attestry.runtime.egress;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * An origin (RFC 6454).
 *
 * @param host in lower case; an IPv6 address in brackets
 * @param port the port; the scheme's default port if the URL has none
 */
record Origin(String scheme, String host, int port) {

  private static final int HTTPS_PORT = 443;
  private static final int HTTP_PORT = 80;

  /**
   * Returns the origin of an https or http URL; empty for any other URL, and for one with a user.
   */
  static Optional<Origin> of(URI address) {
    String scheme = address.getScheme() == null ? "" : address.getScheme().toLowerCase(Locale.ROOT);
    boolean web = scheme.equals("https") || scheme.equals("http");
    if (!web || address.getHost() == null || address.getRawUserInfo() != null) {
      return Optional.empty();
    }
    int usual = scheme.equals("https") ? HTTPS_PORT : HTTP_PORT;
    int port = address.getPort() < 0 ? usual : address.getPort();
    return Optional.of(new Origin(scheme, address.getHost().toLowerCase(Locale.ROOT), port));
  }

  /** Parses an origin from a setting: a URL without path; http only if that is allowed. */
  static Optional<Origin> ofSetting(String text, boolean http) {
    try {
      URI address = URI.create(text);
      boolean bare = text.equals(address.getScheme() + "://" + address.getRawAuthority());
      return of(address).filter(origin -> bare && (http || origin.isSecure()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  boolean isSecure() {
    return scheme.equals("https");
  }

  /** Returns the host without brackets. */
  String name() {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  @Override
  public String toString() {
    return scheme + "://" + host + ":" + port;
  }
}

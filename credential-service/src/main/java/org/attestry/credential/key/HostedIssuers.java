package org.attestry.credential.key;

import java.net.URI;
import java.util.Locale;
import java.util.Map;

/**
 * The issuers whose documents are served at the gateway's public address and at its former ones.
 *
 * @param present those of the present address, which also has the requests to unknown hosts
 * @param former host, with its port where the address names one, to the issuers of a former address
 */
public record HostedIssuers(Issuers present, Map<String, Issuers> former) {

  public HostedIssuers {
    former = Map.copyOf(former);
  }

  /**
   * Returns the host of an address as requests name it: with its port unless it is the scheme's.
   */
  public static String host(URI url) {
    boolean named = url.getPort() >= 0 && url.getPort() != (isTls(url) ? 443 : 80);
    String host = url.getHost().toLowerCase(Locale.ROOT);
    return named ? host + ":" + url.getPort() : host;
  }

  private static boolean isTls(URI url) {
    return "https".equalsIgnoreCase(url.getScheme());
  }

  /**
   * Returns the DID whose document is at {@code /issuers/<name>/did.json} of a host.
   *
   * @param host as the request names it, or null
   * @param name null for the host's own issuer
   */
  public String didOf(String host, String name) {
    return former
        .getOrDefault(host == null ? "" : host.toLowerCase(Locale.ROOT), present)
        .didOf(name);
  }
}

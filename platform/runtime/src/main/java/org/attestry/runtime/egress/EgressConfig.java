package org.attestry.runtime.egress;

import java.time.Duration;
import java.util.List;
import org.attestry.runtime.config.Hardenable;
import org.attestry.runtime.config.Setting;

/**
 * The origins from which documents may be fetched whose URLs are in data, and the limits of a
 * fetch.
 */
public record EgressConfig(
    @Setting(
            byDefault = "",
            common = true,
            description =
                "lists the origins, such as https://issuer.example.org, from which documents are"
                    + " fetched that data name by their address; empty fetches nothing.")
        List<String> allowed,
    @Setting(
            byDefault = "false",
            description =
                "allows http and this machine's loopback addresses for those origins, for tests and"
                    + " local suites.")
        boolean loopback,
    @Setting(byDefault = "PT5S", description = "is the longest that one document may take.")
        Duration timeout,
    @Setting(byDefault = "1000000", description = "is the largest document, in bytes.") int bytes,
    @Setting(
            byDefault = "4",
            description =
                "is how many documents are fetched at once from one origin; a quarter of them, at"
                    + " least one, for holders of presentations.")
        int concurrent,
    @Setting(
            byDefault = "16000000",
            description = "is how many bytes of fetched documents are kept.")
        int cacheBytes)
    implements Hardenable {

  public EgressConfig {
    allowed = List.copyOf(allowed);
    for (String origin : allowed) {
      if (Origin.ofSetting(origin, loopback).isEmpty()) {
        throw new IllegalArgumentException(
            "EGRESS_ALLOWED: '%s' must be an origin such as https://issuer.example.org."
                .formatted(origin));
      }
    }
    if (timeout.compareTo(Duration.ofMillis(10)) < 0) {
      throw new IllegalArgumentException("EGRESS_TIMEOUT must be 10 milliseconds or more.");
    }
    if (bytes < 1 || concurrent < 1 || cacheBytes < 0) {
      throw new IllegalArgumentException(
          "EGRESS_BYTES and EGRESS_CONCURRENT must be 1 or more, EGRESS_CACHE_BYTES 0 or more.");
    }
  }

  @Override
  public List<OpenSetting> open() {
    return loopback
        ? List.of(
            new OpenSetting("EGRESS_LOOPBACK", "fetches over http, and from this machine itself"))
        : List.of();
  }
}

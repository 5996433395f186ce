package org.attestry.gateway.serve;

import java.util.List;
import org.attestry.runtime.config.Hardenable;
import org.attestry.runtime.config.Setting;

/** How many requests a caller may send. */
public record RateLimitConfig(
    @Setting(
            byDefault = "120000",
            common = true,
            description =
                "is how many requests a minute a caller may send, on average; 0 means any number.")
        int perMinute,
    @Setting(byDefault = "2000", description = "is how many of them may come at once.") int burst,
    @Setting(
            byDefault = "64",
            description =
                "is how many costly requests a caller may have under way: sign, verify, preview,"
                    + " read as a certificate, `application/vc+jwt` or `application/dc+sd-jwt`,"
                    + " invite, import, export, upload and publish; a quarter of it without a"
                    + " token.")
        int costlyAtOnce)
    implements Hardenable {

  public RateLimitConfig {
    if (perMinute < 0 || burst < 1 || costlyAtOnce < 1) {
      throw new IllegalArgumentException(
          "RATE_LIMIT_PER_MINUTE must not be negative, RATE_LIMIT_BURST and"
              + " RATE_LIMIT_COSTLY_AT_ONCE at least 1.");
    }
  }

  @Override
  public List<OpenSetting> open() {
    return perMinute == 0
        ? List.of(new OpenSetting("RATE_LIMIT_PER_MINUTE", "lets a caller send any number"))
        : List.of();
  }
}

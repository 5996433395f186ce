package org.attestry.gateway.http;

import org.attestry.runtime.config.Setting;

/** How many requests a caller may send. */
public record RateLimitConfig(
    @Setting(
            byDefault = "0",
            says = "is how many requests a minute a caller may send; 0 means any number.")
        int perMinute,
    @Setting(byDefault = "100", says = "is how many of them may come at once.") int burst,
    @Setting(
            byDefault = "false",
            says =
                "says that a proxy stands before the gateway and ends X-Forwarded-For with the"
                    + " address of the client.")
        boolean behindProxy) {

  public RateLimitConfig {
    if (perMinute < 0 || burst < 1) {
      throw new IllegalArgumentException(
          "RATE_LIMIT_PER_MINUTE must not be negative, RATE_LIMIT_BURST at least 1.");
    }
  }
}

package org.attestry.gateway.http;

import org.attestry.runtime.config.Setting;

/** How many requests a caller may send. */
public record RateLimitConfig(
    @Setting(
            byDefault = "120000",
            says =
                "is how many requests a minute a caller may send, on average; 0 means any number.")
        int perMinute,
    @Setting(byDefault = "2000", says = "is how many of them may come at once.") int burst) {

  public RateLimitConfig {
    if (perMinute < 0 || burst < 1) {
      throw new IllegalArgumentException(
          "RATE_LIMIT_PER_MINUTE must not be negative, RATE_LIMIT_BURST at least 1.");
    }
  }
}

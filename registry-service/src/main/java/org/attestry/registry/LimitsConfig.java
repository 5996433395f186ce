package org.attestry.registry;

import org.attestry.runtime.config.Setting;

/** What bounds the work of the service. */
public record LimitsConfig(
    @Setting(byDefault = "1000", says = "is the most entities that one search or list answers.")
        int page,
    @Setting(byDefault = "2", says = "is the number of threads that check big entities.")
        int validationThreads,
    @Setting(byDefault = "256", says = "is how many big entities wait to be checked.")
        int validationQueue) {

  public LimitsConfig {
    if (page < 1 || validationThreads < 1 || validationQueue < 1) {
      throw new IllegalArgumentException(
          "LIMITS_PAGE, LIMITS_VALIDATION_THREADS and LIMITS_VALIDATION_QUEUE must be 1 or more.");
    }
  }
}

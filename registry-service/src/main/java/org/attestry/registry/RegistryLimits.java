package org.attestry.registry;

import java.time.Duration;
import org.attestry.runtime.config.Setting;

/** The limits of the service. */
public record RegistryLimits(
    @Setting(
            byDefault = "1000",
            description = "is the most entities that one search or list answers.")
        int page,
    @Setting(
            byDefault = "2000000",
            description =
                "is the most bytes of entities or changes that one page has, which ends early"
                    + " there; 100,000 or more.")
        int pageBytes,
    @Setting(
            byDefault = "2000000",
            description = "is the largest entity with its attestations, in bytes; 100,000 or more.")
        int entityBytes,
    @Setting(byDefault = "2", description = "is the number of threads that check big entities.")
        int validationThreads,
    @Setting(byDefault = "256", description = "is how many big entities wait to be checked.")
        int validationQueue,
    @Setting(
            byDefault = "2",
            description = "is the number of threads that read rows of imports and write exports.")
        int bulkThreads,
    @Setting(
            byDefault = "200",
            description = "is how many types, of those last used, keep their compiled definition.")
        int compiledTypes,
    @Setting(
            byDefault = "P7D",
            description =
                "is how long an import is kept after its last row, and a revocation by a filter"
                    + " after its last request.")
        Duration importsKept,
    @Setting(
            byDefault = "PT10M",
            description =
                "is how long an attestation or a claim waits before it is compared with its"
                    + " counterpart, and the pause between two comparisons; a second or more.")
        Duration claimsCompared) {

  private static final int LEAST_BYTES = 100_000;

  public RegistryLimits {
    if (importsKept.compareTo(Duration.ofHours(1)) < 0) {
      throw new IllegalArgumentException("LIMITS_IMPORTS_KEPT must be an hour or more.");
    }
    if (claimsCompared.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("LIMITS_CLAIMS_COMPARED must be a second or more.");
    }
    if (pageBytes < LEAST_BYTES || entityBytes < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "LIMITS_PAGE_BYTES and LIMITS_ENTITY_BYTES must be 100,000 or more.");
    }
    if (page < 1
        || bulkThreads < 1
        || validationThreads < 1
        || validationQueue < 1
        || compiledTypes < 1) {
      throw new IllegalArgumentException(
          "LIMITS_PAGE, _VALIDATION_THREADS, _VALIDATION_QUEUE, _BULK_THREADS and _COMPILED_TYPES"
              + " must be 1 or more.");
    }
  }
}

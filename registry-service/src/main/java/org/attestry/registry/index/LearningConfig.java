package org.attestry.registry.index;

import java.time.Duration;
import org.attestry.runtime.config.Setting;

/**
 * The conditions on which an index that a type does not declare is built for its searches, and
 * dropped again.
 */
public record LearningConfig(
    @Setting(
            byDefault = "5",
            description = "is the most indexes that searches add to one type; 0 for none.")
        int indexes,
    @Setting(
            byDefault = "PT0.02S",
            description = "is how long a search takes at least that counts.")
        Duration work,
    @Setting(byDefault = "5000", description = "is how many entities the type has at least.")
        int entities,
    @Setting(
            byDefault = "20",
            description = "is how many such searches by a field within an hour add an index of it.")
        int searches,
    @Setting(
            byDefault = "P30D",
            description =
                "is after how long an added index is dropped that no search has used; a second or"
                    + " more.")
        Duration unused) {

  public LearningConfig {
    if (indexes < 0 || searches < 1 || entities < 0 || work.isNegative()) {
      throw new IllegalArgumentException(
          "LEARNING_SEARCHES must be 1 or more; LEARNING_INDEXES, _ENTITIES and _WORK 0 or more.");
    }
    if (unused.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("LEARNING_UNUSED must be a second or more.");
    }
  }
}

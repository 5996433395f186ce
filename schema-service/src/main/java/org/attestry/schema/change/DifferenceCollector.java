package org.attestry.schema.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.schema.SchemaChangeReport.Difference;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;

/**
 * Collects the result of one comparison: all effects, and the first 100 differences. Used by one
 * thread.
 */
final class DifferenceCollector {

  private final boolean listing;
  private final Set<Effect> effects = EnumSet.noneOf(Effect.class);
  private final List<Difference> listed = new ArrayList<>();
  private int count;

  private DifferenceCollector(boolean listing) {
    this.listing = listing;
  }

  /** Returns a collector that lists the first differences. */
  static DifferenceCollector listed() {
    return new DifferenceCollector(true);
  }

  /** Returns a collector that keeps only the effects and the count. */
  static DifferenceCollector counted() {
    return new DifferenceCollector(false);
  }

  /** Adds a keyword or member whose value changed; a missing node stands for an absent value. */
  void add(String pointer, String rule, JsonNode before, JsonNode after, Effect effect) {
    effects.add(effect);
    count++;
    if (listing && hasPlaceFor(effect)) {
      listed.add(
          new Difference(
              pointer, Differences.excerpt(before), Differences.excerpt(after), rule, effect));
    }
  }

  /**
   * Whether the list has room. If the list is full, a difference that affects entities replaces one
   * that does not.
   */
  private boolean hasPlaceFor(Effect effect) {
    if (listed.size() == Differences.MOST && effect != Effect.COMPATIBLE) {
      for (int i = listed.size() - 1; i >= 0; i--) {
        if (listed.get(i).effect() == Effect.COMPATIBLE) {
          listed.remove(i);
          break;
        }
      }
    }
    return listed.size() < Differences.MOST;
  }

  Differences all() {
    return new Differences(listed, count - listed.size(), effects);
  }

  boolean none() {
    return count == 0;
  }
}

package org.attestry.schema.domain.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.schema.SchemaChangeReport.Difference;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;

/**
 * Collects the differences that one comparison finds: of all of them the effects, and as many as
 * are listed. Used by one thread.
 */
final class DifferenceCollector {

  private final boolean listing;
  private final Set<Effect> effects = EnumSet.noneOf(Effect.class);
  private final List<Difference> listed = new ArrayList<>();
  private int count;

  private DifferenceCollector(boolean listing) {
    this.listing = listing;
  }

  /** Changes of which the first are listed. */
  static DifferenceCollector listed() {
    return new DifferenceCollector(true);
  }

  /** Changes of which only the effects matter. */
  static DifferenceCollector counted() {
    return new DifferenceCollector(false);
  }

  /** A keyword or member that has another value; a missing node stands for none. */
  void add(String pointer, String rule, JsonNode before, JsonNode after, Effect effect) {
    effects.add(effect);
    count++;
    if (listing && hasPlaceFor(effect)) {
      listed.add(new Difference(pointer, Excerpt.of(before), Excerpt.of(after), rule, effect));
    }
  }

  /** What has a meaning for entities takes the place of what has none, where there is none left. */
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

  /** The same for a keyword of the schema at the pointer. */
  void ofKeyword(String schema, String keyword, JsonNode before, JsonNode after, Effect effect) {
    add(schema + "/" + keyword, keyword, before.path(keyword), after.path(keyword), effect);
  }

  Differences all() {
    return new Differences(listed, count - listed.size(), effects);
  }

  boolean none() {
    return count == 0;
  }

  /** Whether everything found leaves every entity valid. */
  boolean harmless() {
    return effects.stream().allMatch(effect -> effect == Effect.COMPATIBLE);
  }
}

package org.attestry.schema.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.SchemaChangeReport.Difference;
import org.attestry.contracts.schema.SchemaChangeReport.Effect;
import org.attestry.runtime.json.Json;

/**
 * The result of a comparison.
 *
 * @param listed the first 100 differences; if there are more, those that affect entities are
 *     preferred
 * @param more the number of differences that are not listed
 * @param effects the effects of all differences
 */
public record Differences(List<Difference> listed, int more, Set<Effect> effects) {

  /** The most differences that a reply lists. */
  public static final int MOST = 100;

  private static final int LONGEST_EXCERPT = 2_000;

  public static final Differences NONE = new Differences(List.of(), 0, Set.of());

  public Differences {
    listed = List.copyOf(listed);
    effects = Set.copyOf(effects);
  }

  /** Returns these differences and the others. */
  public Differences and(Differences others) {
    Set<Effect> all = EnumSet.noneOf(Effect.class);
    all.addAll(effects);
    all.addAll(others.effects);
    List<Difference> both = new ArrayList<>(listed);
    both.addAll(others.listed);
    if (both.size() > MOST) {
      both.sort(
          (one, other) ->
              Boolean.compare(isCompatible(one.effect()), isCompatible(other.effect())));
    }
    int kept = Math.min(both.size(), MOST);
    int left = more + others.more + both.size() - kept;
    return new Differences(both.subList(0, kept), left, all);
  }

  /** Whether every entity stays valid in spite of all differences. */
  public boolean compatible() {
    return effects.stream().allMatch(Differences::isCompatible);
  }

  /**
   * Returns a value for a report: the value itself, or a string that states its length if it is
   * long; null for a missing node.
   */
  static JsonBytes excerpt(JsonNode node) {
    if (node.isMissingNode()) {
      return null;
    }
    JsonBytes whole = Json.write(node);
    int bytes = whole.utf8().length;
    return bytes <= LONGEST_EXCERPT ? whole : Json.write("(%d bytes of JSON)".formatted(bytes));
  }

  private static boolean isCompatible(Effect effect) {
    return effect == Effect.COMPATIBLE;
  }
}

package org.attestry.schema.domain.change;

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
 * @param listed the first 100 differences; of more, those with an effect on entities first
 * @param more how many others there are
 * @param effects of all of them
 */
public record Differences(List<Difference> listed, int more, Set<Effect> effects) {

  /** How many a reply lists. */
  public static final int MOST = 100;

  private static final int LONGEST_EXCERPT = 2_000;

  public static final Differences NONE = new Differences(List.of(), 0, Set.of());

  public Differences {
    listed = List.copyOf(listed);
    effects = Set.copyOf(effects);
  }

  /** These and the others. */
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

  /** Whether all differences leave every entity valid. */
  public boolean compatible() {
    return effects.stream().allMatch(Differences::isCompatible);
  }

  /**
   * A value in a report: the value, or a text with its length if it is long; null for a missing
   * node.
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

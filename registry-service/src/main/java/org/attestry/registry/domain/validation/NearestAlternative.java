package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.attestry.registry.domain.validation.Faults.Kept;
import org.attestry.runtime.json.JsonLocation;

/**
 * Says why none of several alternatives fits a value. Alternatives that list values are one list.
 * Of others, the faults are those of the alternative that fits best: first one for values of this
 * type, then one whose constants the value has, then the one with the fewest faults. Several that
 * lack one thing each are one fault, which says what each lacks.
 */
final class NearestAlternative {

  private static final String RULE = "alternatives";
  private static final String NONE =
      "The value fits none of the alternatives that its schema allows";
  private static final int MOST_NAMED = 3;

  private final List<CompiledSchema> alternatives;
  private final ArrayNode constants;

  /**
   * @param constants the values that the alternatives list; null if they are not lists of values
   */
  NearestAlternative(List<CompiledSchema> alternatives, ArrayNode constants) {
    this.alternatives = alternatives;
    this.constants = constants;
  }

  /**
   * @param faults the innermost location that contains the faults of all alternatives
   */
  void report(JsonNode value, JsonLocation at, JsonLocation faults, Validation check) {
    if (constants != null && !constants.isEmpty()) {
      check.fault(at, "enum", () -> ValueRules.noneOf(constants));
    } else if (check.listsFaults()) {
      report(
          alternatives.stream().map(schema -> check.faults(schema, value, at)).toList(),
          at,
          faults,
          check);
    } else {
      check.fault(faults, RULE, NONE + ".");
    }
  }

  private static void report(
      List<Kept> all, JsonLocation at, JsonLocation faults, Validation check) {
    Comparator<Kept> fit = fit(at);
    Kept best = all.stream().min(fit).orElseGet(Kept::new);
    List<Kept> asGood = all.stream().filter(other -> fit.compare(other, best) == 0).toList();
    if (best.count() == 0) {
      check.fault(faults, RULE, NONE + ".");
    } else if (best.count() == 1 && asGood.size() > 1) {
      check.fault(faults, RULE, () -> NONE + ": " + messages(asGood));
    } else {
      check.addAll(best);
    }
  }

  private static String messages(List<Kept> faults) {
    return faults.stream()
        .map(kept -> kept.first().getFirst().message().get())
        .distinct()
        .limit(MOST_NAMED)
        .collect(Collectors.joining(" Or: "));
  }

  private static Comparator<Kept> fit(JsonLocation at) {
    return Comparator.<Kept, Boolean>comparing(kept -> has(kept, at, 0, "type"))
        .thenComparing(kept -> has(kept, at, 0, "const", "enum"))
        .thenComparing(kept -> has(kept, at, 1, "const", "enum"))
        .thenComparing(Kept::count);
  }

  private static boolean has(Kept faults, JsonLocation at, int below, String... rules) {
    List<String> wanted = List.of(rules);
    return faults.first().stream()
        .anyMatch(
            fault -> fault.at().depth() == at.depth() + below && wanted.contains(fault.rule()));
  }
}

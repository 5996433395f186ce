package org.attestry.registry.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.attestry.registry.validation.Faults.Kept;
import org.attestry.runtime.json.JsonLocation;

/**
 * Says why none of several alternatives fits a value. Alternatives that are lists of values are
 * joined to one list. Of the others, the faults of the best one are reported: first one for values
 * of this type, then one whose {@link Constants tags} the value has, then the one with the fewest
 * faults. If several alternatives lack one thing each, one fault names all of these. A tag that no
 * alternative allows is one fault with the allowed values. Of missing tags, only one that all
 * alternatives require is reported.
 */
final class NearestAlternative {

  private static final String RULE = "alternatives";
  private static final String NONE =
      "The value fits none of the alternatives that its schema allows";
  private static final int MOST_NAMED = 3;
  private static final List<String> CONSTANT = List.of("const", "enum");

  /**
   * The constants in alternatives.
   *
   * @param values for each alternative the values that it lists; null if it lists none
   * @param tags the members for which two alternatives or more list values: name to the values by
   *     the number of the alternative
   */
  record Constants(List<ArrayNode> values, Map<String, Map<Integer, ArrayNode>> tags) {}

  /** The faults of one alternative. */
  private record Refusal(
      int alternative, Kept faults, boolean otherType, Set<String> otherTags, Set<String> missing) {
    boolean isOtherTag() {
      return !otherTags.isEmpty();
    }

    int count() {
      return faults.count();
    }
  }

  private static final Comparator<Refusal> FIT =
      Comparator.comparing(Refusal::otherType)
          .thenComparing(Refusal::isOtherTag)
          .thenComparing(Refusal::count);

  private final List<CompiledSchema> alternatives;
  private final Constants constants;
  private final ArrayNode list;

  NearestAlternative(List<CompiledSchema> alternatives, Constants constants) {
    this.alternatives = alternatives;
    this.constants = constants;
    this.list = constants.values().contains(null) ? null : union(constants.values());
  }

  /**
   * @param faults the innermost location that contains the faults of all alternatives
   */
  void report(JsonNode value, JsonLocation at, JsonLocation faults, Validation check) {
    if (list != null && !list.isEmpty()) {
      check.fault(at, "enum", () -> ValueRules.noneOf(list));
    } else if (check.listsFaults()) {
      report(refusals(value, at, check), at, faults, check);
    } else {
      check.fault(faults, RULE, NONE + ".");
    }
  }

  private List<Refusal> refusals(JsonNode value, JsonLocation at, Validation check) {
    List<Refusal> all = new ArrayList<>();
    for (int i = 0; i < alternatives.size(); i++) {
      Kept faults = check.faults(alternatives.get(i), value, at);
      Set<String> otherTags = named(faults, at, CONSTANT);
      otherTags.retainAll(constants.tags().keySet());
      Set<String> missing = named(faults, at, List.of("required"));
      missing.retainAll(constants.tags().keySet());
      all.add(new Refusal(i, faults, isOtherType(faults, i, value, at), otherTags, missing));
    }
    return all;
  }

  /** Whether an alternative is for values of another type; constants of other types are, too. */
  private boolean isOtherType(Kept faults, int alternative, JsonNode value, JsonLocation at) {
    ArrayNode listed = constants.values().get(alternative);
    return faults.first().stream()
        .filter(fault -> fault.at().depth() == at.depth())
        .anyMatch(
            fault ->
                fault.rule().equals("type")
                    || CONSTANT.contains(fault.rule()) && !isOfType(listed, value));
  }

  private static boolean isOfType(ArrayNode listed, JsonNode value) {
    return listed != null
        && listed.valueStream().anyMatch(one -> one.getNodeType() == value.getNodeType());
  }

  private void report(List<Refusal> all, JsonLocation at, JsonLocation faults, Validation check) {
    List<Refusal> ofType = all.stream().filter(refusal -> !refusal.otherType()).toList();
    Refusal best = all.stream().min(FIT).orElseThrow();
    List<Refusal> asGood = all.stream().filter(other -> FIT.compare(other, best) == 0).toList();
    Optional<String> unknown = ofType.isEmpty() ? Optional.empty() : unknownTag(ofType);
    Optional<String> missing = ofType.isEmpty() ? Optional.empty() : missingTag(ofType);
    if (unknown.isPresent()) {
      List<ArrayNode> allowed = values(unknown.get(), ofType);
      check.fault(at.member(unknown.get()), "enum", () -> ValueRules.noneOf(union(allowed)));
    } else if (missing.isPresent()) {
      ObjectRules.missing(missing.get(), at, check);
    } else if (best.count() == 0) {
      check.fault(faults, RULE, NONE + ".");
    } else if (best.count() == 1 && asGood.size() > 1) {
      check.fault(faults, RULE, () -> NONE + ": " + messages(asGood));
    } else {
      check.addAll(best.faults());
    }
  }

  /** Returns a tag whose value none of the alternatives lists. */
  private Optional<String> unknownTag(List<Refusal> refusals) {
    return refusals.getFirst().otherTags().stream()
        .filter(tag -> refusals.stream().allMatch(each -> each.otherTags().contains(tag)))
        .filter(tag -> isOfAll(tag, refusals))
        .findFirst();
  }

  /** Returns a tag that all alternatives require. */
  private Optional<String> missingTag(List<Refusal> refusals) {
    return refusals.getFirst().missing().stream()
        .filter(tag -> refusals.stream().allMatch(each -> each.missing().contains(tag)))
        .filter(tag -> isOfAll(tag, refusals))
        .findFirst();
  }

  private boolean isOfAll(String tag, List<Refusal> refusals) {
    Map<Integer, ArrayNode> listed = constants.tags().get(tag);
    return refusals.stream().allMatch(refusal -> listed.containsKey(refusal.alternative()));
  }

  private List<ArrayNode> values(String tag, List<Refusal> refusals) {
    Map<Integer, ArrayNode> values = constants.tags().get(tag);
    return refusals.stream().map(refusal -> values.get(refusal.alternative())).toList();
  }

  private static ArrayNode union(List<ArrayNode> lists) {
    ArrayNode union = JsonNodeFactory.instance.arrayNode();
    lists.stream().flatMap(ArrayNode::valueStream).distinct().forEach(union::add);
    return union;
  }

  private static String messages(List<Refusal> refusals) {
    return refusals.stream()
        .map(refusal -> refusal.faults().first().getFirst().message().get())
        .distinct()
        .limit(MOST_NAMED)
        .collect(Collectors.joining(" Or: "));
  }

  /** Returns the names of the members of the value that violate one of the rules. */
  private static Set<String> named(Kept faults, JsonLocation at, List<String> rules) {
    return faults.first().stream()
        .filter(fault -> fault.at().depth() == at.depth() + 1 && rules.contains(fault.rule()))
        .map(fault -> fault.at().name())
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}

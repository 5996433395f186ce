package org.attestry.registry.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.types.DeclaredField;
import org.attestry.registry.types.PublishedType;

/**
 * Reads filters. Conditions in the same object below an array must match the same item. A negation
 * applies to the entity as a whole: it matches exactly the entities that the condition itself does
 * not match, so that no item may match.
 */
final class FilterReader {

  private static final String OR = "or";
  private static final String NOT = "not";
  private static final int DEEPEST = 12;
  private static final int MOST_COMPARISONS = 100;

  /** Each value may need one or two parameters of the statement, which has at most 65,535. */
  private static final int MOST_VALUES = 2_000;

  /** Each part is looked for in every text that the field has, which may be a megabyte long. */
  private static final int MOST_BYTES_OF_PARTS = 10_000;

  private final PublishedType type;
  private final Visibility visibility;
  private int comparisons;
  private int values;
  private int bytesOfParts;

  FilterReader(Visibility visibility) {
    this.type = visibility.type();
    this.visibility = visibility;
  }

  /**
   * @return the filter, or null if there is no condition
   */
  Filter read(JsonNode filters) {
    if (filters.isMissingNode() || filters.isNull()) {
      return null;
    }
    List<Filter> all = parts(filters, FieldScope.of(type.fields()), "/filters", 0).fromEntity();
    return all.isEmpty() ? null : Filter.all(all);
  }

  /**
   * The conditions read from one filter object.
   *
   * @param inside conditions on the array item that encloses the place, or on the entity if there
   *     is none
   * @param outside conditions on the entity
   */
  private record Parts(FieldScope place, List<Filter> inside, List<Filter> outside) {

    static Parts at(FieldScope place) {
      return new Parts(place, new ArrayList<>(), new ArrayList<>());
    }

    void add(Parts member) {
      if (member.place.inItemOf(place) && !member.inside.isEmpty()) {
        inside.add(member.place.anyItem(Filter.all(member.inside)));
      } else {
        inside.addAll(member.inside);
      }
      outside.addAll(member.outside);
    }

    List<Filter> fromEntity() {
      List<Filter> all = new ArrayList<>();
      if (!inside.isEmpty()) {
        all.add(place.fromEntity(Filter.all(inside)));
      }
      all.addAll(outside);
      return all;
    }
  }

  private Parts parts(JsonNode filter, FieldScope place, String pointer, int depth) {
    if (!filter.isObject()) {
      throw SearchFailures.invalid(
          pointer,
          place.root() ? "type" : "operator",
          place.root()
              ? "Filters are a JSON object."
              : "Give an operator, such as {\"eq\": …}, or a filter of the members.");
    }
    requireNotTooDeep(pointer, depth);
    if (visibility.hides(place)) {
      throw SearchFailures.notAllowed(pointer);
    }
    Parts parts = Parts.at(place);
    for (Map.Entry<String, JsonNode> member : filter.properties()) {
      String at = SearchFailures.at(pointer, member.getKey());
      add(parts, member.getKey(), member.getValue(), at, depth + 1);
    }
    if (filter.isEmpty() && !place.root()) {
      throw SearchFailures.invalid(pointer, "operator", "Give an operator, such as {\"eq\": …}.");
    }
    return parts;
  }

  private static void requireNotTooDeep(String pointer, int depth) {
    if (depth > DEEPEST) {
      throw SearchFailures.invalid(
          pointer, "limit", "Filters nest at most %d levels.".formatted(DEEPEST));
    }
  }

  private void add(Parts parts, String name, JsonNode value, String pointer, int depth) {
    FieldScope place = parts.place();
    Optional<AttestationPolicy> policy = place.root() ? type.policy(name) : Optional.empty();
    if (policy.isPresent()) {
      PolicyRecords records = PolicyRecords.of(policy.get(), visibility);
      parts.add(parts(value, FieldScope.of(records), pointer, depth));
    } else if (place.field().names().contains(name)) {
      parts.add(parts(value, memberOf(place, name), pointer, depth));
    } else if (name.equals(OR) && isFilters(value)) {
      either(parts, value, pointer, (one, at) -> parts(one, place, at, depth));
    } else if (name.equals(NOT)) {
      parts.outside().add(not(parts(value, place, pointer, depth), pointer));
    } else if (place.root()) {
      ofEntity(parts, name, value, pointer, depth);
    } else if (Operator.named(name).isPresent()) {
      compare(parts, Operator.named(name).get(), value, pointer);
    } else if (place.field().open() && value.isObject()) {
      parts.add(parts(value, memberOf(place, name), pointer, depth));
    } else if (place.field().names().isEmpty()) {
      throw SearchFailures.unknownOperator(pointer);
    } else {
      throw SearchFailures.unknownField(pointer, visibility.names(place));
    }
  }

  private static FieldScope memberOf(FieldScope place, String name) {
    return place.member(name, place.field().member(name));
  }

  /**
   * Whether the value of an {@code or} is a list of filters. An array of scalars is instead the
   * operand of the operator {@code or}.
   */
  private static boolean isFilters(JsonNode value) {
    return value.isArray() && !value.isEmpty() && value.get(0).isObject();
  }

  /**
   * @param reading reads one of the filters; its arguments are the filter and its pointer
   */
  private static void either(
      Parts parts, JsonNode filters, String pointer, BiFunction<JsonNode, String, Parts> reading) {
    List<Parts> all = new ArrayList<>();
    for (int i = 0; i < filters.size(); i++) {
      String at = pointer + "/" + i;
      all.add(notEmpty(reading.apply(filters.get(i), at), at));
    }
    if (all.stream().allMatch(one -> one.outside().isEmpty())) {
      parts.inside().add(new Filter.Either(all.stream().map(p -> Filter.all(p.inside())).toList()));
    } else {
      parts
          .outside()
          .add(new Filter.Either(all.stream().map(p -> Filter.all(p.fromEntity())).toList()));
    }
  }

  private static Filter not(Parts parts, String pointer) {
    return new Filter.Not(Filter.all(notEmpty(parts, pointer).fromEntity()));
  }

  private static Parts notEmpty(Parts parts, String pointer) {
    if (parts.inside().isEmpty() && parts.outside().isEmpty()) {
      throw SearchFailures.invalid(pointer, "empty", "Give a filter here; {} is none.");
    }
    return parts;
  }

  /**
   * Reads the condition on a top-level field that the type does not declare: a system field or, if
   * the type is open, any other field.
   */
  private void ofEntity(Parts parts, String name, JsonNode value, String pointer, int depth) {
    Target target = SystemFieldReader.target(name, visibility, pointer);
    if (target == null && !type.fields().open()) {
      throw SearchFailures.unknownField(pointer, SystemFieldReader.known(visibility));
    }
    if (target == null) {
      parts.add(parts(value, memberOf(parts.place(), name), pointer, depth));
    } else {
      parts.add(ofService(target, value, pointer, depth));
    }
  }

  /** Reads the condition on a system field. */
  private Parts ofService(Target target, JsonNode filter, String pointer, int depth) {
    if (!filter.isObject() || filter.isEmpty()) {
      throw SearchFailures.invalid(pointer, "operator", "Give an operator, such as {\"eq\": …}.");
    }
    requireNotTooDeep(pointer, depth);
    Parts parts = Parts.at(FieldScope.of(type.fields()));
    for (Map.Entry<String, JsonNode> member : filter.properties()) {
      JsonNode value = member.getValue();
      String at = SearchFailures.at(pointer, member.getKey());
      if (member.getKey().equals(OR) && isFilters(value)) {
        either(parts, value, at, (one, there) -> ofService(target, one, there, depth + 1));
      } else if (member.getKey().equals(NOT)) {
        parts.outside().add(not(ofService(target, value, at, depth + 1), at));
      } else {
        ofSystem(parts, target, member.getKey(), value, at);
      }
    }
    return parts;
  }

  private void ofSystem(Parts parts, Target target, String name, JsonNode value, String pointer) {
    Operator operator =
        Operator.named(name).orElseThrow(() -> SearchFailures.unknownOperator(pointer));
    count(pointer);
    requireWhole(target, operator, pointer);
    List<Operand> operands = OperandReader.of(target, pointer).read(operator, value);
    count(operator, operands, pointer);
    add(parts, target, operator, operands, value);
  }

  /**
   * Restricts the operators on owners: they are a list of ids, which matches if one of the ids is
   * equal.
   */
  private static void requireWhole(Target target, Operator operator, String pointer) {
    boolean owner =
        target instanceof Target.System(SystemField field) && field == SystemField.OWNER;
    boolean whole =
        operator.comparison() == Comparison.EXISTS
            || (operator.comparison() == Comparison.EQUAL && !operator.ignoreCase());
    if (owner && !whole) {
      throw SearchFailures.invalid(
          pointer, "operator", "Owners compare as a whole, with eq, neq, in, nin or exists.");
    }
  }

  private void compare(Parts parts, Operator operator, JsonNode value, String pointer) {
    count(pointer);
    FieldScope place = parts.place();
    DeclaredField field = place.field();
    if (field.onlyObjects() && operator.comparison() != Comparison.EXISTS) {
      String members = visibility.names(place).toString();
      throw SearchFailures.invalid(
          pointer, "type", "An object compares by its members, which are %s.".formatted(members));
    }
    Optional<Target> record = place.ofRecord().map(Target.Record::new);
    Target target = record.orElseGet(() -> new Target.Property(new FieldPath(place.within())));
    List<Operand> operands =
        record.isPresent()
            ? OperandReader.of(target, pointer).read(operator, value)
            : new OperandReader(field.kinds(), null, pointer).read(operator, value);
    TimeForm.of(field)
        .ifPresent(
            form -> operands.forEach(one -> form.require(place.name(), operator, one, pointer)));
    count(operator, operands, pointer);
    add(parts, target, operator, operands, value);
  }

  private static void add(
      Parts parts, Target target, Operator operator, List<Operand> operands, JsonNode value) {
    boolean negated =
        operator.negated() || (operator.comparison() == Comparison.EXISTS && !value.booleanValue());
    Filter.Compare sent =
        new Filter.Compare(target, operator.comparison(), operator.ignoreCase(), operands);
    Filter compare = target instanceof Target.Property ? TextForms.of(sent) : sent;
    if (negated) {
      parts.outside().add(new Filter.Not(parts.place().fromEntity(compare)));
    } else {
      parts.inside().add(compare);
    }
  }

  private void count(String pointer) {
    comparisons++;
    if (comparisons > MOST_COMPARISONS) {
      throw SearchFailures.invalid(
          pointer, "limit", "Filters have at most %d comparisons.".formatted(MOST_COMPARISONS));
    }
  }

  private void count(Operator operator, List<Operand> operands, String pointer) {
    values += operands.size();
    if (values > MOST_VALUES) {
      throw SearchFailures.invalid(
          pointer, "limit", "Filters have at most %d values in all.".formatted(MOST_VALUES));
    }
    if (operator.comparison().ofText()) {
      Operand.texts(operands).stream()
          .flatMap(part -> TextForms.of(part).stream())
          .forEach(form -> bytesOfParts += form.getBytes(UTF_8).length);
    }
    if (bytesOfParts > MOST_BYTES_OF_PARTS) {
      throw SearchFailures.invalid(
          pointer,
          "limit",
          "The parts of texts that filters look for have at most %d bytes in all; give fewer or"
                  .formatted(MOST_BYTES_OF_PARTS)
              + " shorter ones.");
    }
  }
}

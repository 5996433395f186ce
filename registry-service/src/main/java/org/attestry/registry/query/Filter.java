package org.attestry.registry.query;

import java.util.List;
import org.attestry.contracts.FieldPath;

/** A filter of a search, checked against the type. */
public sealed interface Filter {

  /** All of the filters match. */
  record All(List<Filter> filters) implements Filter {
    public All {
      filters = List.copyOf(filters);
    }
  }

  /** At least one of the filters matches. */
  record Either(List<Filter> filters) implements Filter {
    public Either {
      filters = List.copyOf(filters);
    }
  }

  /**
   * The filter does not match. A negation never occurs inside an {@link AnyItem} or {@link
   * AnyRecord}.
   */
  record Not(Filter filter) implements Filter {}

  /**
   * One item of an array matches the filter; a value that is no array counts as an array of itself.
   *
   * @param array the path of the array from the entity or the enclosing item
   * @param depth the number of nested array levels, 1 or more
   * @param filter the filter on the item; its paths are relative to the item
   */
  record AnyItem(FieldPath array, int depth, Filter filter) implements Filter {}

  /**
   * One of the attestation records of a policy matches the filter.
   *
   * @param filter the filter on the record: comparisons of {@link Target.Record}
   */
  record AnyRecord(PolicyRecords records, Filter filter) implements Filter {}

  /**
   * A value compares with the operands. A missing value matches no comparison.
   *
   * @param ignoreCase whether texts compare in lower case
   * @param operands the alternatives for {@link Comparison#EQUAL}, lowest and highest for {@link
   *     Comparison#BETWEEN}, none for {@link Comparison#EXISTS}, otherwise one
   */
  record Compare(Target target, Comparison comparison, boolean ignoreCase, List<Operand> operands)
      implements Filter {
    public Compare {
      operands = List.copyOf(operands);
    }
  }

  static Filter all(List<Filter> filters) {
    return filters.size() == 1 ? filters.get(0) : new All(filters);
  }
}

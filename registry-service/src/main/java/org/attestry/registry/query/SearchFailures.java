package org.attestry.registry.query;

import java.util.Collection;
import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.runtime.json.JsonPointers;

/** The failures of a search. Pointers refer to the body of the search request. */
final class SearchFailures {

  private static final int MOST_NAMES = 100;

  private SearchFailures() {}

  static RuntimeException invalid(String pointer, String rule, String message) {
    return FailureException.invalid("registry.search.invalid", pointer, rule, message);
  }

  /**
   * Returns the failure for a hidden field. The message is the same for every field, so that it
   * discloses nothing about the field.
   */
  static RuntimeException notAllowed(String pointer) {
    return FailureException.invalid(
        "registry.search.field-not-allowed", pointer, "hidden", "field not allowed");
  }

  static RuntimeException unknownField(String pointer, Collection<String> known) {
    List<String> some = known.stream().limit(MOST_NAMES).toList();
    String message =
        known.size() > MOST_NAMES
            ? "The type has no such field; it has %s and %d more."
                .formatted(some, known.size() - MOST_NAMES)
            : "The type has no such field; it has %s.".formatted(some);
    return invalid(pointer, "unknown", message);
  }

  static RuntimeException unknownOperator(String pointer) {
    String message =
        "There is no such operator; there are %s, all but 'exists' also with the suffix IgnoreCase."
            .formatted(Operator.names());
    return invalid(pointer, "operator", message);
  }

  static String at(String pointer, String name) {
    return pointer + "/" + JsonPointers.escape(name);
  }
}

package org.attestry.schema.domain.document;

import java.util.Set;

/** A reference that leads nowhere. The message says what to do. */
final class UnresolvedReference extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String sought;
  private final transient Set<String> known;

  /** A reference that cannot have been meant for anything that is known. */
  UnresolvedReference(String message) {
    this(message, "", null);
  }

  /**
   * @param message without a full stop
   * @param sought the pointer that leads nowhere
   * @param known pointers of the same document that lead to definitions
   */
  UnresolvedReference(String message, String sought, Set<String> known) {
    super(message, null, false, false);
    this.sought = sought;
    this.known = known;
  }

  /** The message, with a suggestion where there is one. */
  String advice(SpellingSuggestions spelling) {
    return known == null ? getMessage() : getMessage() + spelling.suggestion(sought, known);
  }
}

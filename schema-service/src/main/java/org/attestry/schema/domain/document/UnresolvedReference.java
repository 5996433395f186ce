package org.attestry.schema.domain.document;

import java.util.Set;

/** A reference that cannot be resolved. The message names the remedy. */
final class UnresolvedReference extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String sought;
  private final transient Set<String> known;

  /** A reference without a similar known one. */
  UnresolvedReference(String message) {
    this(message, "", null);
  }

  /**
   * @param message without a full stop
   * @param sought the unresolved pointer
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

package org.attestry.schema.document;

import java.util.Set;

/** A reference that cannot be resolved. The message states the remedy. */
final class UnresolvedReference extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String sought;
  private final transient Set<String> known;

  /** Creates the exception without pointers for a suggestion. */
  UnresolvedReference(String message) {
    this(message, "", null);
  }

  /**
   * @param message the message, without a full stop
   * @param sought the unresolved pointer
   * @param known pointers to the definitions of the same document
   */
  UnresolvedReference(String message, String sought, Set<String> known) {
    super(message, null, false, false);
    this.sought = sought;
    this.known = known;
  }

  /** Returns the message, with a suggestion if there is a similar pointer. */
  String advice(SpellingSuggestions spelling) {
    return known == null ? getMessage() : getMessage() + spelling.suggestion(sought, known);
  }
}

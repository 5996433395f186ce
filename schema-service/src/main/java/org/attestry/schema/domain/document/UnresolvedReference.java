package org.attestry.schema.domain.document;

/** A reference that leads nowhere. The message says what to do. */
final class UnresolvedReference extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnresolvedReference(String message) {
    super(message, null, false, false);
  }
}

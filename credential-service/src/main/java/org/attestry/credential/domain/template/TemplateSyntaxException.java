package org.attestry.credential.domain.template;

/** A template text that is none; the message says why and is meant for its author. */
final class TemplateSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TemplateSyntaxException(String message) {
    super(message, null, false, false);
  }
}

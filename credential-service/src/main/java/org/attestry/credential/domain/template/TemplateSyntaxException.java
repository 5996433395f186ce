package org.attestry.credential.domain.template;

/** A template text that is none; the message says why and is meant for its author. */
final class TemplateSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;

  TemplateSyntaxException(String message) {
    this(message, 0);
  }

  /**
   * @param line of the text, from 1; 0 where it is not known
   */
  TemplateSyntaxException(String message, int line) {
    super(message, null, false, false);
    this.line = line;
  }

  int line() {
    return line;
  }
}

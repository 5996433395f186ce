package org.attestry.credential.template;

/** The template text is invalid; the message says why and is meant for its author. */
final class TemplateSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient TextPlace place;

  TemplateSyntaxException(String message) {
    this(message, null);
  }

  /**
   * @param place in the template; null if unknown
   */
  TemplateSyntaxException(String message, TextPlace place) {
    super(message, null, false, false);
    this.place = place;
  }

  TextPlace place() {
    return place;
  }
}

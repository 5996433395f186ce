package org.attestry.credential.template;

/** A template text that is none; the message says why and is meant for its author. */
final class TemplateSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient TextPlace place;

  TemplateSyntaxException(String message) {
    this(message, null);
  }

  /**
   * @param place in the template; null where it is not known
   */
  TemplateSyntaxException(String message, TextPlace place) {
    super(message, null, false, false);
    this.place = place;
  }

  TextPlace place() {
    return place;
  }
}

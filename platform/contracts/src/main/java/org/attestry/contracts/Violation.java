package org.attestry.contracts;

/**
 * One mistake in the input.
 *
 * @param pointer RFC 6901 pointer to the wrong value, empty for the whole document
 * @param rule the short name of the rule, such as {@code required} or {@code format}
 * @param message the mistake and the remedy, without the value itself
 */
public record Violation(String pointer, String rule, String message) {

  /** A pointer may be as long as the body of a request, and replies are not to repeat that. */
  private static final int LONGEST_POINTER = 200;

  /**
   * The message with the pointer before it, such as {@code /limit: Send a whole number.}, for the
   * message of a failure: not every client shows violations. Without a pointer that is empty or
   * longer than 200 characters.
   */
  public String sentence() {
    boolean named = !pointer.isEmpty() && pointer.length() <= LONGEST_POINTER;
    return named ? pointer + ": " + message : message;
  }
}

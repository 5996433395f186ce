package org.attestry.credential.template;

/**
 * A place in a text.
 *
 * @param line from 1
 * @param column from 1, in characters of UTF-16
 */
public record TextPlace(int line, int column) {

  /** Returns the place of a character. */
  public static TextPlace of(String text, int at) {
    int before = Math.min(at, text.length());
    int line = 1 + (int) text.chars().limit(before).filter(c -> c == '\n').count();
    return new TextPlace(line, before - text.lastIndexOf('\n', before - 1));
  }

  /** Returns the words with which a message about the place begins. */
  public String words() {
    return "Line %d, column %d: ".formatted(line, column);
  }
}

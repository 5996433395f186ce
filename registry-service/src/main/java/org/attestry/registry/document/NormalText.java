package org.attestry.registry.document;

import java.text.Normalizer;
import java.text.Normalizer.Form;

/**
 * Unicode's normalization forms (UAX 15). To order the marks that follow a letter takes the square
 * of their number, so a text with many in a row stays as it is; no language has such a text (UAX
 * 15, section 13, Stream-Safe Text Format).
 */
public final class NormalText {

  /** The most combining marks in a row of a text that is normalized. */
  public static final int MOST_MARKS = 30;

  private NormalText() {}

  /** Returns the text in the form; the same text if it is not {@linkplain #isSafe safe}. */
  public static String of(String text, Form form) {
    return isSafe(text) ? Normalizer.normalize(text, form) : text;
  }

  /** Whether no letter is followed by more than {@value #MOST_MARKS} combining marks. */
  public static boolean isSafe(String text) {
    int marks = 0;
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      marks = isMark(character) ? marks + 1 : 0;
      if (marks > MOST_MARKS) {
        return false;
      }
      i += Character.charCount(character);
    }
    return true;
  }

  private static boolean isMark(int character) {
    if (character < 0x300) {
      return false;
    }
    int category = Character.getType(character);
    return category == Character.NON_SPACING_MARK
        || category == Character.COMBINING_SPACING_MARK
        || category == Character.ENCLOSING_MARK;
  }
}

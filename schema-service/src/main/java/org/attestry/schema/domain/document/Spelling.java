package org.attestry.schema.domain.document;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody probably meant to write. */
public final class Spelling {

  private static final int LONG = 6;

  private Spelling() {}

  /** The known word nearest to the one written, if it is near at all. */
  public static Optional<String> nearest(String written, Collection<String> known) {
    int farthest = Math.max(2, written.length() / 3);
    return known.stream()
        .filter(word -> distance(written, word) <= farthest)
        .min(Comparator.comparingInt(word -> distance(written, word)));
  }

  /** The known word that differs in a slip or two at the most. */
  static Optional<String> slip(String written, Collection<String> known) {
    int slips = written.length() < LONG ? 1 : 2;
    return nearest(written, known).filter(word -> distance(written, word) <= slips);
  }

  /** {@code ; did you mean 'roles'?}, or the end of the sentence. */
  public static String suggestion(String written, Collection<String> known) {
    return meant(written, known).orElse(".");
  }

  /** The same, or {@code ; known are a, b.} where none is near. */
  public static String suggestionOrKnown(String written, Collection<String> known) {
    return meant(written, known)
        .orElseGet(() -> "; known are %s.".formatted(String.join(", ", known)));
  }

  private static Optional<String> meant(String written, Collection<String> known) {
    return nearest(written, known).map("; did you mean '%s'?"::formatted);
  }

  /** Edits to get from one to the other: a letter more, less or other, or two letters swapped. */
  private static int distance(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : fewest(edits, a, b, i, j);
      }
    }
    return edits[a.length()][b.length()];
  }

  private static int fewest(int[][] edits, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int fewest =
        Math.min(
            edits[i - 1][j - 1] + (same ? 0 : 1), Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(fewest, edits[i - 2][j - 2] + 1) : fewest;
  }
}

package org.attestry.schema.document;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * Suggests the known word that is most similar to an unknown one. There is no suggestion for long
 * words, and none after the limit of comparisons in one check is reached. Used by one thread.
 */
public final class SpellingSuggestions {

  private static final int LONG = 6;
  private static final int LONGEST = 80;
  private static final int MOST_COMPARISONS = 5_000_000;

  /** The number of remaining comparisons of two characters. */
  private long left = MOST_COMPARISONS;

  /** Returns the most similar known word, if any is similar. */
  public Optional<String> nearest(String written, Collection<String> known) {
    return nearest(written, known, Math.max(2, written.length() / 3));
  }

  /**
   * Returns the known word of which the written one is a misspelling with at most two typing
   * errors.
   */
  public Optional<String> slip(String written, Collection<String> known) {
    return nearest(written, known, written.length() < LONG ? 1 : 2);
  }

  /** Returns {@code ; did you mean 'roles'?}, or a full stop. */
  public String suggestion(String written, Collection<String> known) {
    return meant(written, known).orElse(".");
  }

  /** Returns the same suggestion, or {@code ; known are a, b.} if no word is similar. */
  public String suggestionOrKnown(String written, Collection<String> known) {
    return meant(written, known)
        .orElseGet(() -> "; known are %s.".formatted(String.join(", ", known)));
  }

  private Optional<String> meant(String written, Collection<String> known) {
    return nearest(written, known).map("; did you mean '%s'?"::formatted);
  }

  private Optional<String> nearest(String written, Collection<String> known, int farthest) {
    left -= known.size();
    if (written.length() > LONGEST || left < 0) {
      return Optional.empty();
    }
    String sought = written.toLowerCase(Locale.ROOT);
    String nearest = null;
    int least = farthest + 1;
    for (String word : known) {
      if (Math.abs(word.length() - sought.length()) < least && word.length() <= 2 * LONGEST) {
        left -= (long) word.length() * sought.length();
        if (left < 0) {
          return Optional.empty();
        }
        int distance = distance(sought, word.toLowerCase(Locale.ROOT));
        if (distance < least) {
          least = distance;
          nearest = word;
        }
      }
    }
    return Optional.ofNullable(nearest);
  }

  /**
   * Returns the edit distance of two words: the number of insertions, deletions, substitutions and
   * swaps of two adjacent letters.
   */
  private static int distance(String a, String b) {
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

package org.attestry.schema.domain.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody probably meant to write. */
final class Spelling {

  private Spelling() {}

  /** The known word nearest to the one written, if it is near at all. */
  static Optional<String> nearest(String written, Collection<String> known) {
    int farthest = Math.max(2, written.length() / 3);
    return known.stream()
        .filter(word -> distance(written, word) <= farthest)
        .min(Comparator.comparingInt(word -> distance(written, word)));
  }

  /** {@code ; did you mean 'roles'?}, or the end of the sentence. */
  static String suggestion(String written, Collection<String> known) {
    return nearest(written, known).map("; did you mean '%s'?"::formatted).orElse(".");
  }

  /** Levenshtein distance without regard to case. */
  private static int distance(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? diagonal : diagonal + 1;
        diagonal = row[j];
        row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}

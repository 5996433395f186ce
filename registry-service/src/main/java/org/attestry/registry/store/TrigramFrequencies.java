package org.attestry.registry.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How frequent each trigram (three letters or digits) is in the texts of a field. A trigram index
 * reads one list per trigram of a search: the list of a frequent trigram is the longest and
 * excludes the fewest texts.
 *
 * @param shares part in lower case, what is neither letter nor digit as a space, to the share of
 *     the texts that have it, 0 to 1; what is not here is rare. Null where nothing is known yet
 */
record TrigramFrequencies(Map<String, Double> shares) {

  static final TrigramFrequencies UNKNOWN = new TrigramFrequencies(null);

  /** Stands for what may lie between two parts. */
  static final char GAP = '\u0001';

  private static final int LENGTH = 3;
  private static final int BETWEEN = ' ';

  /** Three rare parts rule out all but a few of a million texts, a fourth makes up for a guess. */
  private static final int ENOUGH = 4;

  private static final double COMMON = 0.05;
  private static final double USELESS = 0.25;

  /**
   * A text that stands for others.
   *
   * @param share of all texts, 0 to 1
   */
  record Sample(String text, double share) {}

  /** The most selective trigrams come first. */
  private enum Kind {
    WITHIN_WORD,
    END_OF_WORD,
    BEGIN_OF_WORD
  }

  private record Part(int start, Kind kind, double share) {}

  static TrigramFrequencies of(List<Sample> samples) {
    Map<String, Double> shares = new HashMap<>();
    for (Sample sample : samples) {
      int[] letters = letters(" " + sample.text() + " ");
      IntStream.rangeClosed(0, letters.length - LENGTH)
          .filter(start -> kind(letters, start) != null)
          .mapToObj(start -> new String(letters, start, LENGTH))
          .distinct()
          .forEach(part -> shares.merge(part, sample.share(), Double::sum));
    }
    shares.values().removeIf(share -> share < COMMON);
    return new TrigramFrequencies(Map.copyOf(shares));
  }

  /**
   * The parts of a text that say most about which texts it stands in, in their order, with a {@link
   * #GAP} between them; the text itself if it is short, or if nothing is known.
   */
  String rarest(String text) {
    int[] letters = letters(text);
    if (shares == null || letters.length <= LENGTH) {
      return text;
    }
    int[] written = text.codePoints().toArray();
    StringBuilder parts = new StringBuilder();
    int end = 0;
    for (Part part : rarest(parts(letters))) {
      if (part.start() >= end && !parts.isEmpty()) {
        parts.append(GAP);
      }
      int from = Math.max(part.start(), end);
      end = part.start() + LENGTH;
      parts.append(new String(written, from, end - from));
    }
    return parts.isEmpty() ? text : parts.toString();
  }

  private List<Part> parts(int[] letters) {
    List<Part> parts = new ArrayList<>();
    for (int start = 0; start <= letters.length - LENGTH; start++) {
      Kind kind = kind(letters, start);
      if (kind != null) {
        String part = new String(letters, start, LENGTH);
        parts.add(new Part(start, kind, shares.getOrDefault(part, 0.0)));
      }
    }
    return parts;
  }

  private static List<Part> rarest(List<Part> all) {
    List<Part> rare =
        all.stream().filter(part -> part.kind() == Kind.WITHIN_WORD && part.share() == 0).toList();
    if (rare.size() > ENOUGH) {
      return spread(rare);
    }
    List<Part> useful = all.stream().filter(part -> part.share() < USELESS).toList();
    return (useful.isEmpty() ? all : useful)
        .stream()
            .sorted(Comparator.comparing(Part::share).thenComparing(Part::kind))
            .limit(ENOUGH)
            .sorted(Comparator.comparing(Part::start))
            .toList();
  }

  /** Takes trigrams from all parts of the text: adjacent ones select the same texts. */
  private static List<Part> spread(List<Part> parts) {
    return IntStream.range(0, ENOUGH)
        .mapToObj(i -> parts.get(i * (parts.size() - 1) / (ENOUGH - 1)))
        .toList();
  }

  /** What a part is; null for one that lies in two words, which no list is of. */
  private static Kind kind(int[] letters, int start) {
    if (letters[start + 1] == BETWEEN) {
      return null;
    }
    if (letters[start] == BETWEEN) {
      return letters[start + 2] == BETWEEN ? null : Kind.BEGIN_OF_WORD;
    }
    return letters[start + 2] == BETWEEN ? Kind.END_OF_WORD : Kind.WITHIN_WORD;
  }

  private static int[] letters(String text) {
    return text.codePoints()
        .map(letter -> Character.isLetterOrDigit(letter) ? Character.toLowerCase(letter) : BETWEEN)
        .toArray();
  }
}

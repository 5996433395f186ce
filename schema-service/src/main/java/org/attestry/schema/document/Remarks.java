package org.attestry.schema.document;

import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.Violation;

/**
 * Violations or warnings, of which at most as many are kept as a reply lists.
 *
 * @param listed the first 100 remarks
 * @param more the number of remarks that are not listed
 */
public record Remarks(List<Violation> listed, int more) {

  public static final Remarks NONE = new Remarks(List.of(), 0);

  public Remarks {
    int kept = Math.min(listed.size(), Failure.MOST_VIOLATIONS);
    more += listed.size() - kept;
    listed = List.copyOf(listed.subList(0, kept));
  }

  public boolean isEmpty() {
    return listed.isEmpty();
  }

  /** Returns these remarks and the others. */
  public Remarks and(Remarks others) {
    List<Violation> all = new ArrayList<>(listed);
    all.addAll(others.listed);
    return new Remarks(all, more + others.more);
  }

  public Remarks and(List<Violation> others) {
    return and(new Remarks(others, 0));
  }

  /** Collects remarks; those beyond the first 100 are counted. Used by one thread. */
  static final class Collector {

    private static final int LONGEST_MESSAGE = 1_000;

    private final List<Violation> listed = new ArrayList<>();
    private int more;

    void add(Violation found) {
      if (listed.size() < Failure.MOST_VIOLATIONS) {
        listed.add(new Violation(found.pointer(), found.rule(), shortened(found.message())));
      } else {
        more++;
      }
    }

    void count(int others) {
      more += others;
    }

    Remarks all() {
      return new Remarks(listed, more);
    }

    private static String shortened(String message) {
      return message.length() <= LONGEST_MESSAGE
          ? message
          : message.substring(0, message.offsetByCodePoints(0, LONGEST_MESSAGE / 2)) + "…";
    }
  }
}

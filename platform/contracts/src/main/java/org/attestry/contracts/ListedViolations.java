package org.attestry.contracts;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Violations or warnings, of which at most as many are kept as a reply lists.
 *
 * @param listed the first {@link Failure#MOST_VIOLATIONS}
 * @param more the number of those that are not listed
 */
public record ListedViolations(List<Violation> listed, int more) {

  public static final ListedViolations NONE = new ListedViolations(List.of(), 0);

  public ListedViolations {
    int kept = Math.min(listed.size(), Failure.MOST_VIOLATIONS);
    more += listed.size() - kept;
    listed = List.copyOf(listed.subList(0, kept));
  }

  public boolean isEmpty() {
    return listed.isEmpty();
  }

  /** Returns these violations and the others. */
  public ListedViolations and(ListedViolations others) {
    List<Violation> all = new ArrayList<>(listed);
    all.addAll(others.listed);
    return new ListedViolations(all, more + others.more);
  }

  public ListedViolations and(List<Violation> others) {
    return and(new ListedViolations(others, 0));
  }

  /** Returns the failure of an input with these violations. */
  public Failure failure(FailureKind kind, String code, String message) {
    return new Failure(kind, code, message, listed, more, null);
  }

  /** Collects violations; those beyond the first 100 are counted. Used by one thread. */
  public static final class Collector {

    private final List<Violation> listed = new ArrayList<>();
    private int more;

    public void add(Violation violation) {
      add(() -> violation);
    }

    /** Adds a violation, which is made only if it is listed. */
    public void add(Supplier<Violation> violation) {
      if (listed.size() < Failure.MOST_VIOLATIONS) {
        listed.add(violation.get());
      } else {
        more++;
      }
    }

    /** Counts violations that are not listed. */
    public void count(int others) {
      more += others;
    }

    public boolean isEmpty() {
      return listed.isEmpty() && more == 0;
    }

    public ListedViolations all() {
      return new ListedViolations(listed, more);
    }
  }
}

package org.attestry.registry.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.attestry.contracts.Failure;
import org.attestry.runtime.json.JsonLocation;

/** Receives the violations of a check. */
interface Faults {

  /**
   * @param message the message, computed only if it is kept
   */
  void add(JsonLocation at, String rule, Supplier<String> message);

  /** Whether the result is certain already, so that the check may end. */
  boolean enough();

  /** Whether rules and messages are kept, and not only the fact or the location. */
  default boolean areListed() {
    return false;
  }

  /** Records whether a value has any fault. */
  final class Any implements Faults {
    private boolean found;

    @Override
    public void add(JsonLocation at, String rule, Supplier<String> message) {
      found = true;
    }

    @Override
    public boolean enough() {
      return found;
    }
  }

  /** Records the innermost location that contains all faults of a value. */
  final class Common implements Faults {
    private final JsonLocation value;
    private JsonLocation common;

    Common(JsonLocation value) {
      this.value = value;
    }

    /** Returns the location, or null if there was no fault. */
    JsonLocation place() {
      return common;
    }

    @Override
    public void add(JsonLocation at, String rule, Supplier<String> message) {
      common = common == null ? at : common.commonWith(at);
    }

    @Override
    public boolean enough() {
      return common != null && common.depth() <= value.depth();
    }
  }

  /** Keeps the first violations, at most {@link Failure#MOST_VIOLATIONS}, and the number of all. */
  final class Kept implements Faults {

    record Fault(JsonLocation at, String rule, Supplier<String> message) {}

    private final List<Fault> first = new ArrayList<>();
    private int count;

    List<Fault> first() {
      return first;
    }

    int count() {
      return count;
    }

    @Override
    public void add(JsonLocation at, String rule, Supplier<String> message) {
      count++;
      if (first.size() < Failure.MOST_VIOLATIONS) {
        first.add(new Fault(at, rule, message));
      }
    }

    @Override
    public boolean enough() {
      return false;
    }

    @Override
    public boolean areListed() {
      return true;
    }
  }
}

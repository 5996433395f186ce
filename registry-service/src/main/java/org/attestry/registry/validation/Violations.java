package org.attestry.registry.validation;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.JsonLocation;

/**
 * The violations of an input: the first ones, at most {@link Failure#MOST_VIOLATIONS} with some
 * {@value #MOST_CHARACTERS} characters, and the number of further ones. So the memory is bounded
 * for any input. One rule that is broken at one location is one violation; a value of the wrong
 * type breaks no other rule.
 */
public final class Violations implements Faults {

  private static final int MOST_CHARACTERS = 65_536;
  private static final String TYPE = "type";

  private final Map<String, Violation> listed = new LinkedHashMap<>();
  private final Set<String> mistyped = new HashSet<>();
  private int characters;
  private int more;

  /** Adds a violation; pointer and message are computed only if it is listed. */
  @Override
  public void add(JsonLocation at, String rule, Supplier<String> message) {
    if (isFull()) {
      more++;
    } else {
      add(new Violation(at.pointer(), rule, message.get()));
    }
  }

  /** Adds a violation with a constant message. */
  public void add(JsonLocation at, String rule, String message) {
    add(at, rule, () -> message);
  }

  /** Returns false, because every violation is counted. */
  @Override
  public boolean enough() {
    return false;
  }

  @Override
  public boolean areListed() {
    return true;
  }

  public void add(Violation violation) {
    if (isFull()) {
      more++;
      return;
    }
    String pointer = violation.pointer();
    if (violation.rule().equals(TYPE)) {
      mistyped.add(pointer);
      listed.values().removeIf(other -> other.pointer().equals(pointer));
    } else if (mistyped.contains(pointer)) {
      return;
    }
    if (listed.putIfAbsent(pointer + " " + violation.rule(), violation) == null) {
      characters += pointer.length() + violation.message().length();
    }
  }

  public boolean isEmpty() {
    return count() == 0;
  }

  /** Returns the number of violations, listed or not. */
  public int count() {
    return listed.size() + more;
  }

  /** Returns the listed violations, in the order in which they were found. */
  public List<Violation> listed() {
    return List.copyOf(listed.values());
  }

  /** Returns the violations without those listed ones that the predicate accepts. */
  public Violations without(Predicate<Violation> unimportant) {
    Violations left = new Violations();
    listed.values().stream().filter(unimportant.negate()).forEach(left::add);
    left.more = more;
    return left;
  }

  /** Returns the violations with each listed one changed. */
  public Violations each(UnaryOperator<Violation> change) {
    Violations changed = new Violations();
    listed.values().stream().map(change).forEach(changed::add);
    changed.more += more;
    return changed;
  }

  /** Returns the failure for the client. */
  public Failure failure(FailureKind kind, String code, String message) {
    return new Failure(kind, code, message, listed(), more, null);
  }

  private boolean isFull() {
    return listed.size() >= Failure.MOST_VIOLATIONS || characters >= MOST_CHARACTERS;
  }
}

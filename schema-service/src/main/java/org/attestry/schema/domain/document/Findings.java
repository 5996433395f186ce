package org.attestry.schema.domain.document;

import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.Violation;

/**
 * What a check of a schema document found. Pointers lead into the document. Collected by one check
 * on one thread.
 */
public final class Findings {

  private final List<Violation> violations = new ArrayList<>();
  private final List<Violation> warnings = new ArrayList<>();

  /** Something with which the document cannot be published. */
  public void refuse(String pointer, String rule, String message) {
    violations.add(new Violation(pointer, rule, message));
  }

  public void refuse(List<Violation> found) {
    violations.addAll(found);
  }

  /** Something that is accepted but is not acted on, or looks like a mistake. */
  public void warn(String pointer, String rule, String message) {
    warnings.add(new Violation(pointer, rule, message));
  }

  public boolean refused() {
    return !violations.isEmpty();
  }

  public List<Violation> violations() {
    return List.copyOf(violations);
  }

  public List<Violation> warnings() {
    return List.copyOf(warnings);
  }

  /** Everything found, worst first. */
  public List<Violation> all() {
    List<Violation> all = new ArrayList<>(violations);
    all.addAll(warnings);
    return all;
  }
}

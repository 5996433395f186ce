package org.attestry.credential.jsonld;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.JsonLocation;

/** The violations of a document: the first hundred, and the number of the others. */
public final class DocumentViolations {

  private final List<Violation> found = new ArrayList<>();
  private int more;

  public void add(JsonLocation place, String rule, String message) {
    if (found.size() < Failure.MOST_VIOLATIONS) {
      found.add(new Violation(place.pointer(), rule, message));
    } else {
      more++;
    }
  }

  /** Adds a violation of the document as a whole. */
  public void add(String rule, String message) {
    add(JsonLocation.ROOT, rule, message);
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  public Optional<Violation> first() {
    return found.stream().findFirst();
  }

  /**
   * @throws FailureException of kind INVALID if there is any
   */
  public void refuse() {
    if (!found.isEmpty()) {
      throw refusal();
    }
  }

  /** Returns the refusal of a document with a violation of the whole document. */
  public static FailureException refusal(String rule, String message) {
    DocumentViolations violations = new DocumentViolations();
    violations.add(rule, message);
    return violations.refusal();
  }

  private FailureException refusal() {
    Violation first = found.getFirst();
    String where = first.pointer().isEmpty() ? "" : " (at " + first.pointer() + ")";
    return new Failure(
            FailureKind.INVALID,
            "credential.document.invalid",
            first.message() + where,
            List.copyOf(found),
            more,
            null)
        .exception();
  }
}

package org.attestry.credential.domain;

import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;

/** Violations found in a filled template, with pointers into the request. */
final class TemplatePointers {

  private TemplatePointers() {}

  /** The same failure, its pointers below that member of the request. */
  static Throwable inTemplate(Throwable cause) {
    return below("/credentialTemplate", cause);
  }

  /** The same of a credential that was given as it stands. */
  static Throwable inCredential(Throwable cause) {
    return below("/credential", cause);
  }

  private static Throwable below(String member, Throwable cause) {
    if (!(cause instanceof FailureException known) || known.failure().violations().isEmpty()) {
      return cause;
    }
    Failure failure = known.failure();
    List<Violation> moved =
        failure.violations().stream()
            .map(v -> new Violation(member + v.pointer(), v.rule(), v.message()))
            .toList();
    return new Failure(
            failure.kind(),
            failure.code(),
            failure.message(),
            moved,
            failure.moreViolations(),
            failure.report())
        .exception();
  }
}

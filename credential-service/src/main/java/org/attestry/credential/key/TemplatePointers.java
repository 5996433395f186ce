package org.attestry.credential.key;

import java.util.List;
import java.util.function.UnaryOperator;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;

/** Violations whose pointers do not lead into the request yet. */
public final class TemplatePointers {

  private TemplatePointers() {}

  /** The same failure, its pointers below that member of the request. */
  public static Throwable inTemplate(Throwable cause) {
    return below("/credentialTemplate", cause);
  }

  /** The same of a credential that was given as it stands. */
  public static Throwable inCredential(Throwable cause) {
    return below("/credential", cause);
  }

  /**
   * The same failure, if a key of a type is not made here.
   *
   * @param pointer to what asked for the type
   */
  public static Throwable ofKeyType(String pointer, Throwable cause) {
    return moved(cause, found -> found.equals(Signer.KEY_TYPE) ? pointer : found);
  }

  private static Throwable below(String member, Throwable cause) {
    return moved(cause, found -> member + found);
  }

  private static Throwable moved(Throwable cause, UnaryOperator<String> pointers) {
    if (!(cause instanceof FailureException known) || known.failure().violations().isEmpty()) {
      return cause;
    }
    Failure failure = known.failure();
    List<Violation> moved =
        failure.violations().stream()
            .map(v -> new Violation(pointers.apply(v.pointer()), v.rule(), v.message()))
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

package org.attestry.credential.key;

import java.util.List;
import java.util.function.UnaryOperator;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;

/** Corrects the pointers of violations so that they lead into the request. */
public final class TemplatePointers {

  private TemplatePointers() {}

  /** Returns the same failure with pointers below the template in the request. */
  public static Throwable inTemplate(Throwable cause) {
    return below("/credentialTemplate", cause);
  }

  /** Returns the same failure with pointers below the credential in the request. */
  public static Throwable inCredential(Throwable cause) {
    return below("/credential", cause);
  }

  /**
   * Returns the same failure, but a pointer to the type of a key becomes this pointer.
   *
   * @param pointer to the member that requires the type
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

package org.attestry.registry.owners;

import java.util.List;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;

/** The refusal of a value that names an owner, or that an owner's account has too. */
final class OwnerConflict {

  /** The rule that such a value violates. */
  static final String RULE = "owner";

  private OwnerConflict() {}

  /**
   * Returns the failure, of kind CONFLICT.
   *
   * @param pointer to the value in the entity
   */
  static FailureException of(String code, String pointer, String message) {
    return new Failure(
            FailureKind.CONFLICT, code, message, List.of(new Violation(pointer, RULE, message)))
        .exception();
  }
}

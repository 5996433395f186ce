package org.attestry.credential.presentation;

import java.util.List;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/**
 * Decides who may request presentations.
 *
 * @param roles beside the admin; {@code *} for every caller with a token
 */
public record Verifiers(List<String> roles) {

  /** The role that every caller with a token has. */
  public static final String ANYBODY = "*";

  public Verifiers {
    roles = List.copyOf(roles);
  }

  /**
   * @throws FailureException UNAUTHENTICATED without a token, FORBIDDEN without a role
   */
  void check(Caller caller) {
    if (!caller.known()) {
      throw FailureException.of(
          FailureKind.UNAUTHENTICATED,
          "credential.presentation.unauthenticated",
          "This operation needs a bearer token; get one and send it.");
    }
    boolean allowed =
        caller.admin() || roles.contains(ANYBODY) || caller.holdsOneOf(withoutAnybody());
    if (!allowed) {
      throw FailureException.of(
          FailureKind.FORBIDDEN,
          "credential.presentation.forbidden",
          "Presentations are requested with a role that your token does not have"
              + " (VERIFIER_ROLES).");
    }
  }

  private List<String> withoutAnybody() {
    return roles.stream().filter(role -> !role.equals(ANYBODY)).toList();
  }
}

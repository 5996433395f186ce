package org.attestry.credential.call;

import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/** Operations that only an admin may call. */
public final class Admins {

  private Admins() {}

  /**
   * @param subject the subject of the operation, a part of the failure's code
   * @throws FailureException UNAUTHENTICATED without a token, FORBIDDEN for everybody but an admin
   */
  public static void require(CallContext context, String subject) {
    if (!context.caller().known()) {
      throw FailureException.of(
          FailureKind.UNAUTHENTICATED,
          "credential." + subject + ".unauthenticated",
          "This operation needs a bearer token; get one and send it.");
    }
    if (!context.caller().admin()) {
      throw FailureException.of(
          FailureKind.FORBIDDEN,
          "credential." + subject + ".forbidden",
          "This operation needs the admin role.");
    }
  }
}

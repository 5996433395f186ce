package org.attestry.schema.domain;

import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;

/** Authorizes callers: admins write, every caller with a token reads published schemas. */
final class SchemaAccess {

  private SchemaAccess() {}

  /**
   * Requires an admin.
   *
   * @return the caller's user id
   * @throws org.attestry.contracts.FailureException UNAUTHENTICATED or FORBIDDEN
   */
  static String requireAdmin(CallContext context) {
    requireToken(context);
    if (!context.caller().admin()) {
      throw Failure.of(
              FailureKind.FORBIDDEN,
              "schema.forbidden",
              "User is not allowed to perform the operation on this entity")
          .exception();
    }
    return context.caller().userId();
  }

  static void requireToken(CallContext context) {
    if (!context.caller().known()) {
      throw Failure.of(
              FailureKind.UNAUTHENTICATED,
              "schema.unauthenticated",
              "Schemas need an access token; send one.")
          .exception();
    }
  }
}

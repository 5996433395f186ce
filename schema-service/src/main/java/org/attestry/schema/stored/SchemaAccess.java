package org.attestry.schema.stored;

import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/** Authorizes callers: admins write, every caller with a token reads published schemas. */
public final class SchemaAccess {

  private SchemaAccess() {}

  /**
   * Requires an admin.
   *
   * @return the caller's user id
   * @throws org.attestry.contracts.FailureException UNAUTHENTICATED or FORBIDDEN
   */
  public static String requireAdmin(CallContext context) {
    requireToken(context);
    if (!context.caller().admin()) {
      throw FailureException.of(
          FailureKind.FORBIDDEN,
          "schema.forbidden",
          "User is not allowed to perform the operation on this entity");
    }
    return context.caller().userId();
  }

  public static void requireToken(CallContext context) {
    if (!context.caller().known()) {
      throw FailureException.of(
          FailureKind.UNAUTHENTICATED,
          "schema.unauthenticated",
          "Schemas need an access token; send one.");
    }
  }
}

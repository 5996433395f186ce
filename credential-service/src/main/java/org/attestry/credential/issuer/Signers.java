package org.attestry.credential.issuer;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.credential.key.IssuerSource;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.RegisteredIssuer;
import org.attestry.credential.key.StoredKey;

/**
 * Decides who may request a signature, and for which issuer.
 *
 * @param roles that may sign for every registered issuer; {@code *} lets any caller with a token
 *     sign, but only for issuers that an admin registered
 */
public record Signers(List<String> roles) {

  /** The role that every caller with a token has. */
  public static final String ANYBODY = "*";

  public Signers {
    roles = List.copyOf(roles);
  }

  /** Says whether any token is enough. */
  public boolean open() {
    return roles.contains(ANYBODY);
  }

  /** Says whether the caller signs by a role, and not because anybody may. */
  boolean trusts(Caller caller) {
    return caller.admin()
        || caller.holdsOneOf(roles.stream().filter(role -> !role.equals(ANYBODY)).toList());
  }

  /**
   * @throws FailureException UNAUTHENTICATED without a token, FORBIDDEN without a role
   */
  public void check(Caller caller) {
    if (!caller.known()) {
      throw refusal(
          FailureKind.UNAUTHENTICATED, "credential.sign.unauthenticated", "Send a token.");
    }
    if (!open() && !trusts(caller)) {
      throw refusal(
          FailureKind.FORBIDDEN,
          "credential.sign.forbidden",
          "Signing needs a role that your token does not have (SIGNER_ROLES).");
    }
  }

  /**
   * Returns the key of that type of the issuer, if the caller may sign for it. Only an admin's
   * request registers an issuer. For callers without a role the source of the issuer is read again,
   * because a schema may name it by now.
   */
  public Future<StoredKey> key(String issuer, KeyType type, Caller caller, KeyRing keys) {
    if (caller.admin()) {
      return keys.register(issuer, type, IssuerSource.ADMIN);
    }
    if (trusts(caller)) {
      return keys.signingKey(issuer, type);
    }
    return keys.findIssuer(issuer, type).compose(found -> ofAnybody(found, type, keys));
  }

  private static Future<StoredKey> ofAnybody(
      Optional<RegisteredIssuer> found, KeyType type, KeyRing keys) {
    if (found.isEmpty()) {
      return Future.failedFuture(keys.unregistered());
    }
    return found.get().namedBy() == IssuerSource.ADMIN
        ? keys.signingKey(found.get().did(), type)
        : Future.failedFuture(
            refusal(
                FailureKind.FORBIDDEN,
                "credential.sign.forbidden",
                "Signing for the default issuer, or one that a schema names, needs a role."));
  }

  private static FailureException refusal(FailureKind kind, String code, String message) {
    return FailureException.of(kind, code, message);
  }
}

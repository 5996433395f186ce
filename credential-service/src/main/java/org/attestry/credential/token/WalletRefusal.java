package org.attestry.credential.token;

/** A refusal of the protocol, with its error code (OpenID4VCI 1.0; RFC 6749, 6750 and 9449). */
public final class WalletRefusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final String error;
  private final String challenge;

  private WalletRefusal(int status, String error, String challenge, String description) {
    super(description, null, false, false);
    this.status = status;
    this.error = error;
    this.challenge = challenge;
  }

  /** Refuses an invalid request: status 400. */
  public static WalletRefusal of(String error, String description) {
    return new WalletRefusal(400, error, null, description);
  }

  /**
   * Refuses a missing or invalid access token: status 401.
   *
   * @param scheme {@code Bearer} or {@code DPoP}
   */
  static WalletRefusal ofToken(String scheme, String error, String description) {
    return new WalletRefusal(401, error, "%s error=\"%s\"".formatted(scheme, error), description);
  }

  /**
   * Returns the refusal of an access token without the scope: status 403 (RFC 6750, section 3.1).
   */
  public static WalletRefusal ofScope(String scope) {
    return new WalletRefusal(
        403,
        "insufficient_scope",
        "Bearer error=\"insufficient_scope\", scope=\"%s\"".formatted(scope),
        "The access token needs the scope %s.".formatted(scope));
  }

  /** A client that does not authenticate itself as it must: status 401 (RFC 6749, 5.2). */
  public static WalletRefusal ofClient(String description) {
    return new WalletRefusal(401, "invalid_client", null, description);
  }

  int status() {
    return status;
  }

  String error() {
    return error;
  }

  /** Returns the value of {@code WWW-Authenticate}, or null. */
  String challenge() {
    return challenge;
  }
}

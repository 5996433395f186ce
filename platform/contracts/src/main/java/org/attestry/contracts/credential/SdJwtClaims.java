package org.attestry.contracts.credential;

import java.util.Set;

/** Names that the claims of an SD-JWT's subject may not have. */
public final class SdJwtClaims {

  /** Claims that are the credential's (SD-JWT VC, section 3.2.2), not its subject's. */
  public static final Set<String> OF_THE_CREDENTIAL =
      Set.of("iss", "iat", "nbf", "exp", "jti", "sub", "cnf", "vct", "vct#integrity", "status");

  private SdJwtClaims() {}

  /** Whether a name stands for digests, at any depth (RFC 9901, section 4.1). */
  public static boolean isDigests(String name) {
    return name.startsWith("_sd") || name.equals("...");
  }
}

package org.attestry.contracts.credential;

import java.util.Set;

/** Names that the claims of an SD-JWT's subject may not have. */
public final class SdJwtClaims {

  /** Claims about the credential (SD-JWT VC, section 3.2.2), not about its subject. */
  public static final Set<String> OF_THE_CREDENTIAL =
      Set.of("iss", "iat", "nbf", "exp", "jti", "sub", "cnf", "vct", "vct#integrity", "status");

  private SdJwtClaims() {}

  /** Returns the warning for a member of a template's subject that has one of these names. */
  public static String warning(String name) {
    return "'%s' is a claim of JWTs, so that these credentials cannot be read as SD-JWT: name the"
            .formatted(name)
        + " member otherwise where they shall be.";
  }

  /** Whether a name is reserved for digests, at any depth (RFC 9901, section 4.1). */
  public static boolean isDigests(String name) {
    return name.startsWith("_sd") || name.equals("...");
  }
}

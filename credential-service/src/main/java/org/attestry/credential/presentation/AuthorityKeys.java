package org.attestry.credential.presentation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** Reads who certifies the issuer of a credential. */
@FunctionalInterface
public interface AuthorityKeys {

  /**
   * The key identifiers of the authorities (RFC 5280, section 4.2.1.1) in the certificates of a
   * credential, in base64url; none for a credential without certificates.
   *
   * @param sent a JWT or SD-JWT as text; any other JSON has none
   */
  Set<String> in(JsonNode sent);
}

package org.attestry.credential.presentation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** Reads the certifying authorities of a credential's issuer. */
@FunctionalInterface
public interface AuthorityKeys {

  /**
   * Returns the key identifiers of the authorities (RFC 5280, section 4.2.1.1) that certify the key
   * of a credential, in base64url; empty for a key that is named in another way.
   *
   * @param sent a JWT or SD-JWT as text; any other JSON has none
   */
  Set<String> in(JsonNode sent);
}

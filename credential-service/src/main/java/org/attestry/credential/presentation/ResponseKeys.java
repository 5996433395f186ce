package org.attestry.credential.presentation;

import java.util.Optional;
import org.attestry.credential.call.CryptoWorkers;

/**
 * Makes keys for responses, and opens responses that are encrypted to them. Its methods take CPU
 * time: call them through {@link CryptoWorkers}.
 */
public interface ResponseKeys {

  /**
   * Makes a new key.
   *
   * @param name the only name under which it can be used
   */
  ResponseKey make(String name);

  /**
   * Returns the text in a JWE (RFC 7516) by ECDH-ES with A128GCM or A256GCM; empty for any other
   * text. A compressed JWE is refused, because a few bytes could expand to any length.
   *
   * @param name under which the key was made
   */
  Optional<String> open(String jwe, ResponseKey key, String name);
}

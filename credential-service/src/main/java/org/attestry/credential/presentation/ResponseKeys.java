package org.attestry.credential.presentation;

import java.util.Optional;
import org.attestry.credential.call.CryptoWorkers;

/**
 * Makes keys for responses, and opens what is encrypted to them. Its methods take CPU time: call
 * them through {@link CryptoWorkers}.
 */
public interface ResponseKeys {

  /**
   * A new key.
   *
   * @param name under which alone it can be used
   */
  ResponseKey make(String name);

  /**
   * The text in a JWE (RFC 7516) by ECDH-ES with A128GCM or A256GCM; empty for everything else,
   * also for what is compressed: a text of a few bytes could expand to any length.
   *
   * @param name under which the key was made
   */
  Optional<String> open(String jwe, ResponseKey key, String name);
}

package org.attestry.credential.context;

import com.fasterxml.jackson.databind.JsonNode;
import org.attestry.contracts.FailureException;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.runtime.fair.Budget;

/**
 * Checks contexts before they are stored. Takes CPU time: call it through {@link CryptoWorkers}.
 */
public interface ContextCheck {

  /**
   * @param address the IRI by which credentials will name it
   * @return SHA-256 of the document's canonical form (RFC 8785), lower-case hex
   * @throws FailureException of kind INVALID with pointers below {@code /document}
   */
  String digest(String address, JsonNode document, Budget budget);

  /** Says whether a context with that address is bundled. */
  boolean bundles(String address);
}

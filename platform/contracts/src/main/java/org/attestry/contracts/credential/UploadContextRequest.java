package org.attestry.contracts.credential;

import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * A JSON-LD context that credentials may name by its address.
 *
 * @param address the IRI in {@code @context}; null for an address of ours, made from the digest
 * @param document a JSON object with {@code @context}
 * @param issuers DIDs of those who sign under it elsewhere, without naming their contexts in the
 *     proof; added to those that are stored
 */
public record UploadContextRequest(String address, JsonBytes document, List<String> issuers) {

  public UploadContextRequest {
    issuers = issuers == null ? List.of() : List.copyOf(issuers);
  }
}

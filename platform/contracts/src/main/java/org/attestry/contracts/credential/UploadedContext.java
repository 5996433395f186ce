package org.attestry.contracts.credential;

import java.time.Instant;
import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * An uploaded JSON-LD context.
 *
 * @param address the IRI that credentials name it by
 * @param digest SHA-256 of the document's canonical form (RFC 8785), lower-case hex
 * @param used whether a credential was signed under it, so that it cannot be deleted
 * @param issuers whose credentials may name it though their proofs do not name their contexts
 * @param document null in a list
 */
public record UploadedContext(
    String id,
    String address,
    String digest,
    boolean used,
    Instant osCreatedAt,
    List<String> issuers,
    JsonBytes document) {

  public UploadedContext {
    issuers = issuers == null ? List.of() : List.copyOf(issuers);
  }
}

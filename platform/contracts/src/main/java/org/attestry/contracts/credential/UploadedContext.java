package org.attestry.contracts.credential;

import java.time.Instant;
import org.attestry.contracts.JsonBytes;

/**
 * An uploaded JSON-LD context.
 *
 * @param address the IRI that credentials name it by
 * @param digest SHA-256 of the document's canonical form (RFC 8785), lower-case hex
 * @param used whether a credential was signed under it, so that it cannot be deleted
 * @param document null in a list
 */
public record UploadedContext(
    String id,
    String address,
    String digest,
    boolean used,
    Instant osCreatedAt,
    JsonBytes document) {}

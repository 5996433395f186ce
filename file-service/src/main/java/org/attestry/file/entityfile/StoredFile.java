package org.attestry.file.entityfile;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * A file's record.
 *
 * @param objectKey key of its bytes; a new one after each replacement
 * @param size bytes
 * @param sha256 lower-case hex
 * @param createdBy user id, or null
 */
public record StoredFile(
    UUID documentId,
    Property property,
    UUID objectKey,
    String fileName,
    String contentType,
    long size,
    String sha256,
    Instant createdAt,
    String createdBy) {

  /** Whether both have the same bytes, name and type. */
  boolean hasContentOf(StoredFile other) {
    return sha256.equals(other.sha256)
        && fileName.equals(other.fileName)
        && contentType.equals(other.contentType);
  }

  /** Returns the record of a file that a former system stored at that time. */
  StoredFile createdAt(Instant time) {
    return new StoredFile(
        documentId, property, objectKey, fileName, contentType, size, sha256, time, null);
  }

  /** The path in the reply to an upload, below the API's base; each part is one segment. */
  public String location() {
    String name = URLEncoder.encode(property.name(), StandardCharsets.UTF_8).replace("+", "%20");
    return "%s/%s/%s/documents/%s"
        .formatted(property.type(), property.entityId(), name, documentId);
  }
}

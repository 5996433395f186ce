package org.attestry.schema.stored;

import java.time.Instant;
import java.util.UUID;
import org.attestry.contracts.schema.SchemaOperations.SchemaVersionView;

/**
 * A published version of a schema; it remains when the schema is deleted.
 *
 * @param document null in lists of versions
 * @param publishedBy user id
 */
public record SchemaVersion(
    UUID schemaId,
    int version,
    String name,
    String document,
    Instant publishedAt,
    String publishedBy) {

  public SchemaVersionView view() {
    return new SchemaVersionView(
        schemaId.toString(), name, version, document, publishedAt, publishedBy);
  }
}

package org.attestry.schema.stored;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.contracts.schema.SchemaView;

/**
 * A stored schema.
 *
 * @param title the document's title, by which other documents may also reference it, or null
 * @param document the JSON Schema document as the client sent it
 * @param version the number of the published version; for a draft, the number of its future version
 * @param owners identity-provider user ids
 */
public record Schema(
    UUID id,
    String name,
    String title,
    String document,
    SchemaStatus status,
    int version,
    Instant createdAt,
    Instant updatedAt,
    String createdBy,
    String updatedBy,
    List<String> owners) {

  public Schema {
    owners = List.copyOf(owners);
  }

  /** Returns a new schema. */
  public static Schema made(
      UUID id, String name, String title, String document, SchemaStatus status, String by) {
    Instant now = now();
    return new Schema(id, name, title, document, status, 1, now, now, by, by, List.of(by));
  }

  /** Returns a copy with another document, status and version. */
  Schema changed(String newTitle, String newDocument, SchemaStatus to, int newVersion, String by) {
    return new Schema(
        id, name, newTitle, newDocument, to, newVersion, createdAt, now(), createdBy, by, owners);
  }

  /** Returns the current time with the precision of records, milliseconds. */
  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }

  public boolean isDraft() {
    return status == SchemaStatus.DRAFT;
  }

  public SchemaView view() {
    return new SchemaView(
        id.toString(),
        name,
        document,
        status,
        version,
        createdAt,
        updatedAt,
        createdBy,
        updatedBy,
        owners);
  }
}

package org.attestry.schema.domain;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.contracts.schema.SchemaView;

/**
 * A stored schema.
 *
 * @param title the document's own title, by which others may reference it too, or null
 * @param document the JSON Schema document as the client sent it
 * @param version counts the published documents; a draft bears the version that it will have
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

  /** A schema that a caller makes now. */
  static Schema made(
      UUID id, String name, String title, String document, SchemaStatus status, String by) {
    Instant now = Clock.now();
    return new Schema(id, name, title, document, status, 1, now, now, by, by, List.of(by));
  }

  /** This schema with another document, status and version, as a caller leaves it now. */
  Schema changed(String newTitle, String newDocument, SchemaStatus to, int newVersion, String by) {
    return new Schema(
        id,
        name,
        newTitle,
        newDocument,
        to,
        newVersion,
        createdAt,
        Clock.now(),
        createdBy,
        by,
        owners);
  }

  boolean isDraft() {
    return status == SchemaStatus.DRAFT;
  }

  SchemaView view() {
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

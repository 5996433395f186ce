package org.attestry.contracts.schema;

import java.time.Instant;
import java.util.List;

/**
 * A Schema record (interface 5.2).
 *
 * @param osOwner identity-provider user ids of the owners
 */
public record SchemaView(
    String osid,
    String name,
    String schema,
    SchemaStatus status,
    int version,
    Instant osCreatedAt,
    Instant osUpdatedAt,
    String osCreatedBy,
    String osUpdatedBy,
    List<String> osOwner) {

  public SchemaView {
    osOwner = List.copyOf(osOwner);
  }
}

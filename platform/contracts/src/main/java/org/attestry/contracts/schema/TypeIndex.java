package org.attestry.contracts.schema;

import java.time.Instant;
import java.util.List;

/**
 * An index of an entity type, as an admin sees it.
 *
 * @param id names a learned index in requests; null for a declared one
 * @param type the entity type
 * @param fields the fields that it is about
 * @param kind UNIQUE; VALUES for equality, ranges and order; PARTS for parts of texts and any case;
 *     ITEMS for the items of an array
 * @param learned whether searches have added it; it is dropped when none uses it
 * @param pinned whether it stays although no search uses it
 * @param built whether it stands; else it is being built
 * @param bytes its size
 * @param lastUsed when a search or a write last used it, or null
 */
public record TypeIndex(
    String id,
    String type,
    List<String> fields,
    String kind,
    boolean learned,
    boolean pinned,
    boolean built,
    long bytes,
    Instant lastUsed) {

  public TypeIndex {
    fields = List.copyOf(fields);
  }
}

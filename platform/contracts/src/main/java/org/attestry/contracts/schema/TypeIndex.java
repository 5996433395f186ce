package org.attestry.contracts.schema;

import java.time.Instant;
import java.util.List;

/**
 * An index of an entity type, as an admin sees it.
 *
 * @param id the id of a learned index in requests; null for a declared index
 * @param type the entity type
 * @param fields the indexed fields
 * @param kind UNIQUE; NORMALIZED for the comparison of unique texts in normalization form C; VALUES
 *     for equality, ranges and order; PARTS for substring and case-insensitive search; ITEMS for
 *     the items of an array
 * @param learned whether the index was added because of searches; such an index is dropped when no
 *     search uses it
 * @param pinned whether the index is kept even if no search uses it
 * @param built whether the index is complete; otherwise it is being built
 * @param bytes the size of the index
 * @param lastUsed when a search or a write last used the index, or null
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

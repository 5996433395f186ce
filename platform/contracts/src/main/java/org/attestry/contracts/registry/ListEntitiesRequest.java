package org.attestry.contracts.registry;

import java.util.List;

/**
 * The caller's own records, or all of an anonymous type.
 *
 * @param limit how many at most, 1 to the configured maximum
 * @param offset how many to skip; 0 with a cursor
 * @param sort fields, descending with a minus before them; empty for the oldest first
 * @param cursor of an earlier reply with the same sort; null for the first page
 */
public record ListEntitiesRequest(
    String type, int limit, int offset, List<String> sort, String cursor) {

  public ListEntitiesRequest {
    sort = sort == null ? List.of() : List.copyOf(sort);
  }

  /** The first page in the usual order. */
  public ListEntitiesRequest(String type, int limit, int offset) {
    this(type, limit, offset, List.of(), null);
  }
}

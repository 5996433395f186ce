package org.attestry.registry.domain.search;

import java.util.List;

/**
 * @param filter what must hold, null for nothing
 * @param owner user id of the owner, null for any
 * @param sort the order, the first key first; ties are in the order of osid, which has the
 *     direction of the last key
 * @param offset how many to pass over; 0 with a position
 * @param position where the page begins, null for the beginning
 * @param caller user id of the caller, or null; limits how many searches of one caller run at once
 */
public record EntityQuery(
    Filter filter,
    String owner,
    List<SortKey> sort,
    int limit,
    long offset,
    Position position,
    Count count,
    String caller) {

  public EntityQuery {
    sort = List.copyOf(sort);
  }

  /** Entities of an owner, oldest first. */
  public static EntityQuery ownedBy(String owner, int limit) {
    return new EntityQuery(null, owner, SortKey.OLDEST_FIRST, limit, 0, null, Count.NONE, owner);
  }

  /** How the total is determined when the page does not show it. */
  public enum Count {
    /** Exact while it is small, else planned. */
    AFFORDABLE,
    EXACT,
    /** As the database expects it. */
    PLANNED,
    NONE
  }
}

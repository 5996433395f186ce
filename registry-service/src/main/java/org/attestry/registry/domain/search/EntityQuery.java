package org.attestry.registry.domain.search;

import java.util.List;

/**
 * @param filter what must hold, null for nothing
 * @param owner user id of the owner, null for any
 * @param sort the order, the first key first; ties are in the order of osid, which has the
 *     direction of the last key
 * @param offset how many to pass over; 0 with a position
 * @param position where the page begins, null for the beginning
 * @param caller user id of who asks, null for nobody: searches of one caller leave room for others
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

  /** How the total is found, where the page does not tell it. */
  public enum Count {
    /** Exact while it is small, else planned. */
    AFFORDABLE,
    EXACT,
    /** As the database expects it. */
    PLANNED,
    NONE
  }
}

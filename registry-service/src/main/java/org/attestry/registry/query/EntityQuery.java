package org.attestry.registry.query;

import java.util.List;
import org.attestry.contracts.Deadline;

/**
 * @param filter the condition that entities must match, null for none
 * @param owner user id of the owner, null for any
 * @param sort the order, the first key first; ties are in the order of osid, which has the
 *     direction of the last key
 * @param offset the number of entities to skip; 0 if a position is given
 * @param position the position where the page begins or ends, null for the first page
 * @param deadline until when the caller waits, and who it is: callers take turns
 */
public record EntityQuery(
    Filter filter,
    String owner,
    List<SortKey> sort,
    int limit,
    long offset,
    Position position,
    Count count,
    Deadline deadline) {

  public EntityQuery {
    sort = List.copyOf(sort);
  }

  /** Returns the query for the entities of an owner, oldest first. */
  public static EntityQuery ownedBy(String owner, int limit, Deadline deadline) {
    return new EntityQuery(null, owner, SortKey.OLDEST_FIRST, limit, 0, null, Count.NONE, deadline);
  }

  /** The way in which the total is determined, unless the page itself shows it. */
  public enum Count {
    /** Exact if the total is small, otherwise the estimate. */
    AFFORDABLE,
    EXACT,
    /** The estimate of the database. */
    PLANNED,
    NONE
  }
}

package org.attestry.contracts.registry;

import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * A page of entities of a type.
 *
 * @param totalCount number of all matching entities, null if it was not requested
 * @param countIs {@code exact} or {@code planned} (an estimate by the database); null without a
 *     count
 * @param data the entities of this page, each in the caller's view
 * @param nextCursor cursor of the next page, or null
 * @param previousCursor cursor of the previous page, or null
 */
public record EntitiesView(
    Long totalCount,
    String countIs,
    List<JsonBytes> data,
    String nextCursor,
    String previousCursor) {

  public EntitiesView {
    data = List.copyOf(data);
  }
}

package org.attestry.contracts.registry;

import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * Some entities of a type.
 *
 * @param totalCount how many there are in all, null when it was not asked for
 * @param countIs {@code exact} or {@code planned} (what the database expects); null with no count
 * @param data this page, each in the view that the caller may have
 * @param nextCursor continues the search after this page, null at its end
 * @param previousCursor leads to the page before this one, null at the beginning
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

  /** A page that is not continued. */
  public EntitiesView(long totalCount, String countIs, List<JsonBytes> data) {
    this(totalCount, countIs, data, null, null);
  }
}

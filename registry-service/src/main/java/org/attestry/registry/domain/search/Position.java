package org.attestry.registry.domain.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A place between two entities in an order.
 *
 * @param backwards whether the page ends here instead of beginning here
 * @param keys the values that the neighbour is sorted by, as text; null where it has none
 */
public record Position(boolean backwards, List<String> keys) {

  public Position {
    keys = Collections.unmodifiableList(new ArrayList<>(keys));
  }
}

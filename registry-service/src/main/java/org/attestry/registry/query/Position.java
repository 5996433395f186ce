package org.attestry.registry.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A position between two adjacent entities of an ordered result.
 *
 * @param backwards whether the page ends here instead of beginning here
 * @param keys the sort values of the adjacent entity, as text; null for a missing value
 */
public record Position(boolean backwards, List<String> keys) {

  public Position {
    keys = Collections.unmodifiableList(new ArrayList<>(keys));
  }
}

package org.attestry.contracts.registry;

import java.util.List;
import org.attestry.contracts.JsonBytes;

/**
 * Some entities of a type.
 *
 * @param totalCount how many there are in all
 * @param countIs {@code exact}, {@code planned} or {@code none}
 * @param data this page, each in the view that the caller may have
 */
public record EntitiesView(long totalCount, String countIs, List<JsonBytes> data) {

  public EntitiesView {
    data = List.copyOf(data);
  }
}

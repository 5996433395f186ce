package org.attestry.contracts.schema;

import java.util.List;

/**
 * @param types by name
 */
public record TypesView(List<EntityType> types) {

  public TypesView {
    types = List.copyOf(types);
  }
}

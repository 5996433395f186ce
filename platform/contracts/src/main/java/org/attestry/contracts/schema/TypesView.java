package org.attestry.contracts.schema;

import java.util.List;

/**
 * @param types by name; none when the asker already has them
 * @param fingerprint another one after every change of the types
 */
public record TypesView(List<EntityType> types, String fingerprint) {

  public TypesView {
    types = List.copyOf(types);
  }
}

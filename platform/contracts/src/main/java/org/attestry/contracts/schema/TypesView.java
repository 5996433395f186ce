package org.attestry.contracts.schema;

import java.util.List;

/**
 * @param types by name, not more than one answer holds; none when the asker already has them
 * @param fingerprint another one after every change of the types
 * @param next the name after which the next page begins, null where there is none
 */
public record TypesView(List<EntityType> types, String fingerprint, String next) {

  public TypesView {
    types = List.copyOf(types);
  }

  /** All on one page. */
  public TypesView(List<EntityType> types, String fingerprint) {
    this(types, fingerprint, null);
  }
}

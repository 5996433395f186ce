package org.attestry.contracts.schema;

import java.util.List;

/**
 * @param types by name; empty if the caller has them cached
 * @param fingerprint changes with every change of the types
 * @param next cursor of the next page, or null
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

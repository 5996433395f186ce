package org.attestry.contracts.schema;

import java.util.List;

/**
 * @param types the types ordered by name; empty if the caller has the current types cached
 * @param fingerprint a value that changes with every change of the types
 * @param next cursor of the next page, or null
 */
public record TypesView(List<EntityType> types, String fingerprint, String next) {

  public TypesView {
    types = List.copyOf(types);
  }

  /** Creates a view with all types on one page. */
  public TypesView(List<EntityType> types, String fingerprint) {
    this(types, fingerprint, null);
  }
}

package org.attestry.registry.query;

import org.attestry.runtime.json.Projection;

/**
 * A search that was read and checked.
 *
 * @param projection the fields to return, null for all
 * @param identity the identity of this search and its caller, to which cursors are bound
 */
public record Search(EntityQuery query, Projection projection, String identity, Cursors cursors) {

  /** Returns the cursor for a position, or null for none. */
  public String cursor(Position position) {
    return position == null ? null : cursors.write(position, identity);
  }
}

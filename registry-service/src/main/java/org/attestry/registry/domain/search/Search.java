package org.attestry.registry.domain.search;

import org.attestry.runtime.json.Projection;

/**
 * A search that was read and checked.
 *
 * @param projection the fields to show, null for all
 * @param identity identifies this search and its caller, for its cursors
 */
public record Search(EntityQuery query, Projection projection, String identity, Cursors cursors) {

  /** The cursor for a position, or null for none. */
  public String cursor(Position position) {
    return position == null ? null : cursors.write(position, identity);
  }
}

package org.attestry.registry.domain.search;

/**
 * A search that was read and checked.
 *
 * @param projection the fields to show, null for all
 * @param identity what tells this search and its caller from others, for its cursors
 */
public record Search(EntityQuery query, Projection projection, String identity, Cursors cursors) {

  /** What a client continues this search with, or null for nowhere. */
  public String cursor(Position position) {
    return position == null ? null : cursors.write(position, identity);
  }
}

package org.attestry.contracts.schema;

/**
 * A page of the published types.
 *
 * @param known the fingerprint of the types that the asker already has, or null
 * @param after the name after which the page begins, null for the first page
 */
public record FindTypesRequest(String known, String after) {

  /** The first page. */
  public FindTypesRequest(String known) {
    this(known, null);
  }

  public FindTypesRequest() {
    this(null, null);
  }
}

package org.attestry.contracts.schema;

/**
 * Requests a page of the published types.
 *
 * @param known the fingerprint of the types that the caller has cached, or null
 * @param after the cursor of the page, null for the first one
 */
public record FindTypesRequest(String known, String after) {

  /** Creates a request for the first page. */
  public FindTypesRequest(String known) {
    this(known, null);
  }
}

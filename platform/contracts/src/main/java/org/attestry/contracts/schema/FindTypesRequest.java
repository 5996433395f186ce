package org.attestry.contracts.schema;

/**
 * All published types.
 *
 * @param known the fingerprint of the types that the asker already has, or null
 */
public record FindTypesRequest(String known) {

  public FindTypesRequest() {
    this(null);
  }
}

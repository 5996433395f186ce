package org.attestry.contracts.schema;

/**
 * The schemas that the caller may see: all for an admin, the published ones for others.
 *
 * @param limit how many at most; 0 means as many as fit into a reply
 * @param offset how many to skip
 * @param status only those in this state, or null
 */
public record ListSchemasRequest(int limit, int offset, SchemaStatus status) {

  /** From the first on. */
  public ListSchemasRequest() {
    this(0, 0, null);
  }
}

package org.attestry.contracts.schema;

/** The schemas that the caller may see: all for an admin, the published ones for others. */
public record ListSchemasRequest() {}

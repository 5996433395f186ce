package org.attestry.contracts.schema;

/**
 * @param id the schema's osid
 * @param from the number of one version
 * @param to the number of the other
 */
public record CompareSchemaVersionsRequest(String id, int from, int to) {}

package org.attestry.contracts.schema;

/**
 * A change of a schema; what is null stays.
 *
 * @param id the schema's osid
 * @param name the name, which cannot change: sent back as read it is accepted
 * @param schema the new document, serialized as a string
 * @param status the new status
 */
public record ChangeSchemaRequest(String id, String name, String schema, SchemaStatus status) {}

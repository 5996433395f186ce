package org.attestry.contracts.schema;

/**
 * A change of a schema; what is null stays.
 *
 * @param id the schema's osid
 * @param name the name, which cannot change: sent back as read it is accepted
 * @param schema the new document, serialized as a string
 * @param status the new status
 * @param strict whether whatever would be warned of is refused
 * @param dryRun whether nothing is stored: the answer tells what would be
 * @param narrow whether a change that accepts less than before is made if no stored entity breaks
 */
public record ChangeSchemaRequest(
    String id,
    String name,
    String schema,
    SchemaStatus status,
    boolean strict,
    boolean dryRun,
    boolean narrow) {

  /** A change that is made when it is compatible, warnings or not. */
  public ChangeSchemaRequest(String id, String name, String schema, SchemaStatus status) {
    this(id, name, schema, status, false, false, false);
  }
}

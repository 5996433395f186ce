package org.attestry.contracts.schema;

/**
 * A change of a schema; null members stay as they are.
 *
 * @param id the schema's osid
 * @param name the present name, which cannot change, or null
 * @param schema the new document, serialized as a string
 * @param status the new status
 * @param strict whether warnings are refused
 * @param dryRun whether nothing is stored; the reply is that of the real request
 * @param narrow whether a change that accepts less than before is made if no stored entity becomes
 *     invalid
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

package org.attestry.contracts.schema;

import org.attestry.contracts.Operation;

/** The questions that schema-service answers. All but {@link #FIND_TYPES} need a caller. */
public final class SchemaOperations {

  public static final Operation<CreateSchemaRequest, SchemaReceipt> CREATE_SCHEMA =
      Operation.of("schema.createSchema.v1", CreateSchemaRequest.class, SchemaReceipt.class);

  public static final Operation<ChangeSchemaRequest, SchemaReceipt> CHANGE_SCHEMA =
      Operation.of("schema.changeSchema.v1", ChangeSchemaRequest.class, SchemaReceipt.class);

  public static final Operation<DeleteSchemaRequest, SchemaView> DELETE_SCHEMA =
      Operation.of("schema.deleteSchema.v1", DeleteSchemaRequest.class, SchemaView.class);

  public static final Operation<ReadSchemaRequest, SchemaView> READ_SCHEMA =
      Operation.of("schema.readSchema.v1", ReadSchemaRequest.class, SchemaView.class);

  public static final Operation<ListSchemasRequest, SchemasView> LIST_SCHEMAS =
      Operation.of("schema.listSchemas.v1", ListSchemasRequest.class, SchemasView.class);

  /** Every published type, for a service that keeps or describes them. */
  public static final Operation<FindTypesRequest, TypesView> FIND_TYPES =
      Operation.of("schema.findTypes.v1", FindTypesRequest.class, TypesView.class);

  private SchemaOperations() {}
}

package org.attestry.contracts.schema;

import java.time.Duration;
import org.attestry.contracts.Operation;

/**
 * The operations of schema-service. All but {@link #FIND_TYPES} and {@link #READ_TYPE} need a
 * caller.
 */
public final class SchemaOperations {

  /** A change may have to look at every stored entity. */
  private static final Duration LONG = Duration.ofSeconds(60);

  public static final Operation<CreateSchemaRequest, SchemaReceipt> CREATE_SCHEMA =
      Operation.of("schema.createSchema.v1", CreateSchemaRequest.class, SchemaReceipt.class);

  public static final Operation<ChangeSchemaRequest, SchemaReceipt> CHANGE_SCHEMA =
      Operation.of("schema.changeSchema.v1", ChangeSchemaRequest.class, SchemaReceipt.class)
          .within(LONG);

  public static final Operation<DeleteSchemaRequest, SchemaView> DELETE_SCHEMA =
      Operation.of("schema.deleteSchema.v1", DeleteSchemaRequest.class, SchemaView.class);

  public static final Operation<ReadSchemaRequest, SchemaView> READ_SCHEMA =
      Operation.of("schema.readSchema.v1", ReadSchemaRequest.class, SchemaView.class);

  public static final Operation<ListSchemasRequest, SchemasView> LIST_SCHEMAS =
      Operation.of("schema.listSchemas.v1", ListSchemasRequest.class, SchemasView.class);

  /** The published types, page by page, for a service that describes them. */
  public static final Operation<FindTypesRequest, TypesView> FIND_TYPES =
      Operation.of("schema.findTypes.v1", FindTypesRequest.class, TypesView.class);

  public static final Operation<ReadTypeRequest, EntityType> READ_TYPE =
      Operation.of("schema.readType.v1", ReadTypeRequest.class, EntityType.class);

  public static final Operation<SearchSchemasRequest, SchemasView> SEARCH_SCHEMAS =
      Operation.of("schema.searchSchemas.v1", SearchSchemasRequest.class, SchemasView.class);

  public static final Operation<ListSchemaVersionsRequest, SchemaVersionsView>
      LIST_SCHEMA_VERSIONS =
          Operation.of(
              "schema.listSchemaVersions.v1",
              ListSchemaVersionsRequest.class,
              SchemaVersionsView.class);

  public static final Operation<ReadSchemaVersionRequest, SchemaVersionView> READ_SCHEMA_VERSION =
      Operation.of(
          "schema.readSchemaVersion.v1", ReadSchemaVersionRequest.class, SchemaVersionView.class);

  public static final Operation<CompareSchemaVersionsRequest, SchemaComparison>
      COMPARE_SCHEMA_VERSIONS =
          Operation.of(
              "schema.compareSchemaVersions.v1",
              CompareSchemaVersionsRequest.class,
              SchemaComparison.class);

  private SchemaOperations() {}
}

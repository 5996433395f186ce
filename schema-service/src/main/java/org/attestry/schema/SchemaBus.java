package org.attestry.schema;

import org.attestry.contracts.schema.SchemaOperations;
import org.attestry.runtime.bus.BusServer;
import org.attestry.schema.publication.ChangeSchema;
import org.attestry.schema.publication.CreateSchema;
import org.attestry.schema.publication.DeleteSchema;
import org.attestry.schema.publication.PublicationCompiler;
import org.attestry.schema.read.FindSchemas;
import org.attestry.schema.read.FindTypes;
import org.attestry.schema.read.FindVersions;
import org.attestry.schema.stored.BusEntityRegistry;
import org.attestry.schema.stored.PgSchemaStore;

/** Binds each operation of schema-service to its use case. */
final class SchemaBus {

  private SchemaBus() {}

  public static BusServer bind(
      BusServer server,
      PgSchemaStore store,
      PublicationCompiler compiler,
      BusEntityRegistry registry) {
    FindSchemas schemas = new FindSchemas(store);
    FindVersions versions = new FindVersions(store, compiler);
    FindTypes types = new FindTypes(store);
    return server
        .bind(SchemaOperations.CREATE_SCHEMA, new CreateSchema(store, compiler, registry)::handle)
        .bind(SchemaOperations.CHANGE_SCHEMA, new ChangeSchema(store, compiler, registry)::handle)
        .bind(SchemaOperations.DELETE_SCHEMA, new DeleteSchema(store, registry)::handle)
        .bind(SchemaOperations.READ_SCHEMA, schemas::readSchema)
        .bind(SchemaOperations.LIST_SCHEMAS, schemas::listSchemas)
        .bind(SchemaOperations.SEARCH_SCHEMAS, schemas::searchSchemas)
        .bind(SchemaOperations.LIST_SCHEMA_VERSIONS, versions::listSchemaVersions)
        .bind(SchemaOperations.READ_SCHEMA_VERSION, versions::readSchemaVersion)
        .bind(SchemaOperations.COMPARE_SCHEMA_VERSIONS, versions::compareSchemaVersions)
        .bind(SchemaOperations.FIND_TYPES, types::findTypes)
        .bind(SchemaOperations.READ_TYPE, types::readType);
  }
}

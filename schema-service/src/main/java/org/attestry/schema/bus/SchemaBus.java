package org.attestry.schema.bus;

import org.attestry.contracts.schema.SchemaOperations;
import org.attestry.runtime.bus.BusServer;
import org.attestry.schema.domain.ChangeSchema;
import org.attestry.schema.domain.CreateSchema;
import org.attestry.schema.domain.DeleteSchema;
import org.attestry.schema.domain.EntityRegistry;
import org.attestry.schema.domain.FindSchemas;
import org.attestry.schema.domain.FindTypes;
import org.attestry.schema.domain.FindVersions;
import org.attestry.schema.domain.PublicationCompiler;
import org.attestry.schema.domain.SchemaStore;

/** Binds each operation of schema-service to its use case. */
public final class SchemaBus {

  private SchemaBus() {}

  public static BusServer bind(
      BusServer server, SchemaStore store, PublicationCompiler compiler, EntityRegistry registry) {
    FindSchemas schemas = new FindSchemas(store, registry);
    FindVersions versions = new FindVersions(store, compiler);
    FindTypes types = new FindTypes(store);
    return server
        .bind(SchemaOperations.CREATE_SCHEMA, new CreateSchema(store, compiler, registry)::handle)
        .bind(SchemaOperations.CHANGE_SCHEMA, new ChangeSchema(store, compiler, registry)::handle)
        .bind(SchemaOperations.DELETE_SCHEMA, new DeleteSchema(store, registry)::handle)
        .bind(SchemaOperations.READ_SCHEMA, schemas::handle)
        .bind(SchemaOperations.LIST_SCHEMAS, schemas::handle)
        .bind(SchemaOperations.SEARCH_SCHEMAS, schemas::handle)
        .bind(SchemaOperations.LIST_SCHEMA_VERSIONS, versions::handle)
        .bind(SchemaOperations.READ_SCHEMA_VERSION, versions::handle)
        .bind(SchemaOperations.COMPARE_SCHEMA_VERSIONS, versions::handle)
        .bind(SchemaOperations.FIND_TYPES, types::handle)
        .bind(SchemaOperations.READ_TYPE, types::handle);
  }
}

package org.attestry.schema.bus;

import org.attestry.contracts.schema.SchemaOperations;
import org.attestry.runtime.bus.BusServer;
import org.attestry.schema.domain.ChangeSchema;
import org.attestry.schema.domain.CompareSchemaVersions;
import org.attestry.schema.domain.CreateSchema;
import org.attestry.schema.domain.DeleteSchema;
import org.attestry.schema.domain.EntityRegistry;
import org.attestry.schema.domain.FindTypes;
import org.attestry.schema.domain.ListSchemaVersions;
import org.attestry.schema.domain.ListSchemas;
import org.attestry.schema.domain.PublicationCompiler;
import org.attestry.schema.domain.ReadSchema;
import org.attestry.schema.domain.ReadSchemaVersion;
import org.attestry.schema.domain.SchemaStore;
import org.attestry.schema.domain.SearchSchemas;

/** The operations of schema-service, each with its use case. */
public final class SchemaBus {

  private SchemaBus() {}

  public static BusServer bind(
      BusServer server, SchemaStore store, PublicationCompiler compiler, EntityRegistry registry) {
    return server
        .answer(SchemaOperations.CREATE_SCHEMA, new CreateSchema(store, compiler, registry)::handle)
        .answer(SchemaOperations.CHANGE_SCHEMA, new ChangeSchema(store, compiler, registry)::handle)
        .answer(SchemaOperations.DELETE_SCHEMA, new DeleteSchema(store, registry)::handle)
        .answer(SchemaOperations.READ_SCHEMA, new ReadSchema(store)::handle)
        .answer(SchemaOperations.LIST_SCHEMAS, new ListSchemas(store)::handle)
        .answer(SchemaOperations.SEARCH_SCHEMAS, new SearchSchemas(store)::handle)
        .answer(SchemaOperations.LIST_SCHEMA_VERSIONS, new ListSchemaVersions(store)::handle)
        .answer(SchemaOperations.READ_SCHEMA_VERSION, new ReadSchemaVersion(store)::handle)
        .answer(
            SchemaOperations.COMPARE_SCHEMA_VERSIONS,
            new CompareSchemaVersions(store, compiler)::handle)
        .answer(SchemaOperations.FIND_TYPES, new FindTypes(store)::handle)
        .answer(SchemaOperations.READ_TYPE, new FindTypes(store)::handle);
  }
}

package org.attestry.contracts.schema;

import org.attestry.contracts.FactType;

/** The facts that schema-service publishes. */
public final class SchemaFacts {

  public static final FactType<SchemaPublished> SCHEMA_PUBLISHED =
      FactType.of("schema", SchemaPublished.class);

  public static final FactType<SchemaChanged> SCHEMA_CHANGED =
      FactType.of("schema", SchemaChanged.class);

  public static final FactType<SchemaDeleted> SCHEMA_DELETED =
      FactType.of("schema", SchemaDeleted.class);

  private SchemaFacts() {}
}

package org.attestry.contracts.schema;

import java.util.List;
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

  /**
   * A schema was published: its types can be used.
   *
   * @param types the types that the schema defines; empty for a library document
   */
  public record SchemaPublished(String schemaId, String name, int version, List<EntityType> types) {

    public SchemaPublished {
      types = List.copyOf(types);
    }
  }

  /**
   * A published schema has a new version, or is deprecated.
   *
   * @param types the current types
   */
  public record SchemaChanged(
      String schemaId, String name, int version, SchemaStatus status, List<EntityType> types) {

    public SchemaChanged {
      types = List.copyOf(types);
    }
  }

  /**
   * A published schema was deleted.
   *
   * @param revision the revision at which its types were removed
   * @param types the names of the types that the schema defined
   */
  public record SchemaDeleted(String schemaId, String name, long revision, List<String> types) {

    public SchemaDeleted {
      types = List.copyOf(types);
    }
  }
}

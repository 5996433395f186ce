package org.attestry.contracts.schema;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.Violation;

/**
 * The operations of schema-service. All but {@link #FIND_TYPES} and {@link #READ_TYPE} need a
 * caller.
 */
public final class SchemaOperations {

  /** The timeout of a change, which may have to check every stored entity. */
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

  /** Reads the published types, page by page, for a service that documents them. */
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

  /**
   * Creates a schema.
   *
   * @param name the schema's unique name
   * @param schema a JSON Schema (draft-07) document serialized as a string
   * @param status null means DRAFT
   * @param strict whether the request is refused if there are warnings
   * @param dryRun whether nothing is stored; the reply is that of the real request
   */
  public record CreateSchemaRequest(
      String name, String schema, SchemaStatus status, boolean strict, boolean dryRun) {}

  /**
   * Changes a schema; members that are null are not changed.
   *
   * @param id the schema's osid
   * @param name the current name, which cannot change, or null
   * @param schema the new document, serialized as a string
   * @param status the new status
   * @param strict whether the request is refused if there are warnings
   * @param dryRun whether nothing is stored; the reply is that of the real request
   * @param narrow whether a change that narrows the valid entities is made if no stored entity
   *     becomes invalid
   */
  public record ChangeSchemaRequest(
      String id,
      String name,
      String schema,
      SchemaStatus status,
      boolean strict,
      boolean dryRun,
      boolean narrow) {}

  /**
   * The reply to the creation or change of a schema.
   *
   * @param osid the schema's id, null for a dry run of a new schema
   * @param warnings warnings about members that are accepted but have no effect, and about likely
   *     mistakes; at most 100
   * @param moreWarnings the number of warnings that are not listed
   * @param report how a changed document differs from the previous one, for a dry run; else null
   */
  public record SchemaReceipt(
      String osid, List<Violation> warnings, int moreWarnings, SchemaChangeReport report) {

    public SchemaReceipt {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * @param id the schema's osid
   */
  public record DeleteSchemaRequest(String id) {}

  /**
   * @param id the schema's osid
   */
  public record ReadSchemaRequest(String id) {}

  /**
   * Lists the schemas that the caller may see: all for an admin, the published ones for others.
   *
   * @param limit the most schemas to return; 0 means as many as fit into a reply
   * @param offset the number of schemas to skip
   * @param status only schemas with this status; null for any
   */
  public record ListSchemasRequest(int limit, int offset, SchemaStatus status) {}

  /**
   * Finds schemas by name, title, status or osid among those that the caller may see.
   *
   * @param query {@code {"filters": {"name": {"eq": "…"}}, "limit": 20, "offset": 0}} as the client
   *     sent it
   */
  public record SearchSchemasRequest(JsonBytes query) {}

  /**
   * @param schemas the schemas of this page, ordered by name
   * @param totalCount number of schemas on all pages
   */
  public record SchemasView(List<SchemaView> schemas, long totalCount) {

    public SchemasView {
      schemas = List.copyOf(schemas);
    }
  }

  /** Reads a published type by its name. */
  public record ReadTypeRequest(String name) {}

  /**
   * Lists the published versions of a schema.
   *
   * @param id the schema's osid; a deleted schema keeps its versions
   */
  public record ListSchemaVersionsRequest(String id) {}

  /**
   * @param versions the versions, oldest first
   */
  public record SchemaVersionsView(List<SchemaVersionView> versions) {

    public SchemaVersionsView {
      versions = List.copyOf(versions);
    }
  }

  /**
   * @param id the schema's osid
   * @param version the version's number, from 1
   */
  public record ReadSchemaVersionRequest(String id, int version) {}

  /**
   * A published version of a document.
   *
   * @param schema the document; null in a list of versions
   * @param publishedBy user id
   */
  public record SchemaVersionView(
      String osid,
      String name,
      int version,
      String schema,
      Instant publishedAt,
      String publishedBy) {}

  /**
   * @param id the schema's osid
   * @param from the number of one version
   * @param to the number of the other
   */
  public record CompareSchemaVersionsRequest(String id, int from, int to) {}
}

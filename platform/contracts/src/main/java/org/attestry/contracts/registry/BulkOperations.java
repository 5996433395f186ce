package org.attestry.contracts.registry;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.Violation;

/** Imports and exports of registry-service. */
public final class BulkOperations {

  /**
   * Begins an import, or finds the one with this id, so that it can go on after the rows that are
   * done. Fails CONFLICT when it was begun in another way.
   */
  public static final Operation<StartImportRequest, ImportView> START_IMPORT =
      Operation.of("registry.startImport.v1", StartImportRequest.class, ImportView.class);

  /**
   * Stores the valid rows of an import, and the errors of the other ones. Repeating it changes
   * nothing: rows that are done are passed over. It fails as a whole, with everything counted as
   * far as it is committed, when the import is not the caller's or a part of the suite does not
   * answer, and CONFLICT when rows that are done are not those of the sender's text. Only where the
   * reply has more rows than were sent has their text not been compared: the sender goes on with
   * the row after them, and the checksum before that row decides.
   */
  public static final Operation<ImportEntitiesRequest, ImportView> IMPORT_ENTITIES =
      Operation.of("registry.importEntities.v1", ImportEntitiesRequest.class, ImportView.class)
          .within(Duration.ofSeconds(30));

  /** For who began the import, and the admin. */
  public static final Operation<ReadImportRequest, ImportView> READ_IMPORT =
      Operation.of("registry.readImport.v1", ReadImportRequest.class, ImportView.class);

  /** For who began the import, and the admin. */
  public static final Operation<ReadImportErrorsRequest, ImportErrorsView> READ_IMPORT_ERRORS =
      Operation.of(
          "registry.readImportErrors.v1", ReadImportErrorsRequest.class, ImportErrorsView.class);

  /**
   * What the caller may find of a type, in the order of creation, page by page; entities that are
   * created after the first page was requested are not among them.
   */
  public static final Operation<ExportEntitiesRequest, ExportedEntities> EXPORT_ENTITIES =
      Operation.of(
              "registry.exportEntities.v1", ExportEntitiesRequest.class, ExportedEntities.class)
          .within(Duration.ofSeconds(15));

  private BulkOperations() {}

  /**
   * @param id a UUID of the client's choice; one that is known already is continued
   * @param dryRun whether rows are only checked
   * @param upsert the unique field by which a row replaces the entity that has its value, or null
   */
  public record StartImportRequest(String type, String id, boolean dryRun, String upsert) {}

  /**
   * The next rows of an import.
   *
   * @param id the import's
   * @param from how many rows come before these
   * @param before the {@link ImportRow#checksum()} of the row before these, 0 where there is none;
   *     null from a sender of a version that has none to give, which is not compared
   * @param columns the paths of the cells, null if rows are entities
   * @param rows some hundreds at the most, about a megabyte
   * @param last whether these are the last rows
   */
  public record ImportEntitiesRequest(
      String type,
      String id,
      long from,
      Long before,
      List<String> columns,
      List<ImportRow> rows,
      boolean last) {

    public ImportEntitiesRequest {
      columns = columns == null ? null : List.copyOf(columns);
      rows = List.copyOf(rows);
    }
  }

  /**
   * One row of an import.
   *
   * @param line the number of its first line in the client's text, from 1
   * @param checksum of the client's text up to the end of this row; where it is that of an import's
   *     last row, all rows up to there are the same
   * @param value an entity, or, in an import with columns, an array of its cells: texts, null for a
   *     cell that is empty; absent where there is a problem
   * @param problem why the row has no value, or null
   */
  public record ImportRow(long line, long checksum, JsonBytes value, Violation problem) {}

  /**
   * How far an import has come. Everything that is counted is committed.
   *
   * @param state {@code OPEN} while rows may follow, {@code COMPLETED}
   * @param upsert the field by which rows replace entities, or null
   * @param rows how many rows are done: created, replaced and refused ones
   * @param checksum of the last of these rows
   */
  public record ImportView(
      String id,
      String type,
      String state,
      boolean dryRun,
      String upsert,
      long rows,
      long created,
      long replaced,
      long refused,
      long checksum,
      Instant startedAt,
      Instant updatedAt) {}

  /** An import, by its id. */
  public record ReadImportRequest(String type, String id) {}

  /**
   * What is wrong with the refused rows of an import, in the rows' order.
   *
   * @param after the {@link ImportErrorsView#next()} of the page before, null for the first page
   */
  public record ReadImportErrorsRequest(String type, String id, String after, int limit) {}

  /**
   * A page of errors.
   *
   * @param next cursor of the next page, or null
   */
  public record ImportErrorsView(List<Error> errors, String next) {

    public ImportErrorsView {
      errors = List.copyOf(errors);
    }

    /**
     * One mistake in one row.
     *
     * @param row its number among the rows, from 1
     * @param line the number of its first line in the client's text, from 1
     * @param pointer RFC 6901 pointer into the entity, empty for the whole
     */
    public record Error(long row, long line, String pointer, String rule, String message) {}
  }

  /**
   * The next entities of an export.
   *
   * @param query {@code {"filters": {…}}}, or null for all
   * @param columns whether entities are exported as cells of columns
   * @param systemFields whether system fields are included
   * @param cursor the {@link ExportedEntities#next()} of the page before, null for the first page
   * @param limit how many at most
   */
  public record ExportEntitiesRequest(
      String type,
      JsonBytes query,
      boolean columns,
      boolean systemFields,
      String cursor,
      int limit) {}

  /**
   * A page of an export, about four megabytes at the most unless one entity is larger.
   *
   * @param columns the paths of the cells, the same on every page; null for whole entities
   * @param rows entities in the caller's view, or arrays of their cells: texts, null if empty
   * @param next cursor of the next page, or null
   */
  public record ExportedEntities(List<String> columns, List<JsonBytes> rows, String next) {

    public ExportedEntities {
      columns = columns == null ? null : List.copyOf(columns);
      rows = List.copyOf(rows);
    }
  }
}

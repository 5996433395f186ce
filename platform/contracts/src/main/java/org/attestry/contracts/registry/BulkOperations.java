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
   * Begins an import, or finds the import with this id, so that it can continue after the rows that
   * are done. Fails CONFLICT if the import was begun with other parameters.
   */
  public static final Operation<StartImportRequest, ImportView> START_IMPORT =
      Operation.of("registry.startImport.v1", StartImportRequest.class, ImportView.class);

  /**
   * Stores the valid rows of an import, and the errors of the other rows. Repeating the request
   * changes nothing: rows that are done are skipped. The request fails as a whole if the import is
   * not the caller's or another service does not reply, and fails CONFLICT if rows that are done
   * differ from those of the sender's text; the rows committed until then stay counted. Only if the
   * reply counts more rows than were sent, the text of the additional rows has not been compared:
   * the sender continues with the row after them, and the checksum before that row decides.
   */
  public static final Operation<ImportEntitiesRequest, ImportView> IMPORT_ENTITIES =
      Operation.of("registry.importEntities.v1", ImportEntitiesRequest.class, ImportView.class)
          .within(Duration.ofSeconds(30));

  /** Allowed for the user who began the import and for the admin. */
  public static final Operation<ReadImportRequest, ImportView> READ_IMPORT =
      Operation.of("registry.readImport.v1", ReadImportRequest.class, ImportView.class);

  /** Allowed for the user who began the import and for the admin. */
  public static final Operation<ReadImportErrorsRequest, ImportErrorsView> READ_IMPORT_ERRORS =
      Operation.of(
          "registry.readImportErrors.v1", ReadImportErrorsRequest.class, ImportErrorsView.class);

  /**
   * Returns the entities of a type that the caller may find, in the order of creation, page by
   * page, without those created after the first page was requested.
   */
  public static final Operation<ExportEntitiesRequest, ExportedEntities> EXPORT_ENTITIES =
      Operation.of(
              "registry.exportEntities.v1", ExportEntitiesRequest.class, ExportedEntities.class)
          .within(Duration.ofSeconds(15));

  /**
   * Prepares the revocation of the credentials of all entities that a filter finds, or revokes what
   * was prepared: for the admin. Revoking stops before the caller's deadline; the same request
   * continues it. It fails CONFLICT, and revokes nothing more, if an entity has changed since.
   */
  public static final Operation<RevokeCredentialsRequest, RevocationView> REVOKE_CREDENTIALS =
      Operation.of(
              "registry.revokeCredentials.v1", RevokeCredentialsRequest.class, RevocationView.class)
          .within(Duration.ofSeconds(15));

  /** For the admin. */
  public static final Operation<ReadRevocationRequest, RevocationView> READ_REVOCATION =
      Operation.of("registry.readRevocation.v1", ReadRevocationRequest.class, RevocationView.class);

  private BulkOperations() {}

  /**
   * Without an id, the request prepares a revocation by the filter; with an id it revokes, or reads
   * how far that is.
   *
   * @param id of a prepared revocation, or null
   * @param dryRun false to revoke; true, or null, to revoke nothing
   * @param credentials {@code entity} or {@code attestation}; null with an id
   * @param policy whose attestations' credentials are meant; null for those of entities
   * @param filters as in a search, not empty; null with an id
   * @param reason for owner and admin, or null
   */
  public record RevokeCredentialsRequest(
      String type,
      String id,
      Boolean dryRun,
      String credentials,
      String policy,
      JsonBytes filters,
      String reason) {}

  /** Reads a revocation by its id. */
  public record ReadRevocationRequest(String type, String id) {}

  /**
   * The progress of a revocation. Everything that is counted is committed.
   *
   * @param state {@code PREPARED}, {@code OPEN} when it has begun, then {@code COMPLETED}
   * @param count how many credentials it is about
   * @param revoked how many of them are revoked
   * @param changed how many of them were left as they are, because their entity has changed since
   */
  public record RevocationView(
      String id,
      String state,
      String credentials,
      String policy,
      long count,
      long revoked,
      long changed,
      Instant startedAt,
      Instant updatedAt) {}

  /**
   * @param id a UUID chosen by the client; an import that exists already is continued
   * @param dryRun whether rows are only checked
   * @param upsert the unique field whose value selects the entity that a row replaces, or null
   * @param logins whether accounts are made for the owners that rows name, as by an invite
   * @param adopted whether rows are records of a former system, which keep their ids, owners,
   *     times, attestations and credentials: for the admin
   */
  public record StartImportRequest(
      String type, String id, boolean dryRun, String upsert, boolean logins, boolean adopted) {

    /** Starts an import that creates or replaces entities of this system. */
    public StartImportRequest(
        String type, String id, boolean dryRun, String upsert, boolean logins) {
      this(type, id, dryRun, upsert, logins, false);
    }

    /** Starts an import that makes no accounts. */
    public StartImportRequest(String type, String id, boolean dryRun, String upsert) {
      this(type, id, dryRun, upsert, false);
    }
  }

  /**
   * Sends the next rows of an import.
   *
   * @param id the import's id
   * @param from the number of rows before these
   * @param before the {@link ImportRow#checksum()} of the row before these, 0 if there is none;
   *     null from a sender of an older version, in which case nothing is compared
   * @param columns the paths of the cells, null if rows are entities
   * @param rows a few hundred rows at most, about a megabyte
   * @param last whether these are the last rows
   * @param cells how cells are read; null where rows are entities, and from a sender of an older
   *     version, whose undeclared columns are stored
   */
  public record ImportEntitiesRequest(
      String type,
      String id,
      long from,
      Long before,
      List<String> columns,
      List<ImportRow> rows,
      boolean last,
      CellForms cells) {

    public ImportEntitiesRequest {
      columns = columns == null ? null : List.copyOf(columns);
      rows = List.copyOf(rows);
    }

    /** Sends rows as a sender of an older version does. */
    public ImportEntitiesRequest(
        String type,
        String id,
        long from,
        Long before,
        List<String> columns,
        List<ImportRow> rows,
        boolean last) {
      this(type, id, from, before, columns, rows, last, null);
    }
  }

  /**
   * How the columns and cells of an import are read.
   *
   * @param undeclared whether columns that the schema does not declare are stored; otherwise they
   *     are refused
   * @param decimal the character before the fraction of a number: {@code ","}, so that {@code "."}
   *     separates thousands, or {@code "."}; null for numbers as in JSON
   * @param date the form of dates, such as {@code dd-MM-yyyy}; null for {@code yyyy-MM-dd} (RFC
   *     3339)
   */
  public record CellForms(boolean undeclared, String decimal, String date) {}

  /**
   * One row of an import.
   *
   * @param line the number of its first line in the client's text, from 1
   * @param checksum the checksum of the client's text up to the end of this row; if it equals that
   *     of the import's last row, all rows up to there are the same
   * @param value an entity, or, in an import with columns, an array of its cells: strings, or null
   *     for an empty cell; absent if there is a problem
   * @param problem why the row has no value, or null
   */
  public record ImportRow(long line, long checksum, JsonBytes value, Violation problem) {}

  /**
   * The progress of an import. Everything that is counted is committed.
   *
   * @param state {@code OPEN} while rows may follow, then {@code COMPLETED}
   * @param upsert the field by which rows replace entities, or null
   * @param rows the number of rows that are done: created, replaced, unchanged and refused
   * @param unchanged the number of records of a former system that have been adopted before as they
   *     are; null if the import adopts none
   * @param checksum the {@link ImportRow#checksum()} of the last of these rows
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
      Long unchanged,
      long checksum,
      Instant startedAt,
      Instant updatedAt) {

    /** The progress of an import that adopts nothing. */
    public ImportView(
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
        Instant updatedAt) {
      this(
          id, type, state, dryRun, upsert, rows, created, replaced, refused, null, checksum,
          startedAt, updatedAt);
    }
  }

  /** Reads an import by its id. */
  public record ReadImportRequest(String type, String id) {}

  /**
   * Requests the errors of the refused rows of an import, in the order of the rows.
   *
   * @param after the {@link ImportErrorsView#next()} of the previous page, null for the first page
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
     * @param row the row's number, from 1
     * @param line the number of its first line in the client's text, from 1
     * @param pointer RFC 6901 pointer into the entity, empty for the whole
     */
    public record Error(long row, long line, String pointer, String rule, String message) {}
  }

  /**
   * Requests the next entities of an export.
   *
   * @param query {@code {"filters": {…}}}, or null for all
   * @param columns whether entities are exported as cells of columns
   * @param systemFields whether system fields are included
   * @param cursor the {@link ExportedEntities#next()} of the previous page, null for the first page
   * @param limit the most entities to return
   */
  public record ExportEntitiesRequest(
      String type,
      JsonBytes query,
      boolean columns,
      boolean systemFields,
      String cursor,
      int limit) {}

  /**
   * A page of an export, at most about four megabytes unless a single entity is larger.
   *
   * @param columns the paths of the cells, the same on every page; null for whole entities
   * @param rows entities in the caller's view, or arrays of their cells: strings, or null for an
   *     empty cell
   * @param next cursor of the next page, or null
   */
  public record ExportedEntities(List<String> columns, List<JsonBytes> rows, String next) {

    public ExportedEntities {
      columns = columns == null ? null : List.copyOf(columns);
      rows = List.copyOf(rows);
    }
  }
}

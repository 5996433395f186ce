package org.attestry.credential.context;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.ContextOperations.UploadedContext;
import org.attestry.credential.call.Page;
import org.attestry.credential.call.Pages;
import org.attestry.credential.proof.GeneratedContext;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Stores contexts: those generated for templates, and those that admins upload. */
public class PgContextStore {

  /**
   * After a change of {@code PUBLIC_URL}, an admin may have uploaded a context that was generated
   * under the former address.
   */
  private static final String FIND_ALL =
      """
      SELECT address, document FROM generated_context WHERE address = ANY ($1)
      UNION ALL
      SELECT address, document FROM uploaded_context uploaded
      WHERE address = ANY ($1)
        AND NOT EXISTS (SELECT FROM generated_context WHERE address = uploaded.address)
      """;

  private static final String FIND_DOCUMENT =
      """
      SELECT document FROM generated_context WHERE digest = $1
      UNION ALL
      SELECT document FROM uploaded_context WHERE digest = $1
      LIMIT 1
      """;

  private static final String INSERT_GENERATED =
      """
      INSERT INTO generated_context (digest, address, document)
      SELECT $1, $2, $3
      WHERE (SELECT count(*) FROM generated_context) < $4
      ON CONFLICT DO NOTHING
      """;

  private static final String EXISTS =
      "SELECT EXISTS (SELECT FROM generated_context WHERE digest = $1)";

  private static final String INSERT_UPLOADED =
      """
      INSERT INTO uploaded_context AS stored (id, address, digest, created_at, document, issuers)
      SELECT $1, $2, $3, $4, $5, $7
      WHERE (SELECT count(*) FROM uploaded_context) < $6
        OR EXISTS (SELECT FROM uploaded_context WHERE address = $2)
      ON CONFLICT (address) DO UPDATE
      SET issuers = ARRAY (SELECT DISTINCT unnest(stored.issuers || excluded.issuers) ORDER BY 1)
      WHERE stored.digest = excluded.digest AND NOT stored.issuers @> excluded.issuers
      """;

  private static final String FIND_UPLOADED =
      """
      SELECT id, address, digest, used, created_at, issuers, document
      FROM uploaded_context WHERE id = $1 OR address = $2
      """;

  private static final String LIST_UPLOADED =
      """
      SELECT id, address, digest, used, created_at, issuers, NULL AS document
      FROM uploaded_context ORDER BY address LIMIT $1 OFFSET $2
      """;

  private static final String COUNT_UPLOADED = "SELECT count(*) FROM uploaded_context";

  private static final String ARE_OF =
      """
      SELECT NOT EXISTS (
        SELECT FROM uploaded_context WHERE address = ANY ($2) AND NOT ($1 = ANY (issuers)))
      """;

  /** Publishing a schema takes a minute at most after its templates were checked. */
  private static final String DELETE_UNUSED =
      """
      DELETE FROM uploaded_context
      WHERE id = $1 AND NOT used
        AND (checked_at IS NULL OR checked_at < now() - interval '2 minutes')
      """;

  private static final String USE =
      "UPDATE uploaded_context SET used = true WHERE address = ANY ($1) RETURNING address";

  private static final String CHECKED =
      "UPDATE uploaded_context SET checked_at = now() WHERE address = ANY ($1)";

  private final Database database;
  private final int most;

  /**
   * @param most the largest number of contexts of each kind
   */
  public PgContextStore(Database database, int most) {
    this.database = database;
    this.most = most;
  }

  /** Returns the generated and uploaded contexts at those addresses. */
  public Future<Map<String, JsonNode>> findAll(Collection<String> addresses) {
    return database
        .shortReads(FIND_ALL)
        .collecting(
            Collectors.<Row, String, JsonNode>toMap(
                row -> row.getString("address"), row -> Json.read(row.getString("document"))))
        .execute(Tuple.of(addresses.toArray(String[]::new)))
        .map(SqlResult::value);
  }

  /**
   * Returns the document of the generated context, or of one of the uploaded ones, with that
   * digest.
   */
  public Future<Optional<JsonBytes>> findDocument(String digest) {
    return database
        .shortReads(FIND_DOCUMENT)
        .execute(Tuple.of(digest))
        .map(rows -> Rows.first(rows, row -> JsonBytes.of(row.getString(0))));
  }

  /**
   * Stores a context, unless it is stored already. Fails CONFLICT if their number has reached its
   * limit.
   */
  public Future<Void> insert(GeneratedContext context) {
    return contains(context)
        .compose(there -> there ? Future.succeededFuture(true) : add(context))
        .compose(
            there -> there ? Future.succeededFuture() : Future.failedFuture(tooManyGenerated()));
  }

  /** Returns whether the context is stored now, by this call or another one. */
  private Future<Boolean> add(GeneratedContext context) {
    Tuple values =
        Tuple.of(context.digest(), context.address(), Json.write(context.document()).text(), most);
    return database
        .writes(INSERT_GENERATED)
        .execute(values)
        .compose(
            inserted -> inserted.rowCount() > 0 ? Future.succeededFuture(true) : contains(context));
  }

  public Future<Boolean> contains(GeneratedContext context) {
    return database
        .shortReads(EXISTS)
        .execute(Tuple.of(context.digest()))
        .map(rows -> Rows.one(rows).getBoolean(0));
  }

  private FailureException tooManyGenerated() {
    return FailureException.conflict(
        "credential.context.too-many",
        "There are %d generated contexts already: define the terms in the template's contexts,"
                .formatted(most)
            + " or have CONTEXT_MOST raised.");
  }

  /**
   * Stores a context, unless its address has one. The issuers are added to those of an equal
   * document. Fails CONFLICT if the number of contexts has reached its limit.
   *
   * @return the context that is stored at the address; its document may differ
   */
  public Future<UploadedContext> insert(UploadedContext context) {
    Tuple values =
        Tuple.of(UUID.fromString(context.id()), context.address(), context.digest())
            .addOffsetDateTime(Rows.utc(context.osCreatedAt()))
            .addString(context.document().text())
            .addLong((long) most)
            .addArrayOfString(context.issuers().toArray(String[]::new));
    return database
        .writes(INSERT_UPLOADED)
        .execute(values)
        .compose(inserted -> findUploaded(null, context.address()))
        .map(stored -> stored.orElseThrow(this::tooManyUploaded));
  }

  private FailureException tooManyUploaded() {
    return FailureException.conflict(
        "credential.context.too-many",
        "There are %d uploaded contexts already: delete unused ones or raise CONTEXT_MOST."
            .formatted(most));
  }

  public Future<Page<UploadedContext>> listUploaded(int limit, int offset) {
    return Pages.of(
        database.shortReads(LIST_UPLOADED).execute(Tuple.of(limit, offset)),
        database.shortReads(COUNT_UPLOADED).execute(),
        PgContextStore::uploaded);
  }

  public Future<Optional<UploadedContext>> findUploaded(UUID id) {
    return findUploaded(id, null);
  }

  private Future<Optional<UploadedContext>> findUploaded(UUID id, String address) {
    return database
        .searches(FIND_UPLOADED)
        .execute(Tuple.of(id, address))
        .map(rows -> Rows.first(rows, PgContextStore::uploaded));
  }

  /** Says whether each uploaded context at these addresses lists the issuer. */
  public Future<Boolean> areOf(String issuer, Collection<String> addresses) {
    return database
        .shortReads(ARE_OF)
        .execute(Tuple.of(issuer, (Object) addresses.toArray(String[]::new)))
        .map(rows -> Rows.one(rows).getBoolean(0));
  }

  /**
   * Deletes an uploaded context that was neither used nor checked recently; returns whether it did.
   */
  public Future<Boolean> deleteUnused(UUID id) {
    return database
        .writes(DELETE_UNUSED)
        .execute(Tuple.of(id))
        .map(deleted -> deleted.rowCount() > 0);
  }

  /** Marks contexts as used by a credential; returns the addresses of uploaded ones. */
  public Future<Set<String>> use(Collection<String> addresses) {
    return database
        .writes(USE)
        .execute(Tuple.of((Object) addresses.toArray(String[]::new)))
        .map(rows -> rows.stream().map(row -> row.getString(0)).collect(Collectors.toSet()));
  }

  /**
   * Keeps the uploaded contexts that a template names from being deleted until its schema is
   * published.
   */
  public Future<Void> checked(Collection<String> addresses) {
    return database
        .writes(CHECKED)
        .execute(Tuple.of((Object) addresses.toArray(String[]::new)))
        .mapEmpty();
  }

  private static UploadedContext uploaded(Row row) {
    String document = row.getString("document");
    return new UploadedContext(
        row.getUUID("id").toString(),
        row.getString("address"),
        row.getString("digest"),
        row.getBoolean("used"),
        row.getOffsetDateTime("created_at").toInstant(),
        List.of(row.getArrayOfStrings("issuers")),
        document == null ? null : JsonBytes.of(document));
  }
}

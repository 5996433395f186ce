package org.attestry.credential.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.ContextOperations.UploadedContext;
import org.attestry.credential.domain.Page;
import org.attestry.credential.domain.UploadedContexts;
import org.attestry.runtime.postgres.Database;

/**
 * Uploaded contexts in PostgreSQL.
 *
 * @param most how many contexts there may be
 */
public record PgUploadedContexts(Database database, int most) implements UploadedContexts {

  private static final String COLUMNS = "id, address, digest, used, created_at, issuers, document";

  private static final String INSERT =
      """
      INSERT INTO uploaded_context AS stored (id, address, digest, created_at, document, issuers)
      SELECT $1, $2, $3, $4, $5, $7
      WHERE (SELECT count(*) FROM uploaded_context) < $6
        OR EXISTS (SELECT FROM uploaded_context WHERE address = $2)
      ON CONFLICT (address) DO UPDATE
      SET issuers = ARRAY (SELECT DISTINCT unnest(stored.issuers || excluded.issuers) ORDER BY 1)
      WHERE stored.digest = excluded.digest AND NOT stored.issuers @> excluded.issuers
      """;

  private static final String FIND_BY_ADDRESS =
      "SELECT %s FROM uploaded_context WHERE address = $1".formatted(COLUMNS);

  private static final String FIND =
      "SELECT %s FROM uploaded_context WHERE id = $1".formatted(COLUMNS);

  private static final String FIND_BY_DIGEST =
      "SELECT %s FROM uploaded_context WHERE digest = $1 LIMIT 1".formatted(COLUMNS);

  private static final String LIST =
      """
      SELECT id, address, digest, used, created_at, issuers, NULL AS document
      FROM uploaded_context ORDER BY address LIMIT $1 OFFSET $2
      """;

  private static final String COUNT = "SELECT count(*) FROM uploaded_context";

  private static final String ARE_OF =
      """
      SELECT NOT EXISTS (
        SELECT FROM uploaded_context WHERE address = ANY ($2) AND NOT ($1 = ANY (issuers)))
      """;

  /** Publishing a schema takes a minute at the most after its templates were checked. */
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

  @Override
  public Future<UploadedContext> insert(UploadedContext context) {
    Tuple values =
        Tuple.of(UUID.fromString(context.id()), context.address(), context.digest())
            .addOffsetDateTime(context.osCreatedAt().atOffset(ZoneOffset.UTC))
            .addString(context.document().text())
            .addLong((long) most)
            .addArrayOfString(context.issuers().toArray(String[]::new));
    return database
        .writes(INSERT)
        .execute(values)
        .compose(inserted -> first(FIND_BY_ADDRESS, context.address()))
        .map(stored -> stored.orElseThrow(this::tooMany));
  }

  private FailureException tooMany() {
    return FailureException.of(
        FailureKind.CONFLICT,
        "credential.context.too-many",
        "There are %d uploaded contexts already: delete unused ones or raise CONTEXT_MOST."
            .formatted(most));
  }

  @Override
  public Future<Page<UploadedContext>> list(int limit, int offset) {
    return Pages.of(
        database.shortReads(LIST).execute(Tuple.of(limit, offset)),
        database.shortReads(COUNT).execute(),
        PgUploadedContexts::context);
  }

  @Override
  public Future<Optional<UploadedContext>> find(UUID id) {
    return first(FIND, id);
  }

  @Override
  public Future<Optional<UploadedContext>> findByDigest(String digest) {
    return first(FIND_BY_DIGEST, digest);
  }

  private Future<Optional<UploadedContext>> first(String sql, Object key) {
    return database
        .searches(sql)
        .execute(Tuple.of(key))
        .map(rows -> rows.stream().findFirst().map(PgUploadedContexts::context));
  }

  @Override
  public Future<Boolean> areOf(String issuer, Collection<String> addresses) {
    return database
        .shortReads(ARE_OF)
        .execute(Tuple.of(issuer, (Object) addresses.toArray(String[]::new)))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  @Override
  public Future<Boolean> deleteUnused(UUID id) {
    return database
        .writes(DELETE_UNUSED)
        .execute(Tuple.of(id))
        .map(deleted -> deleted.rowCount() > 0);
  }

  @Override
  public Future<Set<String>> use(Collection<String> addresses) {
    return database
        .writes(USE)
        .execute(Tuple.of((Object) addresses.toArray(String[]::new)))
        .map(rows -> rows.stream().map(row -> row.getString(0)).collect(Collectors.toSet()));
  }

  @Override
  public Future<Void> checked(Collection<String> addresses) {
    return database
        .writes(CHECKED)
        .execute(Tuple.of((Object) addresses.toArray(String[]::new)))
        .mapEmpty();
  }

  private static UploadedContext context(Row row) {
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

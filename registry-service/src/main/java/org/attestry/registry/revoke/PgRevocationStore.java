package org.attestry.registry.revoke;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.attestry.registry.index.PgFailures;
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.revoke.Revocation.FoundEntity;
import org.attestry.registry.search.SearchStatement;
import org.attestry.registry.sql.CredentialSql;
import org.attestry.registry.sql.Parameters;
import org.attestry.registry.stored.EntitySql;
import org.attestry.registry.stored.PgSearchQueue;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/** Revocations by a filter, with the entities that the filter has found. */
public record PgRevocationStore(Database database, PgSearchQueue connections) {

  private static final String PREPARE =
      """
      WITH found AS (
        SELECT id, version, revocable FROM {entity}
        CROSS JOIN LATERAL (SELECT count(*) %1$s) AS held(revocable)
        WHERE deleted_at IS NULL AND revocable > 0%2$s
        LIMIT %3$s + 1
      ), counted AS (
        SELECT count(*) AS entities, coalesce(sum(revocable), 0) AS credentials FROM found
      ), made AS (
        INSERT INTO credential_revocation
          (id, type, started_by, credentials, policy, count, started_at, updated_at)
        SELECT %4$s, %5$s, %6$s, CASE WHEN %7$s IS NULL THEN 'entity' ELSE 'attestation' END, %7$s,
          credentials, %8$s, %8$s
        FROM counted WHERE entities <= %3$s
        ON CONFLICT DO NOTHING
        RETURNING id
      )
      INSERT INTO credential_revocation_entity (revocation, entity_id, version, credentials)
      SELECT made.id, found.id, version, revocable FROM made CROSS JOIN found
      """;

  private static final String FIND =
      """
      SELECT id, type, started_by, policy, begun, count, started_at, updated_at, revoked, changed
      FROM credential_revocation CROSS JOIN (
        SELECT coalesce(sum(credentials) FILTER (WHERE NOT changed), 0) AS revoked,
          coalesce(sum(credentials) FILTER (WHERE changed), 0) AS changed
        FROM credential_revocation_entity WHERE revocation = $1 AND done) AS progress
      WHERE id = $1
      """;

  private static final String BEGIN =
      "UPDATE credential_revocation SET begun = true, updated_at = now() WHERE id = $1";

  private static final String NEXT =
      """
      SELECT entity_id, version FROM credential_revocation_entity
      WHERE revocation = $1 AND NOT done ORDER BY entity_id LIMIT $2
      """;

  private static final String LEAVE =
      """
      UPDATE credential_revocation_entity SET done = true, changed = true
      WHERE revocation = $1 AND entity_id = $2 AND NOT done
      """;

  /** Deletes some entities of the oldest revocation, and itself if none are left. */
  private static final String FORGET =
      """
      WITH old AS (
        SELECT id FROM credential_revocation WHERE updated_at < $1 ORDER BY updated_at LIMIT 1
      ), entities AS (
        DELETE FROM credential_revocation_entity WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM credential_revocation_entity
          WHERE revocation = (SELECT id FROM old) LIMIT 10000))
        RETURNING revocation
      ), gone AS (
        DELETE FROM credential_revocation
        WHERE id = (SELECT id FROM old) AND NOT EXISTS (SELECT FROM entities)
      )
      SELECT count(*) FROM old
      """;

  /**
   * Stores the entities that a query finds at one moment, as far as they have such a credential.
   *
   * @param most entities
   * @return false, and nothing is stored, if it finds more
   */
  public Future<Boolean> prepare(
      PublishedType type, Revocation wanted, EntityQuery query, int most) {
    Parameters parameters = new Parameters();
    TypeIndexes indexes = new TypeIndexes(type);
    String condition = SearchStatement.condition(indexes, query, parameters);
    String policy = parameters.text(wanted.policy());
    String sql =
        EntitySql.named(PREPARE, type)
            .formatted(
                wanted.policy() == null
                    ? "WHERE " + CredentialSql.OF_CONTENT
                    : "FROM " + CredentialSql.attestations(policy),
                condition,
                parameters.count(most),
                parameters.id(wanted.id()),
                parameters.text(wanted.type()),
                parameters.text(wanted.startedBy()),
                policy,
                parameters.time(Rows.utc(wanted.startedAt())));
    return connections
        .execute(query.deadline(), Database.PLANNED_ANEW + sql, parameters.tuple())
        .recover(cause -> Future.failedFuture(PgFailures.ofSearch(indexes, query, cause)))
        .compose(done -> find(wanted.id()))
        .map(found -> found != null);
  }

  /** Returns null if there is none. */
  public Future<Revocation> find(UUID id) {
    return database
        .searches(FIND)
        .execute(Tuple.of(id))
        .map(rows -> Rows.first(rows, PgRevocationStore::read).orElse(null));
  }

  private static Revocation read(Row row) {
    return new Revocation(
        row.getUUID("id"),
        row.getString("type"),
        row.getString("started_by"),
        row.getString("policy"),
        row.getBoolean("begun"),
        row.getLong("count"),
        row.getLong("revoked"),
        row.getLong("changed"),
        row.getOffsetDateTime("started_at").toInstant(),
        row.getOffsetDateTime("updated_at").toInstant());
  }

  /** Records that it revokes from now on. */
  public Future<Void> begin(UUID id) {
    return database.writes(BEGIN).execute(Tuple.of(id)).mapEmpty();
  }

  /** Returns entities that are not done, up to a limit. */
  public Future<List<FoundEntity>> next(UUID id, int limit) {
    return database
        .shortReads(NEXT)
        .execute(Tuple.of(id, limit))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row -> new FoundEntity(row.getUUID("entity_id"), row.getLong("version"))));
  }

  /** Records that an entity has changed since it was found, unless it is done. */
  public Future<Void> leave(UUID id, UUID entity) {
    return database.writes(LEAVE).execute(Tuple.of(id, entity)).mapEmpty();
  }

  /** Deletes revocations that nobody has continued since a moment. */
  public Future<Void> forgetBefore(Instant moment) {
    return AsyncLoop.repeat(
        () ->
            database
                .writes(FORGET)
                .execute(Tuple.of(Rows.utc(moment)))
                .map(left -> Rows.one(left).getLong(0) > 0));
  }
}

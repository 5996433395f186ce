package org.attestry.registry.search;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.index.Duplicates;
import org.attestry.registry.index.PgFailures;
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.index.UniqueIndex;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.sql.FittingSql;
import org.attestry.registry.sql.Parameters;
import org.attestry.registry.stored.EntityRows;
import org.attestry.registry.stored.EntitySql;
import org.attestry.registry.stored.PgSearchQueue;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Rows;

/**
 * Reads the entities of a type that are not deleted, page by page, in the order of their ids, on
 * the connections for searches. A page has at most the given number of entities and some megabytes,
 * but at least one entity if any is left.
 */
public record PgEntityScan(Database database, PgSearchQueue connections) {

  /** The number of entities that {@link #eachWaiting} reads at once. */
  public static final int WAITING_PAGE = 100;

  private static final UUID BEFORE_ALL = new UUID(0, 0);

  /**
   * Ends a page of entities at a number of bytes; the first entity is read whatever its size.
   * Parsed JSON takes many times the bytes of its text. The conditions find the entities.
   */
  private static final String PAGE =
      """
      SELECT * FROM (
        SELECT page.*, sum({written}) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) AS bytes
        FROM (
          SELECT {row}, place, fits, candidates, {content}
          FROM (SELECT fitting.*, count(*) OVER () AS candidates FROM ({fitting}) AS fitting) AS all_found
          OFFSET 0
        ) AS page
      ) AS sized
      WHERE fits AND (place = 1 OR bytes <= 1000000) ORDER BY id
      """
          .replace("{written}", FittingSql.ENTITY.written())
          .replace("{content}", FittingSql.ENTITY.where("fits"))
          .replace(
              "{fitting}",
              FittingSql.ENTITY.rows("SELECT * FROM {entity} WHERE %s", "1000000", "1"));

  private static final String NEXT =
      PAGE.formatted("deleted_at IS NULL AND id > $1 ORDER BY id LIMIT $2");

  /**
   * Selects only the open attestations of each entity, and only the members that a comparison with
   * their claims needs.
   */
  private static final String WAITING =
      """
      SELECT id, candidates, one ->> 'policy' AS policy, one ->> 'claimId' AS claim_id,
        (one ->> 'createdAt')::timestamptz AS raised_at
      FROM (%s) AS waiting CROSS JOIN LATERAL jsonb_array_elements(attestations::jsonb) AS one
      WHERE one ->> 'state' = 'ATTESTATION_REQUESTED'
      ORDER BY id
      """
          .formatted(
              PAGE.formatted(
                  """
                  attestations @> '[{"state": "ATTESTATION_REQUESTED"}]'
                    AND deleted_at IS NULL AND id > $1
                  ORDER BY id LIMIT $2
                  """));

  private static final String FOUND =
      PAGE.formatted(
          "deleted_at IS NULL AND (id <= %s OR adopted IS NOT NULL) AND id > %s%s ORDER BY id LIMIT"
              + " %s");

  /**
   * Finds entities whose values a unique constraint treats as equal; missing values and JSON null
   * do not count.
   */
  private static final String FIND_DUPLICATES =
      """
      WITH duplicates AS (
        SELECT array_agg(id ORDER BY id) AS ids FROM {entity}
        WHERE deleted_at IS NULL%2$s
        GROUP BY %1$s HAVING count(*) > 1
      )
      SELECT coalesce(sum(cardinality(ids)), 0)::bigint AS count,
        ARRAY(SELECT id FROM duplicates, unnest(ids) AS id LIMIT 3) AS ids
      FROM duplicates
      """;

  /**
   * Returns the next entities.
   *
   * @param after the last id of the previous page, or null for the first page
   */
  public Future<Page> next(PublishedType type, UUID after, int limit) {
    return read(NEXT, type, after, limit).map(rows -> page(rows, limit));
  }

  /** Returns the attestations that wait for a decision, for the next entities that have any. */
  public Future<WaitingPage> waiting(PublishedType type, UUID after, int limit) {
    return read(WAITING, type, after, limit)
        .map(
            rows -> {
              List<OpenAttestation> found = Rows.list(rows, PgEntityScan::waiting);
              long entities = found.stream().map(OpenAttestation::id).distinct().count();
              return new WaitingPage(found, more(rows, entities, limit));
            });
  }

  private Future<RowSet<Row>> read(String sql, PublishedType type, UUID after, int limit) {
    return database
        .searches(EntitySql.named(sql, type))
        .execute(Tuple.of(after == null ? BEFORE_ALL : after, limit));
  }

  private static OpenAttestation waiting(Row row) {
    return new OpenAttestation(
        row.getUUID("id"),
        row.getString("policy"),
        row.getString("claim_id"),
        row.getOffsetDateTime("raised_at").toInstant());
  }

  private static Page page(RowSet<Row> rows, int limit) {
    List<StoredEntity> found = Rows.list(rows, EntityRows::read);
    return new Page(found, more(rows, found.size(), limit));
  }

  /** Whether more entities may follow: the page was full, or ended early at its limit in bytes. */
  private static boolean more(RowSet<Row> rows, long entities, int limit) {
    long candidates = entities == 0 ? 0 : Rows.one(rows).getLong("candidates");
    return candidates == limit || candidates > entities;
  }

  /**
   * Returns the next entities that a query finds, up to its limit.
   *
   * @param after the last id of the previous page, or null for the first page
   * @param until the upper bound of the ids
   */
  public Future<Page> found(PublishedType type, EntityQuery query, UUID after, UUID until) {
    Parameters parameters = new Parameters();
    TypeIndexes indexes = new TypeIndexes(type);
    String condition = SearchStatement.condition(indexes, query, parameters);
    String sql =
        EntitySql.named(FOUND, type)
            .formatted(
                parameters.id(until),
                parameters.id(after == null ? BEFORE_ALL : after),
                condition,
                parameters.count(query.limit()));
    return connections
        .execute(query.deadline(), Database.PLANNED_ANEW + sql, parameters.tuple())
        .recover(cause -> Future.failedFuture(PgFailures.ofSearch(indexes, query, cause)))
        .compose(rows -> memory().work(query.deadline(), () -> page(rows, query.limit())));
  }

  /** The memory of the entities of {@link #found}. */
  public EntityMemory memory() {
    return connections.memory();
  }

  /** Returns the entities that share their values of these fields with another entity. */
  public Future<Duplicates> duplicates(PublishedType type, List<FieldPath> fields) {
    UniqueIndex index = UniqueIndex.of(fields, type.config()).getLast();
    String sql = FIND_DUPLICATES.formatted(index.columns(), index.given());
    return database
        .searches(EntitySql.named(sql, type))
        .execute()
        .map(
            rows -> {
              Row row = Rows.one(rows);
              return new Duplicates(row.getLong("count"), List.of(row.getArrayOfUUIDs("ids")));
            });
  }

  /**
   * Passes all attestations of a type that wait for a decision to the work, page by page, each page
   * after the work of the one before.
   */
  public Future<Void> eachWaiting(
      PublishedType type, Function<List<OpenAttestation>, Future<Void>> work) {
    AtomicReference<UUID> after = new AtomicReference<>();
    return AsyncLoop.repeat(
        () ->
            waiting(type, after.get(), WAITING_PAGE)
                .compose(
                    page -> {
                      after.set(page.more() ? page.attestations().getLast().id() : null);
                      return work.apply(page.attestations()).map(page.more());
                    }));
  }

  /**
   * @param more whether more entities follow
   */
  public record Page(List<StoredEntity> entities, boolean more) {}

  /** A page of attestations that wait for a decision, in the order of their entities. */
  public record WaitingPage(List<OpenAttestation> attestations, boolean more) {}

  /**
   * An attestation that waits for a decision.
   *
   * @param id the entity's id
   */
  public record OpenAttestation(UUID id, String policy, String claimId, Instant raisedAt) {

    public String osid() {
      return id.toString();
    }
  }
}

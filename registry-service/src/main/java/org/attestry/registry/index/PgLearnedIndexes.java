package org.attestry.registry.index;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeIndex;
import org.attestry.registry.types.LearnedIndex;
import org.attestry.registry.types.LearnedIndex.Kind;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.work.AsyncLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The learned indexes, in the table {@code learned_index}.
 *
 * @param changed is run after each change, so that the indexes are built or dropped
 * @param meters count the indexes that are added and dropped
 * @param most the maximum number of learned indexes of a type
 * @param entities the minimum number of entities of a type with learned indexes
 */
public record PgLearnedIndexes(
    Database database, Runnable changed, MeterRegistry meters, int most, int entities) {

  private static final Logger LOG = LoggerFactory.getLogger(PgLearnedIndexes.class);

  /**
   * The maximum number of statistics objects of a type: the planner reads all of them for each
   * search.
   */
  private static final int MOST_STATISTICS = 16;

  private static final String ADD =
      """
      WITH added AS (
        INSERT INTO learned_index (type, kind, field, indexfield)
        SELECT $1, $2, $3, $7 FROM pg_class
        WHERE oid = to_regclass($4)
          AND greatest(reltuples, pg_stat_get_live_tuples(oid)) >= $5
          AND ($7 OR $6 > (
            SELECT count(*) FROM learned_index
            WHERE type = $1 AND NOT indexfield AND (kind = 'STATISTICS') = ($2 = 'STATISTICS')))
        ON CONFLICT DO NOTHING
        RETURNING type
      )
      UPDATE entity_type SET indexed = -1, index_changes = index_changes + 1
      FROM added WHERE number = added.type
      """;

  /** Records a use of statistics, because the database does not report it. */
  private static final String NOTE_STATISTICS =
      """
      UPDATE learned_index SET used_at = now()
      WHERE type = $1 AND kind = 'STATISTICS' AND field = $2 AND built
        AND used_at < now() - interval '1 minute'
      """;

  private static final String BUILT =
      """
      SELECT t.number, t.type, l.kind, l.field
      FROM learned_index l JOIN entity_type t ON t.number = l.type
      WHERE l.built AND l.kind <> 'STATISTICS'
      """;

  private static final String USED =
      """
      UPDATE learned_index SET used_at = s.at
      FROM (
        SELECT max(last_idx_scan) AS at FROM pg_stat_user_indexes
        WHERE relname = $4::text AND indexrelname = ANY ($5::text[])
      ) AS s
      WHERE type = $1 AND kind = $2 AND field = $3 AND s.at > used_at
      """;

  /**
   * The condition on indexes to remove. Statistics of a field are useful as long as the field has a
   * learned index.
   */
  private static final String UNUSED =
      """
      built AND NOT pinned AND used_at < now() - $1::text::interval
        AND (kind <> 'STATISTICS' OR NOT EXISTS (
          SELECT FROM learned_index AS v
          WHERE v.type = l.type AND v.field = l.field AND v.kind = 'VALUES'))
      """;

  private static final String THIS_ONE = "type = $1 AND kind = $2 AND field = $3";

  private static final String PIN = "UPDATE learned_index SET pinned = $4 WHERE " + THIS_ONE;

  private static final String TYPES =
      """
      SELECT t.number, t.type, l.kind, l.field, l.pinned, l.built
      FROM entity_type t LEFT JOIN learned_index l ON l.type = t.number AND l.kind <> 'STATISTICS'
      WHERE t.schema_id = $1 AND t.published
      ORDER BY t.name, l.kind, l.field
      """;

  private static final String SIZES =
      """
      SELECT indexrelname AS name, pg_relation_size(indexrelid) AS bytes, last_idx_scan AS used
      FROM pg_stat_user_indexes WHERE relname = $1::text
      """;

  private static final String REMOVE =
      """
      WITH removed AS (
        DELETE FROM learned_index AS l WHERE %s
        RETURNING type, kind, field
      ), next AS (
        UPDATE catalogue SET revision = revision + 1 WHERE EXISTS (SELECT FROM removed)
        RETURNING revision
      ), changed AS (
        UPDATE entity_type
        SET indexed = -1, index_changes = index_changes + 1,
          catalogue = (SELECT revision FROM next)
        WHERE number IN (SELECT type FROM removed)
        RETURNING number, name
      )
      SELECT c.name, r.kind, r.field FROM removed r JOIN changed c ON c.number = r.type
      """;

  /**
   * Adds an index to a type, unless another replica has added it. Nothing is added to a type that
   * has the maximum number of learned indexes, or too few entities. Indexes of the parts of index
   * fields do not count towards the maximum.
   *
   * @return whether it was added
   */
  public Future<Boolean> add(PublishedType type, LearnedIndex index) {
    boolean indexField =
        index.kind() == Kind.PARTS && new TypeIndexes(type).ofDeclaredValues(index.field());
    if (most == 0 && !indexField) {
      return Future.succeededFuture(false);
    }
    Tuple added =
        Tuple.of(
            type.number(),
            index.kind().name(),
            index.field().toString(),
            TypeIndexes.table(type.number()),
            (float) entities,
            (long) (index.kind() == Kind.STATISTICS ? MOST_STATISTICS : most),
            indexField);
    return PgCatalogueLock.holding(
            database, transaction -> transaction.preparedQuery(ADD).execute(added))
        .compose(
            rows ->
                rows.rowCount() > 0
                    ? Future.succeededFuture(true)
                    : noteStatistics(type, index).map(false))
        .onSuccess(
            isNew -> {
              if (isNew) {
                counter("added").increment();
                log(type.name(), index, "searches need an index; it is built");
                changed.run();
              }
            });
  }

  private Future<Void> noteStatistics(PublishedType type, LearnedIndex index) {
    return index.kind() == Kind.STATISTICS
        ? database
            .writes(NOTE_STATISTICS)
            .execute(Tuple.of(type.number(), index.field().toString()))
            .mapEmpty()
        : Future.succeededFuture();
  }

  /**
   * Removes the indexes that no search has used for the given time; pinned indexes are kept.
   *
   * @return the number of removed indexes
   */
  public Future<Integer> removeUnused(Duration unused) {
    return database
        .shortReads(BUILT)
        .execute()
        .compose(built -> AsyncLoop.each(built, this::noteUse))
        .compose(noted -> remove(UNUSED, Tuple.of(unused.toString())))
        .map(this::logged);
  }

  private Future<RowSet<Row>> remove(String which, Tuple parameters) {
    return PgCatalogueLock.holding(
        database,
        transaction -> transaction.preparedQuery(REMOVE.formatted(which)).execute(parameters));
  }

  /** Returns the indexes of a schema's published types, declared and learned. */
  public Future<List<TypeIndex>> list(String schemaId) {
    return types(schemaId)
        .compose(
            types -> {
              List<TypeIndex> all = new ArrayList<>();
              return AsyncLoop.each(types, type -> indexes(type).onSuccess(all::addAll)).map(all);
            });
  }

  /** Returns the published types of a schema, with all learned indexes, built or not. */
  private Future<List<StoredType>> types(String schemaId) {
    return database
        .shortReads(TYPES)
        .execute(Tuple.of(schemaId))
        .map(
            rows ->
                rows.stream()
                    .collect(Collectors.groupingBy(row -> row.getInteger("number")))
                    .values()
                    .stream()
                    .map(StoredType::of)
                    .sorted(Comparator.comparing(stored -> stored.type().name()))
                    .toList());
  }

  private Future<List<TypeIndex>> indexes(StoredType stored) {
    return database
        .shortReads(SIZES)
        .execute(Tuple.of(TypeIndexes.table(stored.type().number())))
        .map(
            rows -> {
              Map<String, Row> sizes =
                  rows.stream().collect(Collectors.toMap(row -> row.getString("name"), row -> row));
              return new ShownIndexes(stored, sizes).all();
            });
  }

  /**
   * Pins a learned index, or unpins it.
   *
   * @return false if the schema's types have no such index
   */
  public Future<Boolean> pin(String schemaId, String id, boolean pinned) {
    return find(schemaId, id)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(false)
                    : database
                        .writes(PIN)
                        .execute(found.get().addBoolean(pinned))
                        .map(rows -> rows.rowCount() > 0));
  }

  /**
   * Removes a learned index, pinned or not.
   *
   * @return false if the schema's types have no such index
   */
  public Future<Boolean> remove(String schemaId, String id) {
    return find(schemaId, id)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(false)
                    : remove(THIS_ONE, found.get()).map(rows -> logged(rows) > 0));
  }

  /** Returns the key of a learned index. */
  private Future<Optional<Tuple>> find(String schemaId, String id) {
    return types(schemaId)
        .map(types -> types.stream().flatMap(stored -> stored.find(id).stream()).findFirst());
  }

  private Future<RowSet<Row>> noteUse(Row row) {
    EntityType type = Json.read(JsonBytes.of(row.getString("type")), EntityType.class);
    int number = row.getInteger("number");
    String[] names =
        new TypeIndexes(new PublishedType(type, number)).names(index(row)).toArray(String[]::new);
    return database
        .writes(USED)
        .execute(
            Tuple.of(
                number,
                row.getString("kind"),
                row.getString("field"),
                TypeIndexes.table(number),
                names));
  }

  private Counter counter(String change) {
    return Counter.builder("attestry.registry.learned.indexes")
        .tag("change", change)
        .register(meters);
  }

  private int logged(RowSet<Row> removed) {
    counter("dropped").increment(removed.size());
    removed.forEach(row -> log(row.getString("name"), index(row), "a learned index is dropped"));
    if (removed.size() > 0) {
      changed.run();
    }
    return removed.size();
  }

  static LearnedIndex index(Row row) {
    return new LearnedIndex(
        Kind.valueOf(row.getString("kind")), FieldPath.parse(row.getString("field")));
  }

  private static void log(String type, LearnedIndex index, String message) {
    LOG.atInfo()
        .addKeyValue("type", type)
        .addKeyValue("field", index.field())
        .addKeyValue("kind", index.kind())
        .log(message);
  }
}

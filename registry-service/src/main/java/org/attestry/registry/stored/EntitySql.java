package org.attestry.registry.stored;

import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.attestry.contracts.Fact;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.sql.FittingSql;
import org.attestry.registry.sql.SqlQuote;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.stored.PgEntityStore.ChangeDetails;
import org.attestry.registry.stored.PgEntityStore.EntityWrite;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.PgArrays;
import org.attestry.runtime.postgres.Rows;

/**
 * The statements of one type, with their parameters. They contain the name of its partition, except
 * the insert, which is the same for all types: the server keeps a plan of each statement on each
 * connection, and the plan of an insert is large. Public, so that the statements can be measured.
 */
public record EntitySql(
    String find, String findLarge, String update, String count, String hasOwned) {

  static final String NONE = "[]";

  /** The number of bytes above which an entity is read by a statement of its own. */
  private static final int LARGE = 250_000;

  /** The columns of an entity, without its content. */
  private static final String ROW =
      """
      id, version, owners, complete, credential_id, credential_due, credential_status, created_at,
      created_by, updated_at, updated_by, adopted, deleted_at IS NOT NULL AS deleted\
      """;

  private static final String COLUMNS = ROW + ", " + FittingSql.ENTITY.where("true");

  private static final String FIND_LARGE = "SELECT {columns} FROM {entity} WHERE id = $1";

  /**
   * Returns a large entity without its content, because pipelined replies to short reads wait for
   * each other in the server and in memory. The sizes decide before a text is built; a text is
   * longer than its value in memory where characters are escaped. {@code OFFSET 0} ensures that the
   * texts are built only once.
   */
  private static final String FIND =
      """
      SELECT id, version, owners, complete, credential_id, credential_due, credential_status,
        created_at, created_by, updated_at, updated_by, adopted, deleted,
        CASE WHEN small THEN body END AS body,
        CASE WHEN small THEN attestations END AS attestations,
        CASE WHEN small THEN signed_data END AS signed_data
      FROM (
        SELECT built.*, %3$s <= %4$d AS small
        FROM (
          SELECT {row}, %1$s
          FROM (
            SELECT e.*, CASE WHEN %5$s <= %4$d THEN %2$s <= %4$d ELSE false END AS fits
            FROM {entity} AS e WHERE id = $1 OFFSET 0
          ) AS sized OFFSET 0
        ) AS built
      ) AS found
      """
          .formatted(
              FittingSql.ENTITY.where("fits"),
              FittingSql.ENTITY.read(),
              FittingSql.ENTITY.written(),
              LARGE,
              FittingSql.ENTITY.stored());

  /** The entities to write, and the facts to publish, as arrays with one item for each. */
  private static final String GIVEN =
      """
      WITH given AS (
        SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::boolean[],
            $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::text[], $11::text[],
            $12::text[], $13::boolean[], $14::integer[], $15::uuid[], $16::boolean[],
            $17::boolean[], $18::text[])
          AS g(id, version, body, owners, complete, attestations, credential_id, signed_data, at,
            who, operation, changes, deleted, type, call_id, credential_due, any_due,
            credential_status)
      ), facts AS (
        SELECT * FROM unnest($19::uuid[], $20::uuid[], $21::text[], $22::text[], $23::text[])
          WITH ORDINALITY AS f(entity, id, topic, subject, event, place)
      )
      """;

  /** Inserts new entities of any types. */
  public static final String INSERT =
      GIVEN
          + """
          , stored AS (
            INSERT INTO entity (type, id, version, body, owners, complete, attestations,
              credential_id, signed_data, credential_due, credential_status, created_at,
              created_by, updated_at, updated_by)
            SELECT type, id, version, body::jsonb, owners::text[], complete,
              attestations::jsonb, credential_id, signed_data, credential_due, credential_status,
              at, who, at, who
            FROM given
            RETURNING id
          ), signing AS (
            INSERT INTO due_credential (entity_id, type, version, since, due)
            SELECT id, type, version, at, now() FROM given WHERE any_due
          ), past AS (
            INSERT INTO history
              (id, version, type, operation, changed_at, changed_by, changes, call_id)
            SELECT id, version, type, operation, at, who, changes::jsonb, call_id FROM given
          ), published AS (
            INSERT INTO outbox (id, topic, subject, event)
            SELECT id, topic, subject, event FROM facts ORDER BY place
          )
          SELECT id FROM stored
          """;

  /**
   * Stores nothing if another attempt of the same call has changed the entity. The history is read
   * only if the entity was changed within the last minute.
   */
  private static final String UPDATE =
      GIVEN
          + """
          , stored AS (
            UPDATE {entity} AS e
            SET version = g.version, body = g.body::jsonb, owners = g.owners::text[],
                complete = g.complete, attestations = g.attestations::jsonb,
                credential_id = g.credential_id, signed_data = g.signed_data,
                credential_due = g.credential_due, credential_status = g.credential_status,
                updated_at = g.at, updated_by = g.who, deleted_at = CASE WHEN g.deleted THEN g.at END
            FROM given AS g
            WHERE e.id = g.id AND e.version = g.version - 1 AND e.deleted_at IS NULL
              AND (e.updated_at < g.at - interval '1 minute' OR NOT EXISTS (
                SELECT FROM history AS h
                WHERE h.id = g.id AND h.version > g.version - %d
                  AND h.call_id = g.call_id AND h.operation = g.operation))
            RETURNING e.id
          ), signing AS (
            INSERT INTO due_credential (entity_id, type, version, since, due)
            SELECT id, type, version, at, now() FROM given
            WHERE any_due AND id IN (SELECT id FROM stored)
            ON CONFLICT (entity_id) DO UPDATE
            SET version = excluded.version, due = excluded.due, attempts = 0, unended = 0,
              refusal = NULL
          ), past AS (
            INSERT INTO history
              (id, version, type, operation, changed_at, changed_by, changes, call_id)
            SELECT id, version, type, operation, at, who, changes::jsonb, call_id FROM given
            WHERE id IN (SELECT id FROM stored)
          ), published AS (
            INSERT INTO outbox (id, topic, subject, event)
            SELECT id, topic, subject, event FROM facts
            WHERE entity IN (SELECT id FROM stored) ORDER BY place
          )
          SELECT id FROM stored
          """
              .formatted(PgEntityStore.RECENT_VERSIONS);

  private static final String COUNT = "SELECT count(*) FROM {entity} WHERE deleted_at IS NULL";

  private static final String HAS_OWNED =
      """
      SELECT EXISTS (
        SELECT FROM {entity} WHERE owners @> ARRAY[$1::text] AND deleted_at IS NULL)
      """;

  /**
   * @param number the number that names the type's partition
   */
  public static EntitySql of(int number) {
    return new EntitySql(
        named(FIND, number),
        named(FIND_LARGE, number),
        named(UPDATE, number),
        named(COUNT, number),
        named(HAS_OWNED, number));
  }

  /** Returns a statement for the type's partition. */
  public static String named(String sql, PublishedType type) {
    return named(sql, type.number());
  }

  private static String named(String sql, int number) {
    return sql.replace("{entity}", SqlQuote.identifier(TypeIndexes.table(number)))
        .replace("{type}", Integer.toString(number))
        .replace("{row}", ROW)
        .replace("{columns}", COLUMNS);
  }

  /**
   * Returns the parameters of insert and update: for each column, an array with the values of all
   * entities.
   */
  static Tuple bind(List<EntityWrite> writes, Outbox outbox) {
    List<StoredEntity> entities = writes.stream().map(EntityWrite::entity).toList();
    List<ChangeDetails> written = writes.stream().map(EntityWrite::written).toList();
    Tuple parameters =
        Tuple.tuple()
            .addArrayOfUUID(column(entities, StoredEntity::id, UUID[]::new))
            .addArrayOfLong(column(entities, StoredEntity::version, Long[]::new))
            .addArrayOfString(column(writes, EntityWrite::body, String[]::new))
            .addArrayOfString(
                column(entities, entity -> PgArrays.text(entity.owners()), String[]::new))
            .addArrayOfBoolean(column(entities, StoredEntity::complete, Boolean[]::new))
            .addArrayOfString(column(writes, EntityWrite::attestations, String[]::new))
            .addArrayOfString(column(entities, e -> e.credential().id(), String[]::new))
            .addArrayOfString(column(entities, e -> e.credential().json(), String[]::new))
            .addArrayOfOffsetDateTime(
                column(entities, entity -> Rows.utc(entity.updated().at()), OffsetDateTime[]::new))
            .addArrayOfString(column(entities, e -> e.updated().by(), String[]::new))
            .addArrayOfString(column(written, ChangeDetails::operation, String[]::new))
            .addArrayOfString(column(written, EntitySql::changes, String[]::new))
            .addArrayOfBoolean(column(entities, StoredEntity::deleted, Boolean[]::new))
            .addArrayOfInteger(column(writes, EntityWrite::type, Integer[]::new))
            .addArrayOfUUID(column(written, ChangeDetails::callId, UUID[]::new))
            .addArrayOfBoolean(column(entities, e -> e.credential().due(), Boolean[]::new))
            .addArrayOfBoolean(column(entities, StoredEntity::isDue, Boolean[]::new))
            .addArrayOfString(column(entities, EntitySql::status, String[]::new));
    return bindFacts(parameters, writes, outbox);
  }

  /**
   * Adds the facts of all entities, each with the id of its entity: a fact is published only if its
   * entity is stored.
   */
  private static Tuple bindFacts(Tuple parameters, List<EntityWrite> writes, Outbox outbox) {
    List<UUID> entities = new ArrayList<>();
    List<Fact> facts = new ArrayList<>();
    for (EntityWrite write : writes) {
      for (Fact fact : write.written().facts()) {
        entities.add(write.entity().id());
        facts.add(fact);
      }
    }
    return outbox.bind(parameters.addArrayOfUUID(entities.toArray(UUID[]::new)), facts);
  }

  private static String changes(ChangeDetails written) {
    return written.changes().isEmpty() ? NONE : Json.write(written.changes()).text();
  }

  /** Returns the values of one column. */
  public static <T, V> V[] column(List<T> of, Function<T, V> value, IntFunction<V[]> array) {
    return of.stream().map(value).toArray(array);
  }

  /** Returns the status of the entity's credential as it is stored, or null. */
  public static String status(StoredEntity entity) {
    CredentialStatus status = entity.credential().status();
    return status == null ? null : Json.write(status).text();
  }

  static String written(List<Attestation> attestations) {
    return attestations.isEmpty() ? NONE : Json.write(attestations).text();
  }
}

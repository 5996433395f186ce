package org.attestry.registry.store;

import org.attestry.registry.domain.types.PublishedType;

/** The statements of one type. They name its partition. Public, so that they can be measured. */
public record EntitySql(String find, String insert, String update, String count, String hasOwned) {

  static final String COLUMNS =
      """
      id, version, body::text AS body, owners, complete, attestations::text AS attestations,
      credential_id, signed_data, created_at, created_by, updated_at, updated_by,
      deleted_at IS NOT NULL AS deleted
      """;

  private static final String FIND = "SELECT {columns} FROM {entity} WHERE id = $1";

  private static final String INSERT =
      """
      WITH stored AS (
        INSERT INTO {entity} (type, id, version, body, owners, complete, attestations,
          credential_id, signed_data, created_at, created_by, updated_at, updated_by)
        VALUES ({type}, $1, $2, $3::text::jsonb, $4, $5, $6::text::jsonb, $7, $8, $9, $10, $9, $10)
      ), past AS (
        INSERT INTO history (id, version, type, operation, changed_at, changed_by, changes)
        VALUES ($1, $2, {type}, $11, $9, $10, $12::text::jsonb)
      )
      INSERT INTO outbox (id, topic, subject, event)
      SELECT * FROM unnest($13::uuid[], $14::text[], $15::text[], $16::text[])
      """;

  private static final String UPDATE =
      """
      WITH stored AS (
        UPDATE {entity}
        SET version = $2::bigint, body = $3::text::jsonb, owners = $4, complete = $5,
            attestations = $6::text::jsonb, credential_id = $7, signed_data = $8,
            updated_at = $9::timestamptz, updated_by = $10::text,
            deleted_at = CASE WHEN $17::boolean THEN $9::timestamptz END
        WHERE id = $1 AND version = $2 - 1 AND deleted_at IS NULL
        RETURNING id
      ), past AS (
        INSERT INTO history (id, version, type, operation, changed_at, changed_by, changes)
        SELECT id, $2::bigint, {type}, $11::text, $9::timestamptz, $10::text, $12::text::jsonb
        FROM stored
      ), told AS (
        INSERT INTO outbox (id, topic, subject, event)
        SELECT fact.* FROM stored,
          unnest($13::uuid[], $14::text[], $15::text[], $16::text[]) AS fact
      )
      SELECT count(*) FROM stored
      """;

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
        named(INSERT, number),
        named(UPDATE, number),
        named(COUNT, number),
        named(HAS_OWNED, number));
  }

  /** A statement about the type's partition. */
  static String named(String sql, PublishedType type) {
    return named(sql, type.number());
  }

  private static String named(String sql, int number) {
    return sql.replace("{entity}", SqlQuote.identifier(TypeIndexes.table(number)))
        .replace("{type}", Integer.toString(number))
        .replace("{columns}", COLUMNS);
  }
}

package org.attestry.credential.status;

/**
 * The statements about suspensions, and the bits of status lists that they and revocations change.
 * The bits of a segment change under the lock of its row; several segments are locked in one order.
 */
public final class SuspensionSql {

  /** SHA-256 of a credential's text, which distinguishes it from others with its id. */
  public static final String DIGEST = "encode(sha256(convert_to(%s.credential, 'UTF8')), 'hex')";

  /**
   * The credentials of an event that are not revoked: those of an entity's content, or the one of
   * an attestation with this id and digest.
   */
  private static final String MEANT =
      """
      entity_id = $1
        AND revoked_at IS NULL
        AND CASE
          WHEN $2::text IS NULL THEN attestation_name IS NULL
          ELSE credential_id = $2 AND {digest} = $3::text
        END\
      """
          .replace("{digest}", DIGEST.formatted("issued_credential"));

  /**
   * Waits for inserts that lock a credential of the entity, so that the next statement reads their
   * rows.
   */
  public static final String LOCK =
      "SELECT FROM issued_credential WHERE " + MEANT + " ORDER BY id FOR UPDATE";

  public static final String SUSPEND =
      """
      WITH suspended AS (
        UPDATE issued_credential
        SET suspended_at = now(), suspended_until = $5, suspension_version = $4
        WHERE {meant} AND suspension_version < $4
        RETURNING id, status_list, status_index
      ), {entries}
      {set bits}
      """
          .replace("{meant}", MEANT)
          .replace("{entries}", entriesUntil("suspended", "$5::timestamptz"))
          .replace("{set bits}", setBits("suspension", "entries"));

  public static final String REINSTATE =
      """
      WITH reinstated AS (
        UPDATE issued_credential
        SET suspended_at = NULL, suspended_until = NULL, suspension_version = $4
        WHERE {meant} AND suspension_version < $4
        RETURNING id, status_list, status_index
      ), {entries}, {clear bits}
      """
          .replace("{meant}", MEANT)
          .replace("{entries}", entriesUntil("reinstated", "NULL"))
          .replace("{clear bits}", clearBits("entries"));

  /**
   * Ends the expired suspensions of a list. Credentials that another transaction changes are left
   * to the next reader.
   */
  static final String END =
      """
      WITH over AS (
        SELECT id FROM issued_credential
        WHERE suspended_until <= $2
          AND id IN (
            SELECT id FROM issued_credential WHERE status_list = $1 AND suspended_until <= $2
            UNION
            SELECT credential FROM wallet_copy WHERE status_list = $1 AND suspended_until <= $2)
        ORDER BY id
        FOR UPDATE SKIP LOCKED
      ), ended AS (
        UPDATE issued_credential SET suspended_at = NULL, suspended_until = NULL
        WHERE id IN (SELECT id FROM over)
        RETURNING id, status_list, status_index
      ), {entries}, {clear bits}
      """
          .replace("{entries}", entriesUntil("ended", "NULL"))
          .replace("{clear bits}", clearBits("entries"));

  private SuspensionSql() {}

  /**
   * The part {@code entries} of a statement: the status entries of the credentials that the named
   * part returns, and of their copies in wallets. A statement before must have locked these
   * credentials, so that all copies are visible.
   */
  public static String entries(String credentials) {
    return """
    entries AS (
      SELECT status_list, status_index FROM {credentials}
      UNION ALL
      SELECT copy.status_list, copy.status_index
      FROM {credentials} JOIN wallet_copy copy ON copy.credential = {credentials}.id
    )\
    """
        .replace("{credentials}", credentials);
  }

  /**
   * Does the same as {@link #entries}, and gives the copies the end of the credentials' suspension.
   */
  private static String entriesUntil(String credentials, String until) {
    return """
    copies AS (
      UPDATE wallet_copy SET suspended_until = {until}
      WHERE credential IN (SELECT id FROM {credentials})
      RETURNING status_list, status_index
    ), entries AS (
      SELECT status_list, status_index FROM {credentials}
      UNION ALL
      SELECT status_list, status_index FROM copies
    )\
    """
        .replace("{until}", until)
        .replace("{credentials}", credentials);
  }

  /** Sets the bits of those credentials in a part of the statement that have a status entry. */
  public static String setBits(String purpose, String credentials) {
    return """
    INSERT INTO status_segment AS stored (list, purpose, segment, bits, version)
    SELECT status_list, '{purpose}', status_index / 2048,
      bit_or(set_bit(0::bit (2048), status_index % 2048, 1)), 1
    FROM {credentials}
    WHERE status_list IS NOT NULL
    GROUP BY status_list, status_index / 2048
    ORDER BY status_list, status_index / 2048
    ON CONFLICT (list, purpose, segment) DO UPDATE
    SET bits = stored.bits | excluded.bits, version = stored.version + 1
    """
        .replace("{purpose}", purpose)
        .replace("{credentials}", credentials);
  }

  /**
   * Clears the bits of suspension that {@link #setBits} sets: a part of a statement and the
   * statement.
   */
  private static String clearBits(String credentials) {
    return """
    cleared AS (
      SELECT status_list AS list, status_index / 2048 AS segment,
        bit_or(set_bit(0::bit (2048), status_index % 2048, 1)) AS bits
      FROM {credentials}
      WHERE status_list IS NOT NULL
      GROUP BY status_list, status_index / 2048
    ), locked AS (
      SELECT one.list, one.segment
      FROM status_segment one
      JOIN cleared ON cleared.list = one.list AND cleared.segment = one.segment
      WHERE one.purpose = 'suspension'
      ORDER BY one.list, one.segment
      FOR UPDATE OF one
    )
    UPDATE status_segment AS stored
    SET bits = stored.bits & ~cleared.bits, version = stored.version + 1
    FROM cleared JOIN locked ON locked.list = cleared.list AND locked.segment = cleared.segment
    WHERE stored.list = cleared.list
      AND stored.purpose = 'suspension'
      AND stored.segment = cleared.segment
    """
        .replace("{credentials}", credentials);
  }
}

package org.attestry.credential.stored;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.UUID;
import org.attestry.runtime.postgres.Rows;

/** Whether a credential is in force: neither revoked nor suspended. */
public final class CredentialInForce {

  private static final String CONDITION =
      """
      (issued.revoked_at IS NULL
        AND (issued.suspended_at IS NULL OR issued.suspended_until <= {now}))\
      """;

  /**
   * Waits for a revocation or suspension that locks the row, and then reads its result. What is
   * stored for one credential is counted and stored one request after the other.
   */
  private static final String LOCK =
      """
      SELECT issued.id, pg_advisory_xact_lock(hashtextextended('copies:' || issued.id::text, 0))
      FROM issued_credential issued WHERE issued.id = $1 AND {in force} FOR SHARE
      """
          .replace("{in force}", condition("$2"));

  private CredentialInForce() {}

  /**
   * The condition on a credential whose row is {@code issued}.
   *
   * @param now the parameter that is the time
   */
  public static String condition(String now) {
    return CONDITION.replace("{now}", now);
  }

  /**
   * Orders a transaction before or after each revocation and suspension of a credential.
   *
   * @return whether the credential is in force
   */
  public static Future<Boolean> lock(SqlConnection transaction, UUID credential, Instant now) {
    return transaction
        .preparedQuery(LOCK)
        .execute(Tuple.of(credential, Rows.utc(now)))
        .map(locked -> locked.size() == 1);
  }
}

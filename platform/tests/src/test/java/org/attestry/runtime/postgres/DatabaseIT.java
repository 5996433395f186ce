package org.attestry.runtime.postgres;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.failure.Failures;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.Futures;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server that takes connections and does not answer, as one does that has no time. */
@ExtendWith(VertxExtension.class)
class DatabaseIT {

  private Gate gate;
  private PostgresConfig config;
  private Database database;

  @BeforeEach
  void standBeforeTheServer(Vertx vertx) throws Exception {
    var behind = TestServers.freshDatabase("database");
    gate = new Gate(behind.host(), behind.port());
    Map<String, String> settings = new HashMap<>(behind.settings());
    settings.put("POSTGRES_PORT", Integer.toString(gate.port()));
    settings.put("POSTGRES_CONNECT_TIMEOUT", "PT0.3S");
    config = Settings.of(settings).read(MigrationsIT.DatabaseOnly.class).postgres();
    database = Database.open(vertx, config);
  }

  @AfterEach
  void leave() throws Exception {
    gate.open();
    await(database.close());
    gate.close();
  }

  @Test
  void isNotAvailableForStatementsAndTransactions() {
    for (Future<Integer> reply : List.of(ask(), database.inTransaction(session -> ask()))) {
      assertEquals(FailureKind.UNAVAILABLE, Failures.of(cause(reply), "test").kind());
    }
  }

  @Test
  void isWaitedForAtTheStart() throws Exception {
    Future<Integer> answer = database.retryUntilUp(this::ask);
    cause(ask());
    assertFalse(answer.isComplete());

    gate.open();

    assertEquals(1, await(answer));
  }

  @Test
  void isMigratedOnceItAnswers(Vertx vertx) throws Exception {
    Future<Void> migrated = Migrations.run(vertx, config, "test");
    Eventually.isTrue(() -> gate.taken() > 0);
    assertFalse(migrated.isComplete());

    gate.open();

    await(migrated);
  }

  @Test
  void plansWhatIsWrittenForAnyValues() {
    gate.open();
    String given = "SELECT n FROM unnest($1::int[]) AS given (n)";
    String plans = "SELECT custom_plans FROM pg_prepared_statements WHERE statement = $1";

    Future<Long> ofValues =
        database.retryUntilUp(
            () ->
                database.inTransaction(
                    session ->
                        session
                            .preparedQuery(given)
                            .execute(Tuple.of(new Integer[] {1}))
                            .compose(done -> session.preparedQuery(plans).execute(Tuple.of(given)))
                            .map(rows -> rows.iterator().next().getLong(0))));

    assertEquals(0, Futures.await(ofValues));
  }

  @Test
  void freesTheLocksOfReplicasThatVanishOrHang() {
    gate.open();
    String sql =
        """
        SELECT current_setting('tcp_keepalives_idle'), current_setting('tcp_keepalives_interval'),
          current_setting('tcp_keepalives_count'),
          current_setting('idle_in_transaction_session_timeout')
        """;
    SqlClient dedicated = Futures.await(database.dedicatedConnection());
    for (SqlClient client : List.of(dedicated, database.writes())) {
      Row row =
          Futures.await(database.retryUntilUp(() -> client.query(sql).execute())).iterator().next();
      assertEquals(Tuple.of("10", "5", "3", "15s").deepToString(), row.deepToString());
    }
  }

  private Future<Integer> ask() {
    return database
        .shortReads("SELECT 1")
        .execute()
        .map(rows -> rows.iterator().next().getInteger(0));
  }

  private static Throwable cause(Future<?> reply) {
    return Futures.await(
        reply.transform(
            done -> {
              assertTrue(done.failed());
              return Future.succeededFuture(done.cause());
            }));
  }
}

package org.attestry.registry.search;

import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.registry.RunningRegistry;
import org.attestry.registry.TestType;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Database.Planning;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.Postgres;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What becomes of others while one caller's searches take long. */
class SlowSearchesIT {

  private static final Caller ANNA = user("anna");
  private static final Caller BERT = user("bert");

  @AutoClose
  private static final RunningRegistry registry =
      RunningRegistry.with(Map.of("POSTGRES_SEARCH_TIMEOUT", "PT8S"));

  @Test
  void slowSearchesOfOneCallerKeepNobodyElseFromSearching() throws Exception {
    for (String type : List.of("Slow", "Quick")) {
      registry.publish(
          TestType.named(type)
              .definition(
                  "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}"));
      registry.create(type, "{\"name\": \"a\"}", ANNA);
      assertEquals(1, await(search(type, BERT)).data().size());
    }
    Postgres server = TestServers.postgres();
    List<Future<EntitiesView>> slow = new ArrayList<>();
    try (Connection other =
            DriverManager.getConnection(
                registry.database.jdbcUrl(), server.adminUser(), server.adminPassword());
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("LOCK TABLE %s IN ACCESS EXCLUSIVE MODE".formatted(registry.table("Slow")));
      for (int i = 0; i < 10; i++) {
        slow.add(search("Slow", ANNA));
      }

      assertEquals(1, await(search("Quick", BERT)).data().size());
      assertTrue(slow.stream().noneMatch(Future::isComplete));
      other.rollback();
    }
    for (Future<EntitiesView> search : slow) {
      assertEquals(1, await(search).data().size());
    }
  }

  /** As where the server does not look whether it is to end the statement. */
  @Test
  void aStatementThatDoesNotEndAtItsLimitIsTerminatedFromOutside() {
    Database database = Database.open(registry.vertx, registry.config.postgres());
    await(quickly(database, "SELECT set_config('statement_timeout', '0', false)"));

    Future<?> endless = quickly(database, "SELECT pg_sleep(600)");
    assertInstanceOf(
        TimeoutException.class,
        await(endless.<Throwable>map(rows -> null).otherwise(cause -> cause)));
    assertEquals(1, await(quickly(database, "SELECT 1")).size());
    await(database.close());
  }

  private static Future<RowSet<Row>> quickly(Database database, String sql) {
    return database.searchQuickly(Planning.EACH_TIME, sql, Tuple.tuple());
  }

  private static Future<EntitiesView> search(String type, Caller caller) {
    String body = "{\"filters\": {\"name\": {\"contains\": \"a\"}}}";
    return registry.begin(
        EntityOperations.SEARCH_ENTITIES,
        new SearchEntitiesRequest(type, JsonBytes.of(body)),
        caller);
  }
}

package org.attestry.registry.store;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.attestry.registry.RunningRegistry;
import org.attestry.registry.TestType;
import org.attestry.runtime.postgres.Database;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A statement whose parameters the server cannot type by itself still works, but the client then
 * prepares it anew, twice, each time that it is executed.
 */
class EntitySqlIT {

  enum Writing {
    INSERT,
    UPDATE;

    String of(EntitySql sql) {
      return this == INSERT ? EntitySql.INSERT : sql.update();
    }
  }

  @ParameterizedTest
  @EnumSource
  void isPreparedWithoutBeingToldTheTypes(Writing writing) throws SQLException {
    try (RunningRegistry registry = RunningRegistry.start()) {
      registry.publish(TestType.named("Typed"));
      EntitySql sql = EntitySql.of(1);
      try (Connection connection =
              DriverManager.getConnection(
                  registry.database.jdbcUrl(),
                  registry.database.role(),
                  registry.database.password());
          Statement statement = connection.createStatement()) {
        statement.execute("PREPARE written AS " + writing.of(sql));
      }
    }
  }

  /** The plan is kept: one that reads the whole table costs ever more while it fills. */
  @Test
  void findsWhatItChangesByKeyThoughTheTableIsEmptyYet() {
    try (RunningRegistry registry = RunningRegistry.start()) {
      registry.publish(TestType.named("Empty"));
      Database database = Database.open(registry.vertx, registry.config.postgres());
      String question = "EXPLAIN (GENERIC_PLAN) " + EntitySql.of(1).update();
      StringBuilder plan = new StringBuilder();
      await(database.writing().query(question).execute().eventually(database::close))
          .forEach(row -> plan.append(row.getString(0)).append('\n'));
      assertTrue(plan.toString().contains("Index Scan using entity_1_pkey"), plan::toString);
    }
  }
}

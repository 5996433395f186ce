package org.attestry.registry.store;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.sqlclient.SqlClient;
import java.util.List;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.RunningRegistry;
import org.attestry.registry.TestType;
import org.attestry.runtime.postgres.Database;
import org.attestry.testkit.Callers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A statement whose parameters the server cannot type by itself still works, but the client then
 * prepares it anew, twice, each time that it is executed.
 */
class EntitySqlIT {

  private static final FieldPath NAME = FieldPath.of("name");

  enum Writing {
    INSERT,
    UPDATE;

    String of(EntitySql sql) {
      return this == INSERT ? EntitySql.INSERT : sql.update();
    }
  }

  @ParameterizedTest
  @EnumSource
  void isPreparedWithoutExplicitTypes(Writing writing) {
    try (RunningRegistry registry = RunningRegistry.start()) {
      registry.publish(TestType.named("Typed"));
      registry.database.execute("PREPARE written AS " + writing.of(EntitySql.of(1)));
    }
  }

  /** The plan is kept: one that reads the whole table costs ever more while it fills. */
  @Test
  void findsByKeyThoughTheTableIsSmallYet() {
    try (RunningRegistry registry = RunningRegistry.start()) {
      registry.publish(TestType.named("Small").unique("name"));
      registry.create("Small", "{\"name\": \"Only\"}", Callers.user("anna"));
      registry.database.execute("ANALYZE entity_1");
      Database database = Database.open(registry.vertx, registry.config.postgres());
      String byValue =
          "SELECT FROM entity_1 WHERE deleted_at IS NULL AND "
              + new UniqueIndex(List.of(NAME), false, List.of())
                  .equal(List.of(ValueSql.of("($1::jsonb)")));
      String normalized =
          "SELECT FROM entity_1 WHERE deleted_at IS NULL AND "
              + new UniqueIndex(List.of(NAME), true, List.of())
                  .equal(List.of(ValueSql.of("($1::jsonb)")));
      String changed = plan(database.writes(), EntitySql.of(1).update());
      String read = plan(database.statements(), EntitySql.of(1).find());
      String found = plan(database.statements(), byValue);
      String foundNormalized = plan(database.statements(), normalized);
      await(database.close());
      assertTrue(changed.contains("Index Scan using entity_1_pkey"), changed);
      assertTrue(read.contains("Index Scan using entity_1_pkey"), read);
      assertTrue(found.contains("Index Scan using entity_1_u_"), found);
      assertTrue(foundNormalized.contains("Index Scan using entity_1_u_"), foundNormalized);
    }
  }

  private static String plan(SqlClient client, String sql) {
    StringBuilder plan = new StringBuilder();
    await(client.query("EXPLAIN (GENERIC_PLAN) " + sql).execute())
        .forEach(row -> plan.append(row.getString(0)).append('\n'));
    return plan.toString();
  }
}

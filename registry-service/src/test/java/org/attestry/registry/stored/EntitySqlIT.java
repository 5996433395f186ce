package org.attestry.registry.stored;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.TextNode;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.RunningRegistry;
import org.attestry.registry.TestType;
import org.attestry.registry.index.UniqueIndex;
import org.attestry.registry.sql.ValueSql;
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

  /** Keys of the rows of one import must be equal when the index would say so. */
  @Test
  void keysHaveTheLowerCaseOfTheDatabase() {
    UniqueIndex index = new UniqueIndex(List.of(NAME), true, List.of(NAME));
    List<String> texts =
        new ArrayList<>(List.of("\u0393\u03a3", "\u03b3\u03c2", "\u0130q", "i\u0307q"));
    IntStream.rangeClosed(1, Character.MAX_CODE_POINT)
        .filter(one -> Character.toLowerCase(one) != one)
        .mapToObj(Character::toString)
        .forEach(texts::add);
    try (RunningRegistry registry = RunningRegistry.start()) {
      Database database = Database.open(registry.vertx, registry.config.postgres());
      List<String> lower = new ArrayList<>();
      await(
              database
                  .statements()
                  .preparedQuery(
                      "SELECT %s FROM unnest($1::text[]) WITH ORDINALITY AS t(t, n) ORDER BY n"
                          .formatted(ValueSql.lower("normalize(t, NFC)")))
                  .execute(Tuple.of(texts.toArray(String[]::new))))
          .forEach(row -> lower.add(row.getString(0)));
      await(database.close());
      for (int i = 0; i < texts.size(); i++) {
        String key = index.key(List.of(TextNode.valueOf(texts.get(i)))).get(0).textValue();
        assertEquals(lower.get(i), key, texts.get(i));
      }
    }
  }

  private static String plan(SqlClient client, String sql) {
    StringBuilder plan = new StringBuilder();
    await(client.query("EXPLAIN (GENERIC_PLAN) " + sql).execute())
        .forEach(row -> plan.append(row.getString(0)).append('\n'));
    return plan.toString();
  }
}

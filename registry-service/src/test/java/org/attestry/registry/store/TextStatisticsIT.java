package org.attestry.registry.store;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Map;
import java.util.Set;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.RunningRegistry;
import org.attestry.registry.TestType;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.postgres.Database;
import org.junit.jupiter.api.Test;

/** What the database has noted of texts tells which of their parts are common. */
class TextStatisticsIT {

  private static final TestType PERSON =
      TestType.named("Person")
          .definition(
              """
              {"type": "object", "properties": {
               "name": {"type": "string"}, "city": {"type": "string"}, "year": {"type": "number"}}}
              """)
          .indexed("name", "city", "year");

  private static final FieldPath NAME = FieldPath.of("name");
  private static final FieldPath CITY = FieldPath.of("city");

  @Test
  void partsOfTextsAreKnownOnceTheTypeWasAnalyzed() {
    try (RunningRegistry registry = RunningRegistry.start()) {
      registry.publish(PERSON);
      Database database = Database.open(registry.vertx, registry.config.postgres());
      TextStatistics statistics = new TextStatistics(database);
      TypeIndexes indexes = TypeIndexes.of(new PublishedType(PERSON.build(), 1));
      assertEquals(Map.of(), await(statistics.read(indexes)), "before anything is stored");

      store(registry);
      Map<FieldPath, TrigramFrequencies> known = await(statistics.read(indexes));
      await(database.close());

      assertEquals(Set.of(NAME, CITY), known.keySet());
      Map<String, Double> names = known.get(NAME).shares();
      assertEquals(1, names.get("per"), 0.01);
      assertEquals(1, names.get("tow"), 0.01);
      assertFalse(names.containsKey("777"));
      Map<String, Double> cities = known.get(CITY).shares();
      assertEquals(0.9, cities.get("osl"), 0.01);
      assertEquals(0.1, cities.get("gen"), 0.01);
    }
  }

  /** Names all differ, so some of them are noted; of two cities each is, with its share. */
  private static void store(RunningRegistry registry) {
    registry.database.execute(
        """
        INSERT INTO entity_1 (type, id, version, body, owners, complete, attestations, created_at,
          updated_at)
        SELECT 1, uuidv7(), 1,
          jsonb_build_object('name', 'Person ' || n || ' of town',
            'city', CASE WHEN n % 10 = 0 THEN 'Bergen' ELSE 'Oslo' END),
          '{}', true, '[]', now(), now()
        FROM generate_series(10001, 13000) AS n
        """);
    registry.database.execute("ANALYZE entity_1");
  }
}

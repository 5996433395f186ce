package org.attestry.registry.search;

import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.registry.RunningRegistry;
import org.attestry.registry.TestType;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches by index fields use their indexes. */
class SearchIndexUseIT {

  private static final int ENTITIES = 20_000;

  @AutoClose private static RunningRegistry registry;
  private static String table;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(
        TestType.named("Big")
            .definition(
                """
                {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "number"},
                 "c": {"type": "string"}, "d": {"type": "string"}, "e": {"type": "string"},
                 "f": {"type": "array", "items": {"type": "string"}}, "g": {"type": "string"},
                 "h": {"type": "integer"}, "pad": {"type": "string"}}}
                """)
            .indexed("a", "b", "c", "d", "e", "f", "g")
            .substrings("d", "e"));
    table = registry.table("Big");
    fill(
        "Big",
        """
        jsonb_build_object('a', 'a' || n, 'b', n, 'c', 'c' || n, 'd', 'd' || n, 'e', 'E' || n,
          'f', jsonb_build_array('f' || n, 'all'),
          'g', CASE WHEN n % 10000 = 77 THEN 'rare' ELSE 'common' END, 'h', n % 40,
          'pad', repeat('x', 300))
        """);
  }

  private static void fill(String type, String body) {
    String partition = registry.table(type);
    registry.database.execute(
        """
        INSERT INTO %s (type, id, version, body, owners, complete, attestations, created_at,
          updated_at)
        SELECT %s, uuidv7(), 1, %s, '{}', true, '[]', now(), now()
        FROM generate_series(1, %d) AS n
        """
            .formatted(partition, partition.replace("entity_", ""), body, ENTITIES));
    registry.database.execute("VACUUM ANALYZE " + partition);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          equality  | a | btree | {"filters": {"a": {"eq": "a777"}}}                    | 1
          range     | b | btree | {"filters": {"b": {"between": [777, 779.5]}}}         | 3
          order     | c | btree | {"sort": ["-c"], "limit": 2, "count": "none"}         | 2
          substring | d | gin   | {"filters": {"d": {"contains": "d1777"}}}             | 11
          any case  | e | gin   | {"filters": {"e": {"startsWithIgnoreCase": "e1777"}}} | 11
          an item   | f | gin   | {"filters": {"f": {"eq": "f777"}}}                    | 1
          """)
  void indexFieldIsSearchedByItsIndex(
      String what, String field, String method, String body, int found) {
    Eventually.isTrue(
        () -> {
          assertEquals(found, search(body).data().size(), what);
          return scans(field, method) > 0;
        });
  }

  @Test
  void rareValueIsFoundByItsIndexThoughNearlyAllHaveAnother() {
    EntitiesView common = search(equal("common"));
    EntitiesView rare = search(equal("rare"));

    assertEquals(1, common.data().size());
    assertEquals("planned", common.countIs());
    assertEquals(1, rare.data().size());
    assertEquals(2, rare.totalCount());
    assertEquals("exact", rare.countIs());
    int pageAndCountOfEach = 4;
    Eventually.isTrue(() -> scans("g", "btree") >= pageAndCountOfEach);
  }

  @Test
  void fewMatchesOfAnUnindexedFieldAreCountedAndManyPlanned() {
    EntitiesView few = search("{\"filters\": {\"h\": {\"eq\": 7}}, \"limit\": 2}");
    EntitiesView many = search("{\"filters\": {\"pad\": {\"startsWith\": \"x\"}}, \"limit\": 2}");
    EntitiesView exact =
        search(
            "{\"filters\": {\"pad\": {\"startsWith\": \"x\"}}, \"limit\": 2, \"count\":"
                + " \"exact\"}");

    assertEquals(500, few.totalCount());
    assertEquals("exact", few.countIs());
    assertEquals("planned", many.countIs());
    assertTrue(many.totalCount() > 1_000, "expected " + many.totalCount());
    assertEquals(ENTITIES, exact.totalCount());
    assertEquals("exact", exact.countIs());
  }

  @Test
  void searchByTheStateOfRecordsUsesTheirIndex() {
    registry.publish(TestType.named("Teacher"));
    registry.publish(TestType.named("Licensed").policy("o'licence", null, "$.name"));
    for (int i = 0; i < 2; i++) {
      EntityReceipt stored = registry.create("Licensed", "{\"name\": \"A\"}", user("anna"));
      registry.request(
          AttestationOperations.RAISE_ATTESTATION,
          new RaiseAttestationRequest("Licensed", stored.osid(), "o'licence", null, null),
          user("anna"));
    }
    fill("Licensed", "jsonb_build_object('name', 'N' || n)");
    String open =
        "{\"filters\": {\"o'licence\": {\"_osState\": {\"eq\": \"ATTESTATION_REQUESTED\"}}}}";

    Eventually.isTrue(
        () -> {
          assertEquals(2, search("Licensed", open, admin()).data().size());
          return scans(registry.table("Licensed"), "gin", "%\"o''licence\"%") > 0;
        });
  }

  private static String equal(String value) {
    return """
    {"filters": {"g": {"eq": "%s"}}, "limit": 1}
    """
        .formatted(value);
  }

  private static EntitiesView search(String body) {
    return search("Big", body, user("anybody"));
  }

  private static EntitiesView search(String type, String body, Caller caller) {
    SearchEntitiesRequest request = new SearchEntitiesRequest(type, JsonBytes.of(body));
    return registry.request(EntityOperations.SEARCH_ENTITIES, request, caller);
  }

  private static int scans(String field, String method) {
    return scans(table, method, "%'" + field + "'%");
  }

  /**
   * How often the indexes with such a definition have been used, as far as the server has counted.
   */
  private static int scans(String partition, String method, String definition) {
    return Integer.parseInt(
        registry.database.single(
            "SELECT COALESCE(sum(s.idx_scan), 0)::text FROM pg_stat_user_indexes s"
                + " JOIN pg_indexes i ON i.indexname = s.indexrelname"
                + " WHERE s.relname = ? AND i.indexdef LIKE '%USING ' || ? || ' %'"
                + " AND i.indexdef LIKE ?",
            partition, method, definition));
  }
}

package org.attestry.claims.inbox;

import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.attestry.claims.ClaimsConfig;
import org.attestry.claims.ManyClaims;
import org.attestry.claims.ManyClaims.Shape;
import org.attestry.claims.inbox.PgInbox.Candidate;
import org.attestry.claims.inbox.PgInbox.Candidates;
import org.attestry.claims.inbox.PgInbox.Lookup;
import org.attestry.claims.inbox.PgInbox.Selection;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PgInboxIT {

  private static final int PAGE = 21;
  private static final int COUNTED = 1_020;
  private static final ClaimPosition NEWEST =
      new ClaimPosition(Instant.parse("9999-01-01T00:00:00Z"), new UUID(-1, -1));

  private static Vertx vertx;
  private static Database database;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
    ClaimsConfig config =
        Settings.of(TestServers.settings(TestServers.freshDatabase("plans")))
            .read(ClaimsConfig.class);
    await(Migrations.run(vertx, config.postgres(), "claims"));
    database = Database.open(vertx, config.postgres());
  }

  @AfterAll
  static void stop() {
    await(vertx.close());
  }

  @ParameterizedTest
  @EnumSource
  void firstPageReadsNoMoreRowsHoweverManyClaimsThereAre(Shape shape) {
    for (int claims : List.of(1_000, 20_000)) {
      long audience = ManyClaims.store(database, shape, claims);
      JsonNode plan = plan(shape, audience, PAGE);
      assertFalse(plan.toString().contains("Seq Scan"), plan.toString());
      assertTrue(rowsRead(plan) <= 3 * PAGE, claims + " claims: " + rowsRead(plan));
    }
  }

  @ParameterizedTest
  @EnumSource
  void countReadsIndexesAndNoClaimOfOthers(Shape shape) {
    for (int claims : List.of(1_000, 20_000)) {
      long audience = ManyClaims.store(database, shape, claims);
      Selection selection = selection(shape, audience, List.of(ClaimStatus.values()));
      JsonNode plan =
          plan(PgInbox.COUNT, PgInbox.countParameters(selection, NEWEST, COUNTED, List.of()));
      assertEquals(0, rowsRead(plan, "claim"), "claims read");
      assertTrue(rowsRead(plan, "claim_lookup") <= 2 * COUNTED, "entries read");
    }
  }

  @Test
  void candidatesEndAtSomeBytesOfComparedValuesAndNoneIsMissed() {
    long audience = ManyClaims.store(database, Shape.TEN_OPEN_OF_MANY, 5);
    await(
        database
            .writes(
                """
                UPDATE claim SET requester =
                  '{"$.value":{"list":false,"values":["' || repeat('x', 400000) || '"]}}'
                """)
            .execute());
    PgInbox inbox = new PgInbox(database);
    Selection selection =
        selection(Shape.TEN_OPEN_OF_MANY, audience, List.of(ClaimStatus.values()));
    List<Integer> sizes = new ArrayList<>();
    Set<UUID> found = new HashSet<>();
    ClaimPosition from = NEWEST;
    while (from != null) {
      Candidates page = await(inbox.candidates(selection, from, 100));
      sizes.add(page.claims().size());
      page.claims().forEach(claim -> found.add(claim.id()));
      Candidate last = page.claims().getLast();
      from = page.more() ? new ClaimPosition(last.createdAt(), last.id()) : null;
    }
    assertEquals(List.of(2, 2, 1), sizes);
    assertEquals(5, found.size());
  }

  private static JsonNode plan(Shape shape, long audience, int limit) {
    Selection selection = selection(shape, audience, List.of(ClaimStatus.OPEN));
    return plan(PgInbox.CANDIDATES, PgInbox.parameters(selection, NEWEST, limit));
  }

  private static Selection selection(Shape shape, long audience, List<ClaimStatus> statuses) {
    List<Lookup> lookups = new ArrayList<>();
    ManyClaims.audience(shape, 0)
        .keys()
        .forEach(key -> lookups.add(new Lookup(audience, key, true)));
    return new Selection(
        lookups,
        List.of(),
        Set.of(),
        "teacher",
        List.of(audience),
        statuses,
        "teacher",
        true,
        null);
  }

  private static JsonNode plan(String sql, Tuple parameters) {
    Object plan =
        await(database.orderedScans("EXPLAIN (ANALYZE, FORMAT JSON) " + sql).execute(parameters))
            .iterator()
            .next()
            .getValue(0);
    return Json.read(plan.toString());
  }

  private static long rowsRead(JsonNode node) {
    return rowsRead(node, null);
  }

  /**
   * By the nodes that read tables.
   *
   * @param table only this, or null for all
   */
  private static long rowsRead(JsonNode node, String table) {
    long rows = 0;
    String relation = node.path("Relation Name").textValue();
    if (relation != null && (table == null || relation.equals(table))) {
      double each = node.path("Actual Rows").asDouble();
      double filtered = node.path("Rows Removed by Filter").asDouble();
      rows = Math.round((each + filtered) * node.path("Actual Loops").asDouble());
    }
    for (JsonNode child : node) {
      if (child.isContainerNode()) {
        rows += rowsRead(child, table);
      }
    }
    return rows;
  }
}

package org.attestry.adopt.incumbent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.adopt.SunbirdDump;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of the tables is what the former system's API shows of them. */
class EntityReaderIT {

  private static final Set<String> SYSTEM =
      Set.of("osOwner", "osCreatedAt", "osUpdatedAt", "osCreatedBy", "osUpdatedBy");

  private static TestDatabase database;

  @TempDir Path folder;
  private Report report;
  private FormerSystem former;

  @BeforeAll
  static void restore() {
    database = SunbirdDump.restore();
  }

  @BeforeEach
  void open() {
    report = new Report(folder.resolve("report.txt"), System.out);
    SourceDatabase source =
        new SourceDatabase(database.jdbcUrl(), database.role(), database.password());
    former =
        new FormerSystem(
            new FormerSystem.Databases(source, source, null, null),
            "public",
            null,
            ZoneId.of("UTC"),
            report);
  }

  @AfterEach
  void close() {
    report.close();
  }

  @Test
  void readsEachEntityAsTheApiShowsIt() throws SQLException {
    Map<String, IncumbentEntity> read = read();
    JsonNode shown = SunbirdDump.json("api-read-by-owner.json");
    List<String> different = new ArrayList<>();
    for (Map.Entry<String, JsonNode> each : shown.properties()) {
      IncumbentEntity entity = read.remove(each.getKey());
      boolean there = each.getValue().get(0).asInt() == 200;
      if (entity.deleted() == there) {
        different.add(each.getKey() + " deleted: " + entity.deleted());
      } else if (there) {
        JsonNode values = values(each.getValue().get(1), policies(entity.type()));
        if (!values.equals(sorted(entity.values()))) {
          different.add(each.getKey() + "\n  " + values + "\n  " + sorted(entity.values()));
        }
      }
    }

    assertEquals("", String.join("\n", different));
    assertEquals(Map.of(), read);
    assertEquals(0, report.faults() + report.count(Finding.LOST));
  }

  @Test
  void readsOwnersTimesAndCredentials() throws SQLException {
    Map<String, IncumbentEntity> read = read();
    JsonNode shown = SunbirdDump.json("api-read-by-owner.json");
    for (Map.Entry<String, JsonNode> each : shown.properties()) {
      JsonNode entity = each.getValue().get(1);
      IncumbentEntity now = read.get(each.getKey());
      if (each.getValue().get(0).asInt() == 200) {
        assertEquals(entity.path("osCreatedAt").asText(), now.createdAt());
        assertEquals(entity.path("osUpdatedAt").asText(), now.updatedAt());
        assertEquals(entity.path("_osSignedData").textValue(), now.credential());
        Set<String> owners = new HashSet<>();
        entity.path("osOwner").forEach(owner -> owners.add(owner.asText()));
        owners.remove("anonymous");
        assertEquals(owners, Set.copyOf(now.owners()));
      }
    }
  }

  @Test
  void readsAttestationsInTheirOrder() throws SQLException {
    Map<String, IncumbentEntity> read = read();
    JsonNode shown = SunbirdDump.json("api-read-by-owner.json");
    int attestations = 0;
    for (Map.Entry<String, JsonNode> each : shown.properties()) {
      for (String policy : List.of("educationAttest", "nameAttest")) {
        List<IncumbentEntity.Attestation> now =
            read.get(each.getKey()).attestations().stream()
                .filter(attestation -> attestation.policy().equals(policy))
                .toList();
        JsonNode there = each.getValue().get(1).path(policy);
        assertEquals(there.size(), now.size(), each.getKey());
        for (int i = 0; i < there.size(); i++) {
          attestations++;
          assertEquals(unprefixed(there.get(i).path("osid").asText()), now.get(i).osid());
          assertEquals(there.get(i).path("_osState").asText(), now.get(i).state());
          assertEquals(there.get(i).path("_osClaimId").textValue(), now.get(i).claimId());
          assertEquals(there.get(i).path("_osAttestedData").textValue(), now.get(i).attestedData());
          assertEquals(there.get(i).path("propertyData").textValue(), now.get(i).propertyData());
        }
      }
    }
    assertEquals(16, attestations);
  }

  @Test
  void readsClaimsWithTheirDecisions() throws SQLException {
    try (Connection registry = former.databases().registry().connect()) {
      List<IncumbentClaim> claims = former.claims().page(registry, registry, "", 100);
      Map<String, IncumbentClaim> byId =
          claims.stream().collect(Collectors.toMap(IncumbentClaim::id, claim -> claim));

      assertEquals(10, claims.size());
      assertEquals(2, claims.stream().filter(IncumbentClaim::open).count());
      assertEquals("GRANTED", byId.get("91f27e82-392d-4df5-8b39-efbd0579eaff").decision());
      IncumbentClaim earlier = byId.get("f162fe3c-e95c-4cc9-8498-fb75b3a77e30");
      assertEquals("REJECTED", earlier.decision());
      assertTrue(earlier.derived());
      assertEquals("mark sheet missing", earlier.notes().getFirst().text());
    }
  }

  @Test
  void readsAPageOfClaimsAfterAnother() throws SQLException {
    try (Connection registry = former.databases().registry().connect()) {
      List<String> ids = new ArrayList<>();
      List<IncumbentClaim> page = former.claims().page(registry, registry, "", 3);
      while (!page.isEmpty()) {
        page.forEach(claim -> ids.add(claim.id()));
        page = former.claims().page(registry, registry, page.getLast().id(), 3);
      }

      assertEquals(10, Set.copyOf(ids).size());
      assertEquals(10, ids.size());
    }
  }

  @Test
  void readsEveryRevocation() {
    List<Revocation> revocations = new ArrayList<>();
    former.revocations(revocations::add);

    assertEquals(5, revocations.size());
    assertTrue(revocations.stream().allMatch(each -> each.signedData().startsWith("{")));
  }

  @Test
  void writesNothing() throws SQLException {
    try (Connection registry = former.databases().registry().connect()) {
      SQLException refused =
          assertThrows(
              SQLException.class,
              () -> registry.createStatement().execute("DELETE FROM \"V_District\""));

      assertEquals("25006", refused.getSQLState());
    }
  }

  private Map<String, IncumbentEntity> read() throws SQLException {
    Map<String, IncumbentEntity> read = new HashMap<>();
    try (Connection connection = former.databases().registry().connect()) {
      for (EntityType type : former.types()) {
        EntityReader reader = former.entities(type);
        for (long after = 0; after < reader.last(connection); after += 7) {
          for (IncumbentEntity entity : reader.read(connection, after, after + 7)) {
            read.put(type.name() + "/1-" + entity.osid(), entity);
          }
        }
      }
    }
    return read;
  }

  private Set<String> policies(String type) {
    return former.types().stream()
        .filter(each -> each.name().equals(type))
        .findFirst()
        .orElseThrow()
        .policies();
  }

  /** Returns what the API shows, without what the lines of an adoption have elsewhere. */
  private static JsonNode values(JsonNode shown, Set<String> policies) {
    ObjectNode values = shown.deepCopy();
    values.remove(policies);
    return sorted(values);
  }

  private static JsonNode sorted(JsonNode node) {
    if (node.isObject()) {
      ObjectNode object = Json.object();
      Stream<Map.Entry<String, JsonNode>> members =
          node.properties().stream()
              .filter(m -> !SYSTEM.contains(m.getKey()) && !m.getKey().startsWith("_"))
              .sorted(Map.Entry.comparingByKey());
      members.forEach(member -> object.set(member.getKey(), sorted(member.getValue())));
      return object;
    }
    if (node.isArray()) {
      var items = Json.array();
      node.forEach(item -> items.add(sorted(item)));
      return items;
    }
    if (node.isNumber()) {
      return DecimalNode.valueOf(node.decimalValue().stripTrailingZeros());
    }
    return node.isTextual() ? TextNode.valueOf(unprefixed(node.textValue())) : node;
  }

  private static String unprefixed(String text) {
    return text.replaceFirst("^1-", "");
  }
}

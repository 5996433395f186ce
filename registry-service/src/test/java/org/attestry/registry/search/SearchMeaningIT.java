package org.attestry.registry.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.attestry.contracts.Caller;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.AttestationReceipt;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.registry.RunningRegistry;
import org.attestry.registry.TestType;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random searches mean on PostgreSQL what they mean to a plain evaluator, indexed or not. */
class SearchMeaningIT {

  private static final long SEED = Seeds.of(31);
  private static final int ENTITIES = 150;
  private static final int DELETED = 30;
  private static final int FILTERS = 250;
  private static final int ORDERS = 30;
  private static final Caller ADMIN = Callers.admin();

  private static final JsonBytes LICENCE = JsonBytes.of("{\"validUntil\": \"{{until}}\"}");
  private static final List<String> USERS = List.of("anna", "Ärna-1", "bert");

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(TestType.named("Teacher"));
    registry.teacher(RunningRegistry.TEACHER, "Ulm");
    registry.publish(
        TestType.named("Plain")
            .definition(RandomSearches.DEFINITION)
            .policy("check", null, "$.name")
            .policy("licence", LICENCE, "$.until"));
    registry.publish(
        TestType.named("Indexed")
            .definition(RandomSearches.DEFINITION)
            .policy("check", null, "$.name")
            .policy("licence", LICENCE, "$.until")
            .unique("number", "code")
            .substrings("name", "contact.city")
            .indexed(
                "name",
                "age",
                "active",
                "mixed",
                "contact.city",
                "tags",
                "$.marks[*]",
                "$.addresses[*].street",
                "note"));
    RandomSearches random = new RandomSearches(SEED);
    for (int i = 0; i < ENTITIES + DELETED; i++) {
      ObjectNode entity = random.entity(i);
      store("Plain", i, entity);
      store("Indexed", i, entity);
    }
    delete("Plain");
    delete("Indexed");
    registry.database.execute("ANALYZE " + registry.table("Indexed"));
  }

  /** By one of several users; the name of every fifth is sent for attestation. */
  private static void store(String type, int number, ObjectNode entity) {
    Caller user = Callers.user(USERS.get(number % USERS.size()));
    EntityReceipt stored = registry.create(type, Json.write(entity).text(), user);
    if (number % 5 == 0 && entity.has("name")) {
      registry.request(
          EntityOperations.CHANGE_PROPERTY,
          RunningRegistry.change(stored, "name", entity.get("name").toString(), true),
          user);
    }
    if (entity.has("until")) {
      attest(stored, number % 7, user);
    }
  }

  /** No record, or one that waits, is rejected, granted, renewed, revoked or ended by a change. */
  private static void attest(EntityReceipt stored, int kind, Caller user) {
    if (kind == 0) {
      return;
    }
    String claim = raise(stored, user).claimId();
    if (kind > 1) {
      Decision decision = kind == 2 ? Decision.REJECTED : Decision.GRANTED;
      registry.deliver(RunningRegistry.decision(stored, claim, decision));
    }
    switch (kind) {
      case 4 -> raise(stored, user);
      case 5 -> revoke(stored, user);
      case 6 ->
          registry.request(
              EntityOperations.CHANGE_PROPERTY,
              RunningRegistry.change(stored, "until", "\"2030-01-01\"", false),
              user);
      default -> {
        // Nothing more happens.
      }
    }
  }

  private static void revoke(EntityReceipt stored, Caller user) {
    String credential = registry.read(stored, user).at("/licence/0/_osAttestedData").textValue();
    registry.request(
        EntityOperations.REVOKE_CREDENTIAL,
        new RevokeCredentialRequest(
            stored.type(), stored.osid(), Json.read(credential).path("id").textValue()),
        user);
  }

  private static AttestationReceipt raise(EntityReceipt stored, Caller user) {
    return registry.request(
        AttestationOperations.RAISE_ATTESTATION,
        new RaiseAttestationRequest(stored.type(), stored.osid(), "licence", null, null),
        user);
  }

  /** Some of all ages, as a deletion leaves them. */
  private static void delete(String type) {
    registry.database.execute(
        """
        UPDATE %1$s SET deleted_at = updated_at
        WHERE id IN (SELECT id FROM %1$s ORDER BY md5(id::text) LIMIT %2$d)
        """
            .formatted(registry.table(type), DELETED));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Plain", "Indexed"})
  void filtersMatchAsThePlainEvaluatorDecides(String type) {
    List<JsonNode> all = data(search(type, "{\"limit\": 1000}"));
    assertEquals(ENTITIES, all.size());
    RandomSearches random = new RandomSearches(SEED + 1, all);
    int some = 0;
    for (int i = 0; i < FILTERS; i++) {
      JsonNode filter = random.filter();
      if (differs(type, filter, all)) {
        JsonNode smallest = RandomSearches.smallest(filter, less -> differs(type, less, all));
        fail(
            "seed %d, filter %s is wrong about %s"
                .formatted(SEED, smallest, firstDifference(type, smallest, all)));
      }
      int size = expected(filter, all).size();
      assertCounted(size, type, filter);
      some += size > 0 && size < ENTITIES ? 1 : 0;
    }
    assertTrue(some > FILTERS / 4, "only " + some + " filters tell entities apart");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Plain", "Indexed"})
  void pagesInBothDirectionsAreThePartsOfTheWholeOrder(String type) {
    List<JsonNode> all = data(search(type, "{\"limit\": 1000}"));
    Random random = new Random(SEED + 2);
    for (int i = 0; i < ORDERS; i++) {
      List<String> sort = order(random);
      List<String> expected = osids(all.stream().sorted(comparator(sort)).toList());
      int limit = 1 + random.nextInt(60);
      String about = "seed %d, sort %s, limit %d".formatted(SEED, sort, limit);
      ObjectNode body = Json.object().put("limit", limit);
      sort.forEach(body.withArray("sort")::add);
      assertEquals(expected, forward(type, body), about);
      int offset = random.nextInt(ENTITIES + 5);
      assertEquals(
          expected.stream().skip(offset).limit(limit).toList(),
          osids(data(search(type, body.deepCopy().put("offset", offset).toString()))),
          about + ", offset " + offset);
    }
  }

  /** All pages, after each of them the one before it once more. */
  private static List<String> forward(String type, ObjectNode body) {
    List<String> walked = new ArrayList<>();
    EntitiesView page = search(type, body.toString());
    List<String> before = List.of();
    while (true) {
      List<String> here = osids(data(page));
      if (!before.isEmpty()) {
        EntitiesView back =
            search(type, body.deepCopy().put("cursor", page.previousCursor()).toString());
        assertEquals(before, osids(data(back)), body + " backwards");
      }
      walked.addAll(here);
      if (page.nextCursor() == null) {
        return walked;
      }
      before = here;
      page = search(type, body.deepCopy().put("cursor", page.nextCursor()).toString());
    }
  }

  private static List<String> order(Random random) {
    List<String> fields =
        List.of(
            "name",
            "age",
            "active",
            "mixed",
            "contact.city",
            "osid",
            "osCreatedAt",
            "osUpdatedAt",
            "number",
            "code",
            "_osState/name",
            "osCreatedBy");
    List<String> sort = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      String field = fields.get(random.nextInt(fields.size()));
      if (!sort.contains(field) && !sort.contains("-" + field)) {
        sort.add((random.nextBoolean() ? "-" : "") + field);
      }
    }
    return sort;
  }

  private static Comparator<JsonNode> comparator(List<String> sort) {
    Comparator<JsonNode> all = (a, b) -> 0;
    for (String key : sort) {
      boolean descending = key.startsWith("-");
      String field = key.replace("-", "");
      String pointer =
          "/" + (field.startsWith("_os") ? field.replace("/", "~1") : field.replace('.', '/'));
      all = all.thenComparing(by(pointer, descending));
    }
    Comparator<JsonNode> byId = Comparator.comparing(node -> node.path("osid").textValue());
    return all.thenComparing(sort.getLast().startsWith("-") ? byId.reversed() : byId);
  }

  private static Comparator<JsonNode> by(String pointer, boolean descending) {
    return (a, b) -> {
      JsonNode left = a.at(pointer);
      JsonNode right = b.at(pointer);
      if (rank(left) != rank(right)) {
        return rank(left) - rank(right);
      }
      int compared =
          switch (rank(left)) {
            case 0 -> left.decimalValue().compareTo(right.decimalValue());
            case 1 -> NaiveSearch.BY_CODE_POINT.compare(left.textValue(), right.textValue());
            case 2 -> Boolean.compare(left.booleanValue(), right.booleanValue());
            default -> 0;
          };
      return descending ? -compared : compared;
    };
  }

  private static int rank(JsonNode value) {
    return switch (value.getNodeType()) {
      case NUMBER -> 0;
      case STRING -> 1;
      case BOOLEAN -> 2;
      default -> 3;
    };
  }

  @Test
  void theEvaluatorDecidesAsTheInterfaceRequires() {
    JsonNode entity = Json.read("{\"tags\": [\"a\", \"b\"], \"age\": 5, \"name\": \"Ab\"}");
    assertTrue(NaiveSearch.holds(Json.read("{\"tags\": {\"eq\": \"b\"}}"), entity));
    assertTrue(!NaiveSearch.holds(Json.read("{\"tags\": {\"neq\": \"b\"}}"), entity));
    assertTrue(NaiveSearch.holds(Json.read("{\"mobile\": {\"neq\": \"b\"}}"), entity));
    assertTrue(NaiveSearch.holds(Json.read("{\"age\": {\"between\": [5, 6]}}"), entity));
    assertTrue(NaiveSearch.holds(Json.read("{\"name\": {\"eqIgnoreCase\": \"aB\"}}"), entity));
    assertTrue(!NaiveSearch.holds(Json.read("{\"tags\": {\"gt\": \"a\", \"lt\": \"b\"}}"), entity));
  }

  private static boolean differs(String type, JsonNode filter, List<JsonNode> all) {
    return !osids(expected(filter, all)).equals(osids(found(type, filter)));
  }

  private static JsonNode firstDifference(String type, JsonNode filter, List<JsonNode> all) {
    List<String> found = osids(found(type, filter));
    return all.stream()
        .filter(
            entity ->
                NaiveSearch.holds(filter, entity)
                    != found.contains(entity.path("osid").textValue()))
        .findFirst()
        .orElse(null);
  }

  private static List<JsonNode> expected(JsonNode filter, List<JsonNode> all) {
    return all.stream().filter(entity -> NaiveSearch.holds(filter, entity)).toList();
  }

  private static List<JsonNode> found(String type, JsonNode filter) {
    String body = "{\"limit\": 1000, \"filters\": %s}".formatted(Json.write(filter).text());
    return data(search(type, body));
  }

  /** The count beside a page that does not have them all. */
  private static void assertCounted(int size, String type, JsonNode filter) {
    String body = "{\"limit\": 1, \"filters\": %s}".formatted(Json.write(filter).text());
    EntitiesView page = search(type, body);
    if (page.countIs().equals("exact")) {
      assertEquals(size, page.totalCount(), "seed %d, %s".formatted(SEED, filter));
    }
  }

  private static EntitiesView search(String type, String body) {
    SearchEntitiesRequest request = new SearchEntitiesRequest(type, JsonBytes.of(body));
    return registry.request(EntityOperations.SEARCH_ENTITIES, request, ADMIN);
  }

  private static List<JsonNode> data(EntitiesView page) {
    return page.data().stream().map(Json::read).toList();
  }

  private static List<String> osids(List<JsonNode> entities) {
    return entities.stream().map(entity -> entity.path("osid").textValue()).toList();
  }
}

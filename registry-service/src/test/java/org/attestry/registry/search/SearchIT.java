package org.attestry.registry.search;

import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.ListEntitiesRequest;
import org.attestry.contracts.registry.EntityOperations.ReplaceEntityRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.registry.RunningRegistry;
import org.attestry.registry.TestType;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Callers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The results and refusals of searches, by caller. */
class SearchIT {

  private static final Caller ANNA = user("anna");
  private static final Caller BERT = user("bert");
  private static final Caller ADMIN = Callers.admin();

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(
        TestType.named("Member")
            .indexed("name", "age", "tags")
            .policy("check", null, "$.name", "$.phone")
            .privateFields("phone", "contact.mobile", "$.addresses[*].zip")
            .internalFields("email"));
    registry.publish(TestType.named("Silent").withoutSearch());
    for (int i = 1; i <= 9; i++) {
      registry.create(
          "Member",
          """
          {"name": "M%d", "age": %d, "phone": "p%d", "email": "m%d@example.org",
           "tags": ["t%d", "all"], "contact": {"city": "C%d", "mobile": "x%d"},
           "addresses": [{"street": "S%d", "zip": "z%d"}, {"street": "T%d", "zip": "y%d"}]}
          """
              .formatted(i, i % 3, i, i, i, i, i, i, i, i, i),
          ANNA);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"filters\": {\"phone\": {\"eq\": \"p1\"}}}",
        "{\"filters\": {\"phone\": {\"exists\": true}}}",
        "{\"filters\": {\"email\": {\"startsWith\": \"m1\"}}}",
        "{\"filters\": {\"not\": {\"phone\": {\"eq\": \"p1\"}}}}",
        "{\"filters\": {\"or\": [{\"name\": {\"eq\": \"M1\"}}, {\"email\": {\"eq\": \"x\"}}]}}",
        "{\"filters\": {\"contact\": {\"mobile\": {\"eq\": \"x1\"}}}}",
        "{\"filters\": {\"addresses\": {\"zip\": {\"eq\": \"z1\"}}}}",
        "{\"filters\": {\"osOwner\": {\"eq\": \"anna\"}}}",
        "{\"filters\": {\"_osState/phone\": {\"eq\": \"DRAFT\"}}}",
        "{\"sort\": [\"phone\"]}",
        "{\"sort\": [\"-contact.mobile\"]}",
        "{\"fields\": [\"name\", \"email\"]}",
        "{\"fields\": [\"addresses.zip\"]}",
        "{\"fields\": [\"_osState/phone\"]}",
        "{\"fields\": [\"_osClaimId/phone\"]}"
      })
  void hiddenFieldsAreRefusedInTheSameWords(String body) {
    Failure failure = refusal("Member", body, BERT);
    assertEquals(FailureKind.INVALID, failure.kind());
    assertEquals("field not allowed", failure.message());
    search("Member", body, ADMIN);
  }

  @Test
  void whatStandsBesideHiddenFieldsCanBeSearched() {
    assertEquals(1, count("{\"addresses\": {\"street\": {\"eq\": \"S4\"}}}"));
    assertEquals(1, count("{\"contact\": {\"city\": {\"eq\": \"C4\"}}}"));
    assertEquals(9, count("{\"contact\": {\"exists\": true}}"));
    JsonNode found = data(search("Member", "{\"limit\": 1}", BERT)).get(0);
    assertFalse(found.has("phone") || found.has("email") || found.at("/contact").has("mobile"));
    assertFalse(found.at("/addresses/0").has("zip"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Jos\u00e9 Mar\u00eda", "Jose\u0301 Mari\u0301a"})
  void textsAreFoundInEachNormalForm(String stored) {
    String type = stored.length() > 10 ? "Decomposed" : "Composed";
    registry.publish(TestType.named(type).unique("note").indexed("phone"));
    registry.create(
        type,
        "{\"name\": \"%1$s\", \"note\": \"%1$s\", \"phone\": \"%1$s\", \"tags\": [\"%1$s\"]}"
            .formatted(stored),
        ANNA);
    for (String field : List.of("name", "note", "phone", "tags")) {
      for (String asked : List.of("Jos\u00e9 Mar\u00eda", "Jose\u0301 Mari\u0301a")) {
        assertEquals(1, found(type, field, "eq", asked));
        assertEquals(1, found(type, field, "in", asked));
        assertEquals(0, found(type, field, "neq", asked));
        assertEquals(1, found(type, field, "startsWith", asked.substring(0, asked.length() - 6)));
        assertEquals(1, found(type, field, "endsWith", asked.substring(asked.length() - 6)));
        assertEquals(1, found(type, field, "contains", asked.substring(2)));
        assertEquals(1, found(type, field, "containsIgnoreCase", asked.toUpperCase(Locale.ROOT)));
      }
    }
  }

  private static int found(String type, String field, String operator, String text) {
    String operand = operator.equals("in") ? "[\"x\", \"" + text + "\"]" : "\"" + text + "\"";
    String body = "{\"filters\": {\"%s\": {\"%s\": %s}}}".formatted(field, operator, operand);
    return data(search(type, body, ANNA)).size();
  }

  @Test
  void aFilterBelowAnArrayAppliesToOneItem() {
    assertEquals(
        1,
        adminCount("{\"addresses\": {\"street\": {\"eq\": \"S4\"}, \"zip\": {\"eq\": \"z4\"}}}"));
    assertEquals(
        0,
        adminCount("{\"addresses\": {\"street\": {\"eq\": \"S4\"}, \"zip\": {\"eq\": \"y4\"}}}"));
    assertEquals(8, count("{\"tags\": {\"neq\": \"t1\"}}"));
    assertEquals(8, count("{\"not\": {\"tags\": {\"eq\": \"t1\"}}}"));
    assertEquals(9, count("{\"tags\": {\"nin\": [\"x\"], \"contains\": \"al\"}}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"filters\": {\"nam\": {\"eq\": 1}}}",
        "{\"filters\": {\"name\": {\"equals\": 1}}}",
        "{\"filters\": {\"name\": {\"eq\": {\"a\": 1}}}}",
        "{\"filters\": {\"name\": {}}}",
        "{\"filters\": {\"name\": {\"gt\": true}}}",
        "{\"filters\": {\"name\": {\"gt\": 5}}}",
        "{\"filters\": {\"age\": {\"gt\": \"5\"}}}",
        "{\"filters\": {\"age\": {\"contains\": \"5\"}}}",
        "{\"filters\": {\"age\": {\"between\": [1]}}}",
        "{\"filters\": {\"age\": {\"between\": [1, \"2\"]}}}",
        "{\"filters\": {\"age\": {\"eqIgnoreCase\": 1}}}",
        "{\"filters\": {\"name\": {\"in\": []}}}",
        "{\"filters\": {\"name\": {\"exists\": \"yes\"}}}",
        "{\"filters\": {\"contact\": {\"eq\": \"x\"}}}",
        "{\"filters\": {\"not\": {}}}",
        "{\"filters\": {\"or\": [{}]}}",
        "{\"filters\": {\"osid\": {\"eq\": \"no-id\"}}}",
        "{\"filters\": {\"osCreatedAt\": {\"gt\": \"yesterday\"}}}",
        "{\"filters\": {\"check\": {\"eq\": \"x\"}}}",
        "{\"filters\": {\"check\": {\"_osClaimId\": {\"eq\": \"x\"}}}}",
        "{\"filters\": {\"check\": {\"_osState\": {\"eq\": 5}}}}",
        "{\"filters\": {\"check\": {\"_osGrantedAt\": {\"gt\": \"yesterday\"}}}}",
        "{\"filters\": {\"check\": {\"_osGrantedAt\": {\"contains\": \"2026\"}}}}",
        "{\"sort\": [\"check._osGrantedAt\"]}",
        "{\"filters\": {\"_osState/age\": {\"eq\": \"DRAFT\"}}}",
        "{\"filters\": {\"name\": {\"eq\": \"\\ud800\"}}}",
        "{\"filters\": []}",
        "{\"sort\": [\"tags\"]}",
        "{\"sort\": [\"contact\"]}",
        "{\"sort\": [\"nam\"]}",
        "{\"sort\": \"name\"}",
        "{\"fields\": [\"nam\"]}",
        "{\"fields\": [\"_osState/age\"]}",
        "{\"fields\": [\"_osClaimId/nam\"]}",
        "{\"count\": \"maybe\"}",
        "{\"limit\": 1001}",
        "{\"limit\": 0}",
        "{\"limit\": \"five\"}",
        "{\"offset\": -1}",
        "{\"cursor\": \"x\"}",
        "{\"cursor\": 5}",
        "{\"order\": []}",
        "[]"
      })
  void whatMakesNoSenseIsRefusedWithAPointer(String body) {
    Failure failure = refusal("Member", body, ADMIN);
    assertEquals(FailureKind.INVALID, failure.kind(), body);
    assertEquals(1, failure.violations().size(), body);
  }

  @Test
  void refusalsNameWhatThereIs() {
    String unknown = refusal("Member", "{\"filters\": {\"nam\": {\"eq\": 1}}}", BERT).message();
    assertTrue(unknown.contains("name") && unknown.contains("osCreatedAt"), unknown);
    assertFalse(unknown.contains("phone") || unknown.contains("osOwner"), unknown);
    String operator = refusal("Member", "{\"filters\": {\"name\": {\"like\": 1}}}", BERT).message();
    assertTrue(operator.contains("notEndsWith") && operator.contains("IgnoreCase"), operator);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"filters\": {\"contact\": {\"nope\": {\"eq\": 1}}}}",
        "{\"filters\": {\"contact\": {\"eq\": 1}}}",
        "{\"filters\": {\"addresses\": {\"eq\": 1}}}",
        "{\"sort\": [\"contact.nope\"]}",
        "{\"fields\": [\"addresses.nope\"]}"
      })
  void refusalsNameNothingHidden(String body) {
    String shown = refusal("Member", body, BERT).message();
    assertTrue(shown.contains("city") || shown.contains("street"), shown);
    assertFalse(shown.contains("mobile") || shown.contains("zip"), shown);
    String whole = refusal("Member", body, ADMIN).message();
    assertTrue(whole.contains("mobile") || whole.contains("zip"), whole);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"filters\": {\"email\": {\"nope\": {\"eq\": 1}}}}",
        "{\"sort\": [\"email.nope\"]}",
        "{\"fields\": [\"email.nope\"]}"
      })
  void whatLiesBelowAHiddenFieldIsHidden(String body) {
    assertEquals("field not allowed", refusal("Member", body, BERT).message());
  }

  @Test
  void filtersHaveASize() {
    String wide =
        IntStream.range(0, 101)
            .mapToObj(i -> "{\"name\": {\"eq\": \"%d\"}}".formatted(i))
            .collect(Collectors.joining(",", "{\"or\": [", "]}"));
    assertEquals(FailureKind.INVALID, refusal("Member", filters(wide), ADMIN).kind());
    String deep = "{\"not\": ".repeat(14) + "{\"name\": {\"eq\": \"x\"}}" + "}".repeat(14);
    assertEquals(FailureKind.INVALID, refusal("Member", filters(deep), ADMIN).kind());
    String values = "1,".repeat(1_000) + "1";
    String many = "{\"age\": {\"in\": [%s]}}".formatted(values);
    assertEquals(FailureKind.INVALID, refusal("Member", filters(many), ADMIN).kind());
    String text = "{\"name\": {\"contains\": \"%s\"}}".formatted("x".repeat(2_001));
    assertEquals(FailureKind.INVALID, refusal("Member", filters(text), ADMIN).kind());
  }

  @Test
  void thePartsOfAFilterHaveASizeInAll() {
    String parts =
        IntStream.range(0, 6)
            .mapToObj(i -> "{\"name\": {\"contains\": \"%s\"}}".formatted("ß".repeat(1_000)))
            .collect(Collectors.joining(",", "{\"or\": [", "]}"));
    Failure failure = refusal("Member", filters(parts), ADMIN);
    assertEquals("/filters/or/5/name/contains", pointer(failure));
    assertTrue(failure.violations().get(0).message().contains("10000 bytes"), failure.toString());
  }

  /**
   * A search that compares each place of the text with the whole part takes seconds for each
   * comparison, and the server does not end it within a row.
   */
  @ParameterizedTest
  @ValueSource(strings = {"contains", "containsIgnoreCase", "notContains"})
  void aLongPartIsLookedForInALongTextInNoTime(String operator) {
    String type = "Long" + operator;
    registry.publish(
        TestType.named(type)
            .definition("{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}}}"));
    String text = "a".repeat(900_000);
    registry.create(type, "{\"a\": \"%sb.\"}".formatted(text), ANNA);
    String absent = "b" + "a".repeat(1_900);
    String present = "a".repeat(1_900) + "b.";
    String both =
        "{\"or\": [%s]}"
            .formatted(
                IntStream.range(0, 5)
                    .mapToObj(i -> part(operator, absent.substring(0, absent.length() - i)))
                    .collect(Collectors.joining(",")));
    int withAbsent = operator.startsWith("not") ? 1 : 0;
    assertEquals(withAbsent, search(type, filters(both), ANNA).data().size());
    assertEquals(
        1 - withAbsent, search(type, filters(part(operator, present)), ANNA).data().size());
  }

  private static String part(String operator, String part) {
    return "{\"a\": {\"%s\": \"%s\"}}".formatted(operator, part);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "' OR '1'='1",
        "\\' OR 1=1 --",
        "$1",
        "{entity}",
        "%",
        "_",
        "\\",
        "\\%",
        "*",
        "\" || true || \"",
        "'); DROP TABLE entity; --",
        "$.name ? (@ == 1)",
        "pg_sleep(10)"
      })
  void textsAreNothingButTexts(String text) {
    for (String operator :
        List.of("eq", "contains", "startsWith", "endsWith", "containsIgnoreCase", "gt", "lte")) {
      String of = JsonNodeFactory.instance.textNode(text).toString();
      for (String field : List.of("name", "tags", "osCreatedBy")) {
        long found = count("{\"%s\": {\"%s\": %s}}".formatted(field, operator, of));
        if (!operator.equals("gt") && !operator.equals("lte")) {
          assertEquals(0, found, field + " " + operator + " " + text);
        }
      }
      assertEquals(0, count("{\"note\": {%s: {\"%s\": %s}}}".formatted(of, "eq", of)), text);
    }
    String name = JsonNodeFactory.instance.textNode(text).toString();
    assertEquals(
        FailureKind.INVALID,
        refusal("Member", "{\"filters\": {%s: {\"eq\": 1}}}".formatted(name), BERT).kind());
    assertEquals(
        FailureKind.INVALID, refusal("Member", "{\"sort\": [%s]}".formatted(name), BERT).kind());
  }

  @ParameterizedTest
  @ValueSource(strings = {"eq' OR '1'='1", "eq) IS NOT NULL --", "$1", "EQ", "eqIgnorecase", "@>"})
  void operatorsAreNothingButOperators(String operator) {
    String name = JsonNodeFactory.instance.textNode(operator).toString();
    for (String body :
        List.of(
            "{\"filters\": {\"name\": {%s: \"x\"}}}".formatted(name),
            "{\"filters\": {\"osCreatedBy\": {%s: \"x\"}}}".formatted(name))) {
      Failure refused = refusal("Member", body, BERT);
      assertTrue(refused.message().contains("notStartsWith"), refused.message());
    }
    for (String body :
        List.of(
            "{\"fields\": [%s]}".formatted(name),
            "{\"sort\": [%s]}".formatted(name),
            "{\"count\": %s}".formatted(name),
            "{\"cursor\": %s}".formatted(name),
            "{%s: 1}".formatted(name))) {
      assertEquals(FailureKind.INVALID, refusal("Member", body, BERT).kind(), body);
    }
  }

  @Test
  void ownersCompareAsAWhole() {
    for (String operator : List.of("contains", "startsWith", "gt", "eqIgnoreCase")) {
      String filter = "{\"osOwner\": {\"%s\": \"anna\"}}".formatted(operator);
      Failure refused = refusal("Member", filters(filter), ADMIN);
      assertEquals(FailureKind.INVALID, refused.kind(), operator);
      assertEquals("/filters/osOwner/" + operator, pointer(refused));
    }
    assertEquals(9, adminCount("{\"osOwner\": {\"in\": [\"bert\", \"anna\"]}}"));
    assertEquals(0, adminCount("{\"osOwner\": {\"nin\": [\"anna\"]}}"));
    assertEquals(9, adminCount("{\"osOwner\": {\"exists\": true}}"));
  }

  @Test
  void nullIsAValueThatCanBeSearched() {
    registry.publish(TestType.named("Nothing").unique("phone"));
    registry.create("Nothing", "{\"name\": \"N\", \"note\": null}", ANNA);
    registry.create("Nothing", "{\"name\": \"V\", \"note\": 1}", ANNA);
    registry.create("Nothing", "{\"name\": \"M\"}", ANNA);
    assertEquals(List.of("N"), names("{\"note\": {\"eq\": null}}"));
    assertEquals(List.of("V", "M"), names("{\"note\": {\"neq\": null}}"));
    assertEquals(List.of("N", "V"), names("{\"note\": {\"in\": [null, 1]}}"));
    assertEquals(List.of("N", "V"), names("{\"note\": {\"exists\": true}}"));
    assertEquals(List.of("M"), names("{\"note\": {\"exists\": false}}"));
  }

  private static List<String> names(String filter) {
    return data(search("Nothing", filters(filter), ANNA)).stream()
        .map(entity -> entity.path("name").textValue())
        .toList();
  }

  @Test
  void aPageHasTwentyUnlessTheLimitIsHigherUpToTheMost() {
    registry.publish(TestType.named("Dozens"));
    for (int i = 0; i < 21; i++) {
      registry.create("Dozens", "{\"name\": \"D\"}", ANNA);
    }
    assertEquals(20, search("Dozens", "{}", BERT).data().size());
    assertEquals(21, search("Dozens", "{\"limit\": 1000}", BERT).data().size());
    try (RunningRegistry small = RunningRegistry.sharing(registry, Map.of("LIMITS_PAGE", "5"))) {
      Failure tooMany =
          small.refusal(
              EntityOperations.SEARCH_ENTITIES, request("Dozens", "{\"limit\": 6}"), BERT);
      assertEquals("/limit", pointer(tooMany));
      assertTrue(tooMany.message().contains("5"), tooMany.message());
    }
  }

  @Test
  void cursorsHoldForTheirSearchAndCallerAlone() {
    String body = "{\"limit\": 4, \"sort\": [\"-age\"], \"cursor\": \"%s\"}";
    EntitiesView first = search("Member", "{\"limit\": 4, \"sort\": [\"-age\"]}", BERT);
    String cursor = first.nextCursor();
    assertEquals(4, search("Member", body.formatted(cursor), BERT).data().size());
    for (Caller other : List.of(ANNA, ADMIN)) {
      assertEquals("/cursor", pointer(refusal("Member", body.formatted(cursor), other)));
    }
    for (String changed :
        List.of(
            body.formatted(cursor).replace("-age", "age"),
            body.formatted(cursor).replace("{\"limit\"", "{\"filters\": {}, \"limit\""),
            body.formatted(cursor + "A"),
            body.formatted("A" + cursor),
            body.formatted(forged(cursor)),
            body.formatted(cursor.substring(0, cursor.indexOf('.') + 1)))) {
      assertEquals("/cursor", pointer(refusal("Member", changed, BERT)), changed);
    }
    String both = body.formatted(cursor).replace("{\"limit\"", "{\"offset\": 1, \"limit\"");
    assertEquals("/offset", pointer(refusal("Member", both, BERT)));
  }

  @Test
  void aCursorOfOneTypeHoldsForNoOther() {
    registry.publish(TestType.named("Twin"));
    registry.create("Twin", "{\"name\": \"T\"}", ANNA);
    String cursor = search("Member", "{\"limit\": 4}", BERT).nextCursor();
    String body = "{\"limit\": 4, \"cursor\": \"%s\"}".formatted(cursor);
    assertEquals("/cursor", pointer(refusal("Twin", body, BERT)));
  }

  @Test
  void theUsualOrderIsThatOfCreation() {
    registry.publish(TestType.named("Ordered"));
    List<String> osids =
        IntStream.range(0, 30)
            .mapToObj(i -> "{\"name\": \"N%d\"}".formatted(i * 7 % 30))
            .map(json -> registry.create("Ordered", json, ANNA).osid())
            .toList();
    for (String body : List.of("{\"limit\": 30}", "{\"limit\": 30, \"sort\": []}")) {
      List<String> found =
          data(search("Ordered", body, BERT)).stream()
              .map(entity -> entity.path("osid").textValue())
              .toList();
      assertEquals(osids, found);
    }
  }

  @Test
  void entitiesWhoseTimesAreShownAlikeAreInTheOrderOfTheNextKey() {
    registry.publish(TestType.named("Alike"));
    for (String name : List.of("B", "C", "A")) {
      registry.create("Alike", "{\"name\": \"%s\"}".formatted(name), ANNA);
    }
    registry.database.execute(
        """
        UPDATE %s SET updated_at = timestamptz '2026-01-02T03:04:05.678Z'
          + ascii(body ->> 'name') * interval '-1 microsecond' + interval '100 microseconds'
        """
            .formatted(registry.table("Alike")));

    for (String sort : List.of("[\"osUpdatedAt\", \"name\"]", "[\"-osUpdatedAt\", \"name\"]")) {
      List<String> found =
          data(search("Alike", "{\"sort\": %s}".formatted(sort), BERT)).stream()
              .map(entity -> entity.path("name").textValue())
              .toList();
      assertEquals(List.of("A", "B", "C"), found, sort);
    }
  }

  /** Other keys under the old signature. */
  private static String forged(String cursor) {
    String keys = "[false,\"1\",\"00000000-0000-0000-0000-000000000000\"]";
    return Base64.getUrlEncoder().withoutPadding().encodeToString(keys.getBytes())
        + cursor.substring(cursor.indexOf('.'));
  }

  @Test
  void aCursorOfOneReplicaHoldsOnTheOther() {
    try (RunningRegistry other = RunningRegistry.sharing(registry)) {
      String body = "{\"limit\": 4}";
      String cursor = search("Member", body, BERT).nextCursor();
      SearchEntitiesRequest next =
          new SearchEntitiesRequest(
              "Member", JsonBytes.of("{\"limit\": 4, \"cursor\": \"%s\"}".formatted(cursor)));
      EntitiesView page = other.request(EntityOperations.SEARCH_ENTITIES, next, BERT);
      assertEquals(4, page.data().size());
    }
  }

  @Test
  void offsetsWorkWithoutALimit() {
    EntitiesView rest = search("Member", "{\"offset\": 7}", BERT);
    assertEquals(2, rest.data().size());
    assertEquals(9L, rest.totalCount());
    assertEquals("exact", rest.countIs());
    assertNull(rest.nextCursor());
    assertNotNull(rest.previousCursor());
    EntitiesView behind = search("Member", "{\"offset\": 70}", BERT);
    assertEquals(0, behind.data().size());
    assertEquals(9L, behind.totalCount());
  }

  @Test
  void theTotalIsCountedAsRequested() {
    assertEquals(9L, search("Member", "{\"limit\": 2}", BERT).totalCount());
    EntitiesView none = search("Member", "{\"limit\": 2, \"count\": \"none\"}", BERT);
    assertNull(none.totalCount());
    assertNull(none.countIs());
    EntitiesView planned = search("Member", "{\"limit\": 2, \"count\": \"planned\"}", BERT);
    assertEquals("planned", planned.countIs());
    assertTrue(planned.totalCount() >= 3);
    EntitiesView filtered =
        search(
            "Member",
            "{\"limit\": 1, \"count\": \"planned\", \"filters\": {\"tags\": {\"eq\": \"all\"}}}",
            BERT);
    assertTrue(filtered.totalCount() >= 2);
    EntitiesView exact = search("Member", "{\"limit\": 2, \"count\": \"exact\"}", BERT);
    assertEquals(9L, exact.totalCount());
    EntitiesView whole = search("Member", "{\"count\": \"planned\"}", BERT);
    assertEquals("exact", whole.countIs());
  }

  @Test
  void theTotalOfAnIndexedValueIsCountedHoweverManyShareIt() {
    registry.publish(TestType.named("Crowd").indexed("name"));
    int all = 1_040;
    IntStream.range(0, all)
        .forEach(
            i ->
                registry.create(
                    "Crowd", "{\"name\": \"%s\"}".formatted(i < 30 ? "Few" : "Many"), ANNA));
    EntitiesView few =
        search("Crowd", "{\"limit\": 2, \"filters\": {\"name\": {\"eq\": \"Few\"}}}", BERT);
    assertEquals(30L, few.totalCount());
    assertEquals("exact", few.countIs());
    EntitiesView many =
        search("Crowd", "{\"limit\": 2, \"filters\": {\"name\": {\"eq\": \"Many\"}}}", BERT);
    assertEquals(all - 30L, many.totalCount());
    assertEquals("exact", many.countIs());
  }

  @Test
  void chosenFieldsAloneAreShown() {
    String body =
        """
        {"filters": {"name": {"eq": "M3"}},
         "fields": ["name", "contact.city", "addresses.street", "osCreatedAt", "_osState/name"]}
        """;
    JsonNode found = data(search("Member", body, BERT)).get(0);
    assertEquals("M3", found.path("name").textValue());
    assertEquals("C3", found.at("/contact/city").textValue());
    assertEquals("T3", found.at("/addresses/1/street").textValue());
    assertEquals("DRAFT", found.path("_osState/name").textValue());
    assertTrue(found.has("osid") && found.has("osCreatedAt"));
    assertFalse(found.has("age") || found.has("tags") || found.has("osOwner"));
  }

  @Test
  void theServicesOwnFieldsCanBeSearched() {
    JsonNode third = data(search("Member", filters("{\"name\": {\"eq\": \"M3\"}}"), BERT)).get(0);
    String osid = third.path("osid").textValue();
    String created = third.path("osCreatedAt").textValue();
    assertEquals(1, count("{\"osid\": {\"eq\": \"1-%s\"}}".formatted(osid)));
    assertEquals(8, count("{\"osid\": {\"nin\": [\"%s\"]}}".formatted(osid)));
    assertTrue(count("{\"osCreatedAt\": {\"eq\": \"%s\"}}".formatted(created)) >= 1);
    assertEquals(
        9,
        count("{\"osCreatedAt\": {\"gte\": \"%s\"}}".formatted(created))
            + count("{\"osCreatedAt\": {\"lt\": \"%s\"}}".formatted(created)));
    assertEquals(9, count("{\"osCreatedAt\": {\"gt\": \"2020-01-01\"}}"));
    assertEquals(9, count("{\"osUpdatedAt\": {\"exists\": true}}"));
    assertEquals(9, count("{\"osCreatedBy\": {\"containsIgnoreCase\": \"NN\"}}"));
    assertEquals(9, count("{\"_osState/name\": {\"eq\": \"DRAFT\"}}"));
    assertEquals(0, count("{\"_osState/name\": {\"in\": [\"PUBLISHED\", \"REJECTED\"]}}"));
    assertEquals(
        9, count("{\"osCreatedBy\": {\"or\": [{\"eq\": \"x\"}, {\"startsWith\": \"an\"}]}}"));
    assertEquals(0, count("{\"osCreatedBy\": {\"not\": {\"not\": {\"contains\": \"x\"}}}}"));
    assertEquals(9, adminCount("{\"osOwner\": {\"eq\": \"anna\"}}"));
    assertEquals(9, adminCount("{\"osOwner\": {\"neq\": \"bert\"}}"));
  }

  @Test
  void aRaisedAttestationIsFoundByItsState() {
    registry.publish(TestType.named("Attested").policy("check", null, "$.name"));
    EntityReceipt raised = registry.create("Attested", "{\"name\": \"R\"}", ANNA);
    registry.create("Attested", "{\"name\": \"Q\"}", ANNA);
    registry.request(
        EntityOperations.CHANGE_PROPERTY,
        RunningRegistry.change(raised, "name", "\"R\"", true),
        ANNA);
    String filter = filters("{\"_osState/name\": {\"eq\": \"ATTESTATION_REQUESTED\"}}");
    assertEquals(1, search("Attested", filter, BERT).totalCount());
    JsonNode last = data(search("Attested", "{\"sort\": [\"_osState/name\"]}", BERT)).get(1);
    assertEquals("Q", last.path("name").textValue());

    String claim = registry.read(raised, ANNA).path("_osClaimId/name").textValue();
    registry.deliver(RunningRegistry.decision(raised, claim, Decision.GRANTED));
    registry.send(raised, "name", "\"R\"", ANNA);
    String published = filters("{\"_osState/name\": {\"eq\": \"PUBLISHED\"}}");
    assertEquals(1, search("Attested", published, BERT).totalCount());
  }

  @Test
  void grantedRecordsAreFoundByStateTimeOfTheGrantAndEndOfTheirCredential() {
    registry.publish(TestType.named("Teacher"));
    registry.teacher(RunningRegistry.TEACHER, "Ulm");
    registry.publish(licensed("Doctor"));
    EntityReceipt early = licensee("Doctor", "A", "2027-01-01", Decision.GRANTED);
    EntityReceipt late = licensee("Doctor", "B", "2029-01-01", Decision.GRANTED);
    EntityReceipt endless = licensee("Doctor", "C", null, Decision.GRANTED);
    licensee("Doctor", "D", "2029-01-01", Decision.REJECTED);

    JsonNode record = registry.read(late, user("other")).at("/licence/0");
    assertEquals("2029-01-01T00:00:00.000Z", record.path("_osValidUntil").textValue());
    String granted = record.path("_osGrantedAt").textValue();
    String before = registry.read(early, user("other")).at("/licence/0/_osGrantedAt").textValue();
    String published = "\"_osState\": {\"eq\": \"PUBLISHED\"}";
    assertFound("Doctor", "{%s}".formatted(published), early, late, endless);
    assertFound(
        "Doctor", "{%s, \"_osValidUntil\": {\"gt\": \"2028-06-01\"}}".formatted(published), late);
    assertFound(
        "Doctor",
        """
        {%s, "or": [{"_osValidUntil": {"gt": "2028-06-01"}}, {"_osValidUntil": {"eq": null}}]}
        """
            .formatted(published),
        late,
        endless);
    assertFound(
        "Doctor",
        "{\"_osGrantedAt\": {\"between\": [\"%s\", \"%s\"]}}".formatted(before, granted),
        early,
        late);
    assertFound("Doctor", "{\"exists\": true}", early, late, endless);
    JsonNode some =
        data(search("Doctor", "{\"fields\": [\"licence._osValidUntil\"], \"limit\": 1}", BERT))
            .get(0);
    assertEquals(2, some.at("/licence/0").size(), some.toString());
  }

  @Test
  void conditionsOnAPolicyHoldOfTheSameRecord() {
    registry.publish(licensed("Nurse"));
    EntityReceipt nurse =
        registry.create(
            "Nurse",
            "{\"name\": \"N\", \"addresses\": [{\"street\": \"A\"}, {\"street\": \"B\"}]}",
            ANNA);
    for (int i = 0; i < 2; i++) {
      String osid = registry.read(nurse, ANNA).at("/addresses/%d/osid".formatted(i)).textValue();
      decide(raise(nurse, "homes", "{\"addresses\": [\"%s\"]}".formatted(osid)), nurse, i == 0);
    }
    String rejected = "{\"homes\": {\"_osState\": {\"eq\": \"REJECTED\"}%s}}";
    String granted = ", \"_osGrantedAt\": {\"gt\": \"2020-01-01\"}";
    assertEquals(1, search("Nurse", filters(rejected.formatted("")), ADMIN).totalCount());
    assertEquals(0, search("Nurse", filters(rejected.formatted(granted)), ADMIN).totalCount());
  }

  @Test
  void recordsThatACallerDoesNotSeeAreNeitherFoundNorCounted() {
    registry.publish(licensed("Judge").readRoles(Caller.ANONYMOUS_ROLE));
    EntityReceipt refused = licensee("Judge", "J", "2029-01-01", Decision.REJECTED);
    EntityReceipt none = registry.create("Judge", "{\"name\": \"K\"}", ANNA);
    String rejected = filters("{\"licence\": {\"_osState\": {\"eq\": \"REJECTED\"}}}");
    String draft = filters("{\"_osState/until\": {\"eq\": \"DRAFT\"}}");
    for (Caller caller : List.of(Caller.NOBODY, BERT)) {
      assertEquals(0, search("Judge", rejected, caller).totalCount());
      for (String all :
          List.of(
              "{\"not\": {\"licence\": {\"_osState\": {\"eq\": \"REJECTED\"}}}}",
              "{\"licence\": {\"_osState\": {\"neq\": \"REJECTED\"}}}",
              "{\"licence\": {\"exists\": false}}")) {
        assertEquals(2, search("Judge", filters(all), caller).totalCount(), all);
      }
      assertEquals(1, search("Judge", draft, caller).totalCount());
      assertEquals("DRAFT", registry.read(refused, caller).path("_osState/until").textValue());
    }
    assertEquals(1, search("Judge", rejected, ADMIN).totalCount());
    assertEquals(0, search("Judge", draft, ADMIN).totalCount());
    assertFalse(registry.read(none, BERT).has("licence"));
  }

  @Test
  void theEndOfACredentialOverHiddenValuesIsNoOracle() {
    registry.publish(licensed("Pilot").privateFields("until"));
    EntityReceipt pilot = licensee("Pilot", "P", "2029-01-01", Decision.GRANTED);
    String ends = filters("{\"licence\": {\"_osValidUntil\": {\"gt\": \"2028-01-01\"}}}");
    assertEquals("field not allowed", refusal("Pilot", ends, BERT).message());
    assertFalse(registry.read(pilot, BERT).at("/licence/0").has("_osValidUntil"));
    assertEquals(1, search("Pilot", ends, ADMIN).totalCount());

    registry.publish(
        TestType.named("Pilot")
            .revision(2)
            .definition(LICENSED)
            .privateFields("until")
            .policy("licence", LICENCE, "$.name"));
    assertEquals(0, search("Pilot", ends, BERT).totalCount());
    assertEquals(1, search("Pilot", ends, ADMIN).totalCount());
  }

  @Test
  void aRevokedRecordIsValidUntilItsRevocation() {
    registry.publish(licensed("Driver"));
    EntityReceipt driver = licensee("Driver", "D", "2999-01-01", Decision.GRANTED);
    String signed = registry.read(driver, ANNA).at("/licence/0/_osAttestedData").textValue();
    registry.request(
        EntityOperations.REVOKE_CREDENTIAL,
        new RevokeCredentialRequest(
            "Driver", driver.osid(), Json.read(signed).path("id").textValue()),
        ANNA);
    assertFound("Driver", "{\"_osState\": {\"eq\": \"PUBLISHED\"}}", driver);
    assertFound("Driver", "{\"_osValidUntil\": {\"gt\": \"2998-01-01\"}}");
  }

  private static final JsonBytes LICENCE = JsonBytes.of("{\"validUntil\": \"{{until}}\"}");
  private static final String LICENSED =
      """
      {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "name": {"type": "string"},
          "until": {"type": "string"},
          "addresses": {
            "type": "array",
            "items": {"type": "object", "properties": {"street": {"type": "string"}}}
          }
        }
      }
      """;

  private static TestType licensed(String type) {
    return TestType.named(type)
        .definition(LICENSED)
        .policy("licence", LICENCE, "$.name", "$.until")
        .policy("homes", null, "$.addresses");
  }

  private static EntityReceipt licensee(String type, String name, String until, Decision decision) {
    String end = until == null ? "" : ", \"until\": \"%s\"".formatted(until);
    EntityReceipt created =
        registry.create(type, "{\"name\": \"%s\"%s}".formatted(name, end), ANNA);
    decide(raise(created, "licence", null), created, decision == Decision.GRANTED);
    return created;
  }

  private static String raise(EntityReceipt entity, String policy, String osids) {
    return registry
        .request(
            AttestationOperations.RAISE_ATTESTATION,
            new RaiseAttestationRequest(
                entity.type(),
                entity.osid(),
                policy,
                osids == null ? null : JsonBytes.of(osids),
                null),
            ANNA)
        .claimId();
  }

  private static void decide(String claim, EntityReceipt entity, boolean granted) {
    Decision decision = granted ? Decision.GRANTED : Decision.REJECTED;
    registry.deliver(RunningRegistry.decision(entity, claim, decision));
  }

  private static void assertFound(String type, String records, EntityReceipt... expected) {
    List<JsonNode> found =
        data(search(type, filters("{\"licence\": %s}".formatted(records)), BERT));
    assertEquals(
        Stream.of(expected).map(EntityReceipt::osid).toList(),
        found.stream().map(one -> one.path("osid").textValue()).toList(),
        records);
  }

  @Test
  void aTypeThatIsNotSearchedIsForbidden() {
    assertEquals(FailureKind.FORBIDDEN, refusal("Silent", "{}", ADMIN).kind());
  }

  @Test
  void aTextThatIsNoDateIsNotComparedWithDates() {
    registry.publish(
        TestType.named("Dated")
            .definition(
                """
                {"type": "object", "properties": {
                  "born": {"type": "string", "format": "date"},
                  "seen": {"type": ["string", "null"], "format": "date-time"},
                  "opens": {"type": "string", "format": "time"},
                  "days": {"type": "array", "items": {"type": "string", "format": "date"}},
                  "text": {"anyOf": [{"type": "string", "format": "date"}, {"type": "string"}]}}}
                """));
    registry.create("Dated", "{\"born\": \"1990-06-01\", \"text\": \"x\"}", ANNA);
    for (String filter :
        List.of(
            "{'born': {'eq': '01-06-1990'}}",
            "{'born': {'in': ['1990-06-01', '1.6.1990']}}",
            "{'born': {'gte': '01-06-1990'}}",
            "{'born': {'between': ['1990-01-01', '31/12/1990']}}",
            "{'seen': {'lt': '1/6/1990 8:30'}}",
            "{'opens': {'gt': '8:30'}}",
            "{'days': {'eq': '01-06-1990'}}")) {
      Failure refused = refusal("Dated", filters(filter.replace('\'', '"')), ADMIN);
      assertEquals(FailureKind.INVALID, refused.kind(), filter);
      assertEquals("format", refused.violations().getFirst().rule(), filter);
    }
    String message =
        refusal("Dated", filters("{\"born\": {\"eq\": \"01-06-1990\"}}"), ADMIN)
            .violations()
            .getFirst()
            .message();
    assertTrue(message.contains("'born'") && message.contains("1990-06-01"), message);
    for (String filter :
        List.of(
            "{'born': {'eq': '1990-06-01'}}",
            "{'born': {'gte': '1990'}}",
            "{'born': {'lt': '1990-07'}}",
            "{'born': {'startsWith': '1990-'}, 'seen': {'neq': '2026-01-02T03:04:05.6+01:00'}}",
            "{'born': {'neq': null}, 'opens': {'exists': false}}",
            "{'text': {'eq': 'x'}}")) {
      String body = filters(filter.replace('\'', '"'));
      assertEquals(1L, search("Dated", body, ADMIN).totalCount(), filter);
    }
  }

  @Test
  void aTypeWithoutSearchListsNobodyElsesRecords() {
    registry.publish(TestType.named("Quiet").roles("anonymous").withoutSearch());
    registry.create("Quiet", "{\"name\": \"Q\"}", user("quinn"));
    ListEntitiesRequest list = new ListEntitiesRequest("Quiet", 20, 0, List.of(), null);

    assertEquals(
        "registry.search.disabled",
        registry.refusal(EntityOperations.LIST_ENTITIES, list, Caller.NOBODY).code());
    assertEquals(1L, request(list, user("quinn")).totalCount());
  }

  @Test
  void withoutARoleOnlyTheOwnOnesAreFoundInFull() {
    registry.publish(TestType.named("Guarded").roles("keeper").privateFields("phone"));
    registry.create("Guarded", "{\"name\": \"G\", \"phone\": \"p\"}", user("kim", "keeper"));
    String byPhone = filters("{\"phone\": {\"eq\": \"p\"}}");
    assertEquals(1, search("Guarded", byPhone, user("kim")).totalCount());
    assertEquals(FailureKind.FORBIDDEN, refusal("Guarded", byPhone, user("lee")).kind());
    assertEquals(FailureKind.FORBIDDEN, refusal("Guarded", "{}", user("lee")).kind());
    assertEquals("field not allowed", refusal("Guarded", byPhone, user("mia", "keeper")).message());
    assertEquals(FailureKind.UNAUTHENTICATED, refusal("Guarded", "{}", Caller.NOBODY).kind());
  }

  @ParameterizedTest
  @ValueSource(strings = {"$.rows[*][*].code", "$.rows[*].code"})
  void aHiddenFieldInListsOfListsIsKeptAndNotSearched(String hidden) {
    String type = "Nested" + hidden.length();
    registry.publish(
        TestType.named(type)
            .roles("anonymous")
            .privateFields(hidden)
            .definition(
                """
                {"type": "object", "properties": {"name": {"type": "string"}, "rows": {
                  "type": "array", "items": {"type": "array", "items": {"type": "object",
                    "properties": {"code": {"type": "string"}, "label": {"type": "string"}}}}}}}
                """));
    EntityReceipt entity =
        registry.create(type, "{\"rows\": [[{\"code\": \"c\", \"label\": \"l\"}]]}", Caller.NOBODY);
    JsonNode rows = registry.read(entity, ANNA).get("rows");
    JsonBytes body = JsonBytes.of("{\"name\": \"N\", \"rows\": %s}".formatted(rows));

    registry.request(
        EntityOperations.REPLACE_ENTITY,
        new ReplaceEntityRequest(type, entity.osid(), body, null),
        ANNA);

    assertFalse(rows.toString().contains("code"), rows.toString());
    assertEquals("c", registry.read(entity, ADMIN).at("/rows/0/0/code").textValue());
    String byCode = filters("{\"rows\": {\"code\": {\"eq\": \"c\"}}}");
    assertEquals("registry.search.field-not-allowed", refusal(type, byCode, ANNA).code());
    assertEquals(1L, search(type, byCode, ADMIN).totalCount());
  }

  @Test
  void anOwnerIsNobodyWhoseIdIsOnlyAlike() {
    registry.publish(TestType.named("Whole").roles("keeper"));
    registry.create("Whole", "{\"name\": \"W\"}", user("ann-10", "keeper"));
    ListEntitiesRequest own = new ListEntitiesRequest("Whole", 20, 0, List.of(), null);
    assertEquals(1L, request(own, user("ann-10")).totalCount());
    for (String alike : List.of("ann-1", "ann-100", "nn-10", "ANN-10", "ann_10", "ann%")) {
      assertEquals(0L, request(own, user(alike)).totalCount(), alike);
      assertEquals(FailureKind.FORBIDDEN, refusal("Whole", "{}", user(alike)).kind(), alike);
    }
  }

  private static EntitiesView request(ListEntitiesRequest request, Caller caller) {
    return registry.request(EntityOperations.LIST_ENTITIES, request, caller);
  }

  @Test
  void listsAreSortedAndPaged() {
    ListEntitiesRequest request =
        new ListEntitiesRequest("Member", 3, 1, List.of("-age", "name"), null);
    EntitiesView page = registry.request(EntityOperations.LIST_ENTITIES, request, ANNA);
    List<String> names = data(page).stream().map(e -> e.path("name").textValue()).toList();
    assertEquals(List.of("M5", "M8", "M1"), names);
    assertEquals(9L, page.totalCount());
    Failure tooMany =
        registry.refusal(
            EntityOperations.LIST_ENTITIES,
            new ListEntitiesRequest("Member", 1001, 0, List.of(), null),
            ANNA);
    assertEquals(FailureKind.INVALID, tooMany.kind());
  }

  @Test
  void aListGoesOnFromItsCursorAndBack() {
    List<String> sort = List.of("name");
    EntitiesView first = request(new ListEntitiesRequest("Member", 4, 0, sort, null), ANNA);
    EntitiesView second =
        request(new ListEntitiesRequest("Member", 4, 0, sort, first.nextCursor()), ANNA);
    EntitiesView back =
        request(new ListEntitiesRequest("Member", 4, 0, sort, second.previousCursor()), ANNA);

    assertEquals(List.of("M5", "M6", "M7", "M8"), names(second));
    assertEquals(first.data(), back.data());
    assertNull(first.previousCursor());
    ListEntitiesRequest both = new ListEntitiesRequest("Member", 4, 1, sort, first.nextCursor());
    assertEquals(
        FailureKind.INVALID, registry.refusal(EntityOperations.LIST_ENTITIES, both, ANNA).kind());
  }

  @Test
  void limitAndOffsetAreTakenAsTextOfDigits() {
    EntitiesView numbers = search("Member", "{\"limit\": 2, \"offset\": 3}", ANNA);

    assertEquals(
        numbers.data(),
        search("Member", "{\"limit\": \"2\", \"offset\": \"3\", \"count\": \"auto\"}", ANNA)
            .data());
    for (String wrong :
        List.of("\"\"", "\"-1\"", "\"2.0\"", "\" 2\"", "\"1001\"", "2.5", "\"٣\"")) {
      Failure refused = refusal("Member", "{\"limit\": %s}".formatted(wrong), ANNA);
      assertEquals("/limit", refused.violations().get(0).pointer(), wrong);
    }
  }

  private static List<String> names(EntitiesView page) {
    return data(page).stream().map(e -> e.path("name").textValue()).toList();
  }

  @Test
  void theFailureOfASearchThatTakesTooLongNamesTheRemedy() {
    registry.publish(TestType.named("Slow").indexed("name"));
    registry.create("Slow", "{\"name\": \"S\"}", ANNA);
    registry.asAdministrator(
        """
        INSERT INTO entity (type, id, version, body, owners, complete, attestations,
          created_at, updated_at)
        SELECT type, uuidv7(), version, body || jsonb_build_object('note', repeat('x', 20000)),
          owners, complete, attestations, created_at, updated_at
        FROM entity, generate_series(1, 5000)
        WHERE type = (SELECT number FROM entity_type WHERE name = 'Slow')
        """);
    String hard =
        IntStream.range(0, 100)
            .mapToObj(i -> "{\"note\": {\"containsIgnoreCase\": \"%d\"}}".formatted(i))
            .collect(Collectors.joining(",", "{\"or\": [", "]}"));
    String body = "{\"filters\": %s, \"sort\": [\"name\", \"contact.city\"]}".formatted(hard);
    Failure failure;
    try (RunningRegistry hasty =
        RunningRegistry.sharing(registry, Map.of("POSTGRES_SEARCH_TIMEOUT", "PT0.2S"))) {
      failure = hasty.refusal(EntityOperations.SEARCH_ENTITIES, request("Slow", body), BERT);
    }
    assertEquals(FailureKind.TIMEOUT, failure.kind());
    assertTrue(
        failure
            .message()
            .contains("have no index: note, contact.city; add them to indexFields of the type"),
        failure.message());
  }

  private static String pointer(Failure failure) {
    return failure.violations().get(0).pointer();
  }

  private static String filters(String filters) {
    return "{\"filters\": %s}".formatted(filters);
  }

  private static long count(String filters) {
    return search("Member", filters(filters), BERT).totalCount();
  }

  private static long adminCount(String filters) {
    return search("Member", filters(filters), ADMIN).totalCount();
  }

  private static SearchEntitiesRequest request(String type, String body) {
    return new SearchEntitiesRequest(type, JsonBytes.of(body));
  }

  private static EntitiesView search(String type, String body, Caller caller) {
    return registry.request(EntityOperations.SEARCH_ENTITIES, request(type, body), caller);
  }

  private static Failure refusal(String type, String body, Caller caller) {
    return registry.refusal(EntityOperations.SEARCH_ENTITIES, request(type, body), caller);
  }

  private static List<JsonNode> data(EntitiesView page) {
    return page.data().stream().map(Json::read).toList();
  }
}

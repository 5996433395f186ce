package org.attestry.registry;

import static org.attestry.contracts.registry.AttestationOperations.FIND_CALLER_RECORDS;
import static org.attestry.contracts.registry.AttestationOperations.RAISE_ATTESTATION;
import static org.attestry.contracts.registry.BulkOperations.IMPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.READ_IMPORT_ERRORS;
import static org.attestry.contracts.registry.EntityOperations.ADD_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CHANGE_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.DELETE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.LIST_ENTITIES;
import static org.attestry.contracts.registry.EntityOperations.READ_HISTORY;
import static org.attestry.contracts.registry.EntityOperations.SEARCH_ENTITIES;
import static org.attestry.contracts.registry.EntityOperations.SUSPEND_CREDENTIAL;
import static org.attestry.registry.RunningRegistry.TEACHER;
import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.registry.RunningRegistry.creation;
import static org.attestry.registry.RunningRegistry.decision;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.condition.CallerRecords;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations.AttestationReceipt;
import org.attestry.contracts.registry.AttestationOperations.FindCallerRecordsRequest;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.BulkOperations;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportErrorsView;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.contracts.registry.BulkOperations.ReadImportErrorsRequest;
import org.attestry.contracts.registry.BulkOperations.StartImportRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.AddPropertyRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.HistoryView;
import org.attestry.contracts.registry.EntityOperations.ListEntitiesRequest;
import org.attestry.contracts.registry.EntityOperations.ReadHistoryRequest;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.contracts.registry.EntityOperations.SuspendCredentialRequest;
import org.attestry.contracts.schema.DecisionRules;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Callers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The limits of single requests, and the replies beyond them. */
class LimitsIT {

  private static final Caller ANNA = user("anna");

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry =
        RunningRegistry.with(
            Map.of("LIMITS_PAGE_BYTES", "100000", "LIMITS_ENTITY_BYTES", "200000"));
    registry.publish(TestType.named("Teacher"));
    registry.teacher(TEACHER, "Ulm");
    registry.publish(TestType.named("Person").policy("identity", null, "$.name"));
    registry.publish(
        TestType.named("Open")
            .roles("anonymous")
            .definition(
                "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}"));
  }

  @Test
  void repliesBoundedlyToManyWrongItems() {
    Failure refused = registry.refusal(CREATE_ENTITY, creation("Person", tags(199_900)), ANNA);

    assertEquals(FailureKind.INVALID, refused.kind());
    assertEquals(100, refused.violations().size());
    assertEquals(199_800, refused.moreViolations());
    registry.create("Person", "{\"name\": \"Anna\"}", ANNA);
  }

  @Test
  void refusesMoreValuesThanADocumentMayHave() {
    Failure refused = registry.refusal(CREATE_ENTITY, creation("Person", tags(200_000)), ANNA);

    assertEquals(FailureKind.TOO_LARGE, refused.kind());
    assertEquals("json.too-large", refused.code());
    registry.create("Person", "{\"name\": \"Anna\"}", ANNA);
  }

  private static String tags(int count) {
    return "{\"name\": \"Anna\", \"tags\": [1%s]}".formatted(",1".repeat(count - 1));
  }

  @Test
  void headerOfManyColumnsKeepsNobodyFromCreating() {
    List<String> titles = IntStream.range(0, 100_000).mapToObj("c%d"::formatted).toList();
    List<Future<?>> imports = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String id = startImport("Open", ANNA);
      List<ImportRow> rows = List.of(new ImportRow(2, 1, JsonBytes.of("[\"x\"]"), null));
      imports.add(
          registry.begin(
              IMPORT_ENTITIES,
              new ImportEntitiesRequest("Open", id, 0, 0L, titles, rows, true),
              ANNA));
    }
    registry.create("Open", "{\"name\": \"x\"}", ANNA);
    for (Future<?> each : imports) {
      Failure refused = RunningRegistry.refusal(each);
      assertEquals(FailureKind.INVALID, refused.kind());
      assertEquals("registry.columns.too-many", refused.code());
    }
  }

  @Test
  void numbersThatAreNoneAreRefusedWithTheirPlace() {
    for (String number : List.of("1e-2147483648", "1e99999999999999999999", "-1E+999999999999")) {
      Failure create =
          registry.refusal(
              CREATE_ENTITY, creation("Open", "{\"a\": [%s]}".formatted(number)), ANNA);
      assertEquals(FailureKind.INVALID, create.kind());
      assertEquals("/a/0", create.violations().getFirst().pointer());
      Failure search = searchRefusal("{\"filters\": {\"age\": {\"gt\": %s}}}".formatted(number));
      assertEquals(FailureKind.INVALID, search.kind());
      assertEquals("/filters/age/gt", search.violations().getFirst().pointer());
    }
  }

  @Test
  void everyOperandIsRefusedOrFindsNothing() {
    registry.create("Person", "{\"name\": \"Anna\", \"age\": 4}", ANNA);
    List<String> operands =
        List.of(
            "\"+999999999-12-31T23:59:59Z\"",
            "\"-999999999-01-01T00:00:00+18:00\"",
            "\"9999-12-31T23:59:59-18:00\"",
            "\"0000-01-01T00:00:00Z\"",
            "\"0001-01-01\"",
            "\"2026-02-30\"",
            "\"\"",
            "\"00000000-0000-0000-0000-000000000000\"",
            "\"ffffffff-ffff-ffff-ffff-ffffffffffff\"",
            "\"1-2-3-4-5\"",
            "\"%_\\\\\\\\'\\\"\"",
            "\"\\u0001\\uffff\"",
            "\"" + "x".repeat(2_000) + "\"",
            "1e308",
            "-1e-324",
            "9".repeat(300),
            "true",
            "null",
            "[]",
            "{}",
            "[\"a\", null, 1, true]",
            "[null, null]",
            "[\"0001-01-01\", \"9999-12-31\"]");
    List<String> fields =
        List.of(
            "osid",
            "osCreatedAt",
            "osUpdatedAt",
            "osCreatedBy",
            "_osState/name",
            "name",
            "age",
            "note",
            "tags",
            "contact",
            "addresses");
    List<String> operators =
        List.of(
            "eq",
            "neq",
            "gt",
            "lte",
            "between",
            "in",
            "nin",
            "or",
            "contains",
            "startsWith",
            "endsWithIgnoreCase",
            "eqIgnoreCase",
            "inIgnoreCase",
            "exists");
    for (String field : fields) {
      for (String operator : operators) {
        for (String operand : operands) {
          String filter = "{\"%s\": {\"%s\": %s}}".formatted(field, operator, operand);
          assertReplied("{\"filters\": %s, \"count\": \"none\"}".formatted(filter));
        }
      }
    }
  }

  @Test
  void everythingElseOfASearchSucceedsOrIsRefused() {
    String nested = "{\"not\":".repeat(60) + "{\"name\":{\"eq\":1}}" + "}".repeat(60);
    for (String query :
        List.of(
            "{\"cursor\": \"x.y\"}",
            "{\"cursor\": \"%s\"}".formatted("A".repeat(8_000) + "." + "A".repeat(100)),
            "{\"cursor\": \"\\u00e4.\\ud83d\\ude00\"}",
            "{\"limit\": 1e300}",
            "{\"limit\": 0.5}",
            "{\"offset\": 99999999999999999999}",
            "{\"sort\": [\"a\\u0001\"]}",
            "{\"sort\": [\"%s\"]}".formatted("a.".repeat(499) + "a"),
            "{\"sort\": [%s\"name\"]}".formatted("\"name\",".repeat(7)),
            "{\"fields\": [%s\"name\"]}".formatted("\"note.x\",".repeat(199)),
            "{\"fields\": [\"%s\"]}".formatted("note" + ".x".repeat(400)),
            "{\"filters\": {\"note\": {\"%s\": {\"eq\": 1}}}}".formatted("x".repeat(900)),
            "{\"filters\": %s}".formatted(nested))) {
      assertReplied(query);
    }
    for (String sort : List.of("\0", "note.\0", "a[", "-", "+", "x".repeat(5_000))) {
      assertReplied(
          registry.begin(
              LIST_ENTITIES, new ListEntitiesRequest("Open", 20, 0, List.of(sort), null), ANNA),
          sort);
    }
  }

  @Test
  void valuesOfAFilterAreLimitedInAll() {
    String ids =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "\"" + UUID.randomUUID() + "\"")
            .collect(Collectors.joining(","));
    String in = "{\"osid\": {\"in\": [%s]}}".formatted(ids);
    assertReplied("{\"filters\": {\"or\": [%s, %s]}}".formatted(in, in));

    Failure refused = searchRefusal("{\"filters\": {\"or\": [%1$s, %1$s, %1$s]}}".formatted(in));

    assertEquals(FailureKind.INVALID, refused.kind());
    assertTrue(refused.message().contains("2000"), refused.message());
  }

  @Test
  void pageOfLargeEntitiesEndsEarlyAndTheNextOneGoesOnBehindIt() {
    List<Integer> sizes = List.of(60_000, 30_000, 150_000, 10, 10, 95_000, 20_000, 70_000);
    String type = "Large";
    registry.publish(TestType.named(type).roles("anonymous"));
    List<String> names = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      names.add("N" + i);
      String age = i % 2 == 0 ? ", \"age\": 1" : "";
      String json = "{\"name\": \"N%d\", \"note\": \"%s\"%s}";
      registry.create(type, json.formatted(i, "x".repeat(sizes.get(i)), age), ANNA);
    }

    assertPagesHave(names, List.of(2, 1, 3, 2), page -> owned(type, List.of(), page));
    assertPagesHave(names, List.of(2, 1, 3, 2), page -> found(type, "[]", page));
    List<String> byAge = List.of("N0", "N2", "N4", "N6", "N1", "N3", "N5", "N7");
    assertPagesHave(byAge, List.of(1, 1, 4, 1, 1), page -> owned(type, List.of("age"), page));

    EntitiesView first =
        registry.request(
            LIST_ENTITIES, new ListEntitiesRequest(type, 1_000, 0, List.of(), null), ANNA);
    EntitiesView behind =
        registry.request(
            LIST_ENTITIES,
            new ListEntitiesRequest(type, 1_000, first.data().size(), List.of(), null),
            ANNA);
    assertEquals(8, first.totalCount());
    assertEquals(8, behind.totalCount());
    assertEquals(List.of("N2"), names(behind));
  }

  /** Pages from the first to the last, and from there back to the first. */
  private static void assertPagesHave(
      List<String> names, List<Integer> sizes, Function<String, EntitiesView> read) {
    List<List<String>> pages = new ArrayList<>();
    EntitiesView page = read.apply(null);
    pages.add(names(page));
    while (page.nextCursor() != null) {
      page = read.apply(page.nextCursor());
      pages.add(names(page));
    }
    assertEquals(names, pages.stream().flatMap(List::stream).toList());
    assertEquals(sizes, pages.stream().map(List::size).toList());
    List<String> backwards = new ArrayList<>(names(page).reversed());
    while (page.previousCursor() != null) {
      page = read.apply(page.previousCursor());
      assertTrue(!page.data().isEmpty());
      backwards.addAll(names(page).reversed());
    }
    assertEquals(names.reversed(), backwards);
  }

  private static EntitiesView owned(String type, List<String> sort, String cursor) {
    return registry.request(
        LIST_ENTITIES, new ListEntitiesRequest(type, 1_000, 0, sort, cursor), ANNA);
  }

  private static EntitiesView found(String type, String sort, String cursor) {
    String from = cursor == null ? "" : ", \"cursor\": \"%s\"".formatted(cursor);
    String query = "{\"sort\": %s, \"fields\": [\"name\"], \"limit\": 1000%s}";
    return registry.request(
        SEARCH_ENTITIES,
        new SearchEntitiesRequest(type, JsonBytes.of(query.formatted(sort, from))),
        Caller.NOBODY);
  }

  private static List<String> names(EntitiesView page) {
    return page.data().stream().map(each -> Json.read(each).get("name").textValue()).toList();
  }

  @Test
  void historyOfLargeChangesIsReadInParts() {
    EntityReceipt entity = registry.create("Person", "{\"name\": \"A\", \"note\": \"\"}", ANNA);
    for (int i = 0; i < 4; i++) {
      String text = "\"%s\"".formatted(Integer.toString(i).repeat(30_000));
      registry.request(CHANGE_PROPERTY, change(entity, "note", text, false), ANNA);
    }
    String large = "\"%s\"".formatted("x".repeat(120_000));
    registry.request(CHANGE_PROPERTY, change(entity, "note", large, false), ANNA);

    List<Long> versions = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    HistoryView page;
    do {
      page =
          registry.request(
              READ_HISTORY,
              new ReadHistoryRequest("Person", entity.osid(), 9, versions.size()),
              ANNA);
      assertEquals(6, page.totalCount());
      page.data().forEach(entry -> versions.add(entry.version()));
      sizes.add(page.data().size());
    } while (versions.size() < page.totalCount());
    assertEquals(List.of(6L, 5L, 4L, 3L, 2L, 1L), versions);
    assertEquals(List.of(1, 1, 1, 3), sizes);
  }

  @Test
  void entityThatGrowsTooLargeStaysAsItIs() {
    EntityReceipt entity = registry.create("Open", "{\"list\": []}", ANNA);
    AddPropertyRequest addition =
        new AddPropertyRequest(
            "Open",
            entity.osid(),
            List.of("list"),
            JsonBytes.of("\"%s\"".formatted("x".repeat(90_000))),
            null);
    registry.request(ADD_PROPERTY, addition, ANNA);
    registry.request(ADD_PROPERTY, addition, ANNA);

    Failure refused = registry.refusal(ADD_PROPERTY, addition, ANNA);

    assertEquals(FailureKind.TOO_LARGE, refused.kind());
    assertEquals(2, registry.read(entity, ANNA).path("list").size());
  }

  @Test
  void ownerWhoFillsAnEntityPreventsNeitherARejectionNorASuspension() {
    registry.publish(
        TestType.named("Filled")
            .policy("licence", JsonBytes.of("{\"type\": [\"VerifiableCredential\"]}"), "$.name")
            .policy("other", null, "$.age")
            .rules("licence", new DecisionRules(1, null, false, true, null)));
    EntityReceipt entity =
        registry.create("Filled", "{\"name\": \"A\", \"age\": 1, \"note\": \"\"}", ANNA);
    AttestationReceipt licence = sent(entity, "licence");
    registry.deliver(decision(entity, licence.claimId(), Decision.GRANTED));
    AttestationReceipt other = sent(entity, "other");
    fill(entity);

    registry.deliver(decision(entity, other.claimId(), Decision.REJECTED));
    registry.request(
        SUSPEND_CREDENTIAL,
        new SuspendCredentialRequest(
            "Filled",
            entity.osid(),
            null,
            "licence",
            licence.attestationOSID(),
            null,
            "r".repeat(EntityOperations.MOST_REASON)),
        TEACHER);

    assertEquals(
        "SUSPENDED",
        registry.read(entity, ANNA).at("/licence/0/_osCredentialStatus/status").textValue());
    fill(entity);
    registry.request(
        DELETE_ENTITY, new DeleteEntityRequest("Filled", entity.osid(), null), Callers.admin());
  }

  private static AttestationReceipt sent(EntityReceipt entity, String policy) {
    return registry.request(
        RAISE_ATTESTATION,
        new RaiseAttestationRequest(entity.type(), entity.osid(), policy, null, null),
        ANNA);
  }

  /** Makes a note as long as possible. */
  private static void fill(EntityReceipt entity) {
    int fits = 0;
    int tooLong = 200_000;
    while (tooLong - fits > 1) {
      int length = (fits + tooLong) / 2;
      String note = "\"%s\"".formatted("x".repeat(length));
      Future<?> changed =
          registry.begin(CHANGE_PROPERTY, change(entity, "note", note, false), ANNA);
      if (await(changed.map(true).otherwise(false))) {
        fits = length;
      } else {
        assertEquals("registry.entity.too-large", RunningRegistry.refusal(changed).code());
        tooLong = length;
      }
    }
    assertTrue(fits > 100_000);
  }

  @Test
  void anImportStoresNoEntityThatACreateWouldNotStore() {
    String objects = "{\"name\": \"B\", \"list\": [{}%s]}".formatted(",{}".repeat(5_000));
    assertEquals(
        FailureKind.TOO_LARGE,
        registry.refusal(CREATE_ENTITY, creation("Open", objects), ANNA).kind());
    String id = startImport("Open", ANNA);
    List<ImportRow> rows =
        List.of(
            new ImportRow(1, 1, JsonBytes.of("{\"name\": \"A\"}"), null),
            new ImportRow(2, 2, JsonBytes.of(objects), null),
            new ImportRow(3, 3, JsonBytes.of("{\"name\": \"C\"}"), null));

    ImportView done =
        registry.request(
            IMPORT_ENTITIES, new ImportEntitiesRequest("Open", id, 0, 0L, null, rows, true), ANNA);

    assertEquals(2, done.created());
    assertEquals(1, done.refused());
  }

  @Test
  void anImportListsNoMoreErrorsThanItsSizeExplains() {
    String names =
        IntStream.range(0, 100).mapToObj(n -> "\"n" + n + "\"").collect(Collectors.joining(","));
    registry.publish(
        TestType.named("Demanding")
            .definition("{\"type\": \"object\", \"required\": [%s]}".formatted(names)));
    String id = startImport("Demanding", ANNA);
    List<ImportRow> rows =
        IntStream.rangeClosed(1, 500)
            .mapToObj(n -> new ImportRow(n, n, JsonBytes.of("{}"), null))
            .toList();

    ImportView done =
        registry.request(
            IMPORT_ENTITIES,
            new ImportEntitiesRequest("Demanding", id, 0, 0L, null, rows, true),
            ANNA);

    assertEquals(500, done.refused());
    Map<Long, Long> errors = errorsByRow("Demanding", id);
    assertEquals(500, errors.size());
    assertEquals(20 * 100 + 480, errors.values().stream().mapToLong(count -> count).sum());
  }

  private static Map<Long, Long> errorsByRow(String type, String id) {
    Map<Long, Long> errors = new HashMap<>();
    String after = null;
    do {
      ImportErrorsView page =
          registry.request(
              READ_IMPORT_ERRORS, new ReadImportErrorsRequest(type, id, after, 1_000), ANNA);
      page.errors().forEach(error -> errors.merge(error.row(), 1L, Long::sum));
      after = page.next();
    } while (after != null);
    return errors;
  }

  @Test
  void ownRecordsAreAllFoundPageByPage() {
    Caller owner = user("owner-of-many");
    String id = startImport("Open", owner);
    for (int batch = 0; batch < 3; batch++) {
      List<ImportRow> rows = new ArrayList<>();
      for (int row = batch * 400 + 1; row <= (batch + 1) * 400; row++) {
        String json = "{\"name\": \"n%d\", \"other\": 1}".formatted(row);
        rows.add(new ImportRow(row, row, JsonBytes.of(json), null));
      }
      registry.request(
          IMPORT_ENTITIES,
          new ImportEntitiesRequest("Open", id, batch * 400L, batch * 400L, null, rows, batch == 2),
          owner);
    }

    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    CallerRecords compared =
        new CallerRecords(
            registry.vertx,
            "records",
            256L << 20,
            new Workers(registry.vertx, "compare", 1, 64, meters),
            meters);
    CallContext call = new CallContext(owner, "call", Deadline.in(Duration.ofMinutes(1)), null);
    List<JsonNode> records =
        await(
            compared.all(
                new FindCallerRecordsRequest("Open", List.of(FieldPath.of("name")), null),
                call,
                request -> registry.begin(FIND_CALLER_RECORDS, request, owner)));

    assertEquals(1_200, records.stream().map(r -> r.path("name").textValue()).distinct().count());
    assertTrue(records.stream().noneMatch(record -> record.has("other")));
  }

  private static String startImport(String type, Caller caller) {
    String id = UUID.randomUUID().toString();
    return registry
        .request(BulkOperations.START_IMPORT, new StartImportRequest(type, id, false, null), caller)
        .id();
  }

  private static Failure searchRefusal(String query) {
    return registry.refusal(
        SEARCH_ENTITIES, new SearchEntitiesRequest("Person", JsonBytes.of(query)), ANNA);
  }

  private static void assertReplied(String query) {
    assertReplied(
        registry.begin(
            SEARCH_ENTITIES, new SearchEntitiesRequest("Person", JsonBytes.of(query)), ANNA),
        query);
  }

  private static void assertReplied(Future<?> reply, String what) {
    try {
      await(reply);
    } catch (FailureException refused) {
      FailureKind kind = refused.failure().kind();
      String said = "%s: %s".formatted(kind, what.substring(0, Math.min(200, what.length())));
      assertNotEquals(FailureKind.INTERNAL, kind, said);
      assertNotEquals(FailureKind.TIMEOUT, kind, said);
      assertNotEquals(FailureKind.UNAVAILABLE, kind, said);
    }
  }
}

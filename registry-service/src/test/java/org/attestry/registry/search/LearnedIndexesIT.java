package org.attestry.registry.search;

import static org.attestry.contracts.registry.TypeOperations.CHANGE_INDEX;
import static org.attestry.contracts.registry.TypeOperations.DROP_INDEX;
import static org.attestry.contracts.registry.TypeOperations.LIST_INDEXES;
import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.contracts.registry.TypeOperations.ChangeIndexRequest;
import org.attestry.contracts.registry.TypeOperations.DropIndexRequest;
import org.attestry.contracts.registry.TypeOperations.ListIndexesRequest;
import org.attestry.contracts.schema.TypeIndex;
import org.attestry.registry.RunningRegistry;
import org.attestry.registry.TestType;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.Test;

/** Searches add indexes to a type that it does not declare, and those go when nobody uses them. */
class LearnedIndexesIT {

  private static final Caller ANNA = user("anna");
  private static final String DEFINITION =
      """
      {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"},
        "n": {"type": "number"}, "tags": {"type": "array", "items": {"type": "string"}}}}
      """;

  /** Every search counts as costly, and three of them are enough. */
  private static RunningRegistry registry(Map<String, String> more) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of("LEARNING_WORK", "PT0S", "LEARNING_ENTITIES", "2", "LEARNING_SEARCHES", "3"));
    settings.putAll(more);
    return RunningRegistry.with(settings);
  }

  @Test
  void searchesThatLackAnIndexAddItOnceForAllReplicas() {
    RunningRegistry registry = registry(Map.of());
    try (registry;
        RunningRegistry other = RunningRegistry.sharing(registry, learning())) {
      fill(registry, "Both");
      List<Future<EntitiesView>> searches = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        searches.add(asked(registry, "Both", "{\"n\": {\"gte\": 2}}"));
        searches.add(asked(other, "Both", "{\"n\": {\"gte\": 2}}"));
      }
      await(Future.all(searches));

      Eventually.until(() -> learned(registry), List.of("STATISTICS $.n", "VALUES $.n")::equals);
      assertEquals(1, indexes(registry, "Both"));
      assertEquals(2, found(other, "Both", "{\"n\": {\"gte\": 2}}"));
    }
    assertEquals(
        "0",
        registry.database.single(
            "SELECT deadlocks::text FROM pg_stat_database WHERE datname = current_database()"));
  }

  @Test
  void searchesByTheStateOfRecordsAddAnIndexOfThem() {
    try (RunningRegistry registry = registry(Map.of())) {
      registry.publish(
          TestType.named("Licensed").definition(DEFINITION).policy("o'licence", null, "$.a"));
      registry.publish(TestType.named("Teacher"));
      for (int i = 0; i < 5; i++) {
        EntityReceipt stored = registry.create("Licensed", "{\"a\": \"x\"}", ANNA);
        if (i > 2) {
          registry.request(
              AttestationOperations.RAISE_ATTESTATION,
              new RaiseAttestationRequest("Licensed", stored.osid(), "o'licence", null, null),
              ANNA);
        }
      }
      registry.database.execute("ANALYZE " + registry.table("Licensed"));
      String open = "{\"o'licence\": {\"_osState\": {\"eq\": \"ATTESTATION_REQUESTED\"}}}";
      for (int i = 0; i < 3; i++) {
        assertEquals(2, found(registry, "Licensed", open));
      }
      Eventually.until(() -> indexes(registry, "Licensed"), n -> n == 1);
      assertEquals(List.of("ITEMS $['o\\'licence']"), learned(registry));
      assertEquals(2, found(registry, "Licensed", open));
      String index =
          registry.database.single(
              """
              SELECT string_agg(indexdef, ' ') FROM pg_indexes
              WHERE tablename = ? AND indexdef LIKE '%jsonb_path_query_array%'
              """,
              registry.table("Licensed"));
      assertTrue(index.contains("o''licence"), index);
    }
  }

  @Test
  void fewSearchesAndFewEntitiesAddNoIndex() {
    try (RunningRegistry registry = registry(Map.of("LEARNING_ENTITIES", "10"))) {
      fill(registry, "Few");
      for (int i = 0; i < 5; i++) {
        fill(registry, "Many");
        fill(registry, "Seldom");
      }
      for (int i = 0; i < 3; i++) {
        found(registry, "Few", "{\"n\": {\"eq\": 1}}");
        found(registry, "Many", "{\"n\": {\"eq\": 1}}");
      }
      found(registry, "Seldom", "{\"n\": {\"eq\": 1}}");

      Eventually.until(() -> indexes(registry, "Many"), n -> n == 1);
      assertEquals(0, indexes(registry, "Few"));
      assertEquals(0, indexes(registry, "Seldom"));
    }
  }

  /** As on a busy machine, where every search takes long. */
  @Test
  void searchesThatReadLittleAddNoIndex() {
    try (RunningRegistry registry = registry(Map.of("LEARNING_ENTITIES", "100"))) {
      registry.publish(TestType.named("Little").definition(DEFINITION));
      await(
          Future.all(
              IntStream.range(0, 200)
                  .mapToObj(
                      i ->
                          registry.begin(
                              EntityOperations.CREATE_ENTITY,
                              RunningRegistry.creation("Little", "{\"n\": 1, \"a\": \"x\"}"),
                              ANNA))
                  .toList()));
      registry.database.execute("ANALYZE " + registry.table("Little"));
      String frequent = "{\"filters\": {\"n\": {\"eq\": 1}}, \"limit\": 2, \"count\": \"none\"}";
      page(registry, frequent);
      Eventually.isTrue(() -> learned(registry).contains("STATISTICS $.n"));
      for (int i = 0; i < 6; i++) {
        page(registry, frequent);
        page(registry, "{\"filters\": {\"a\": {\"eq\": \"y\"}}}");
      }
      Eventually.isTrue(() -> learned(registry).contains("VALUES $.a"));
      assertFalse(learned(registry).contains("VALUES $.n"));
      assertEquals(1, indexes(registry, "Little"));
    }
  }

  private static void page(RunningRegistry registry, String body) {
    registry.request(
        EntityOperations.SEARCH_ENTITIES,
        new SearchEntitiesRequest("Little", JsonBytes.of(body)),
        ANNA);
  }

  @Test
  void typeHasNoMoreThanItMay() {
    try (RunningRegistry registry = registry(Map.of("LEARNING_INDEXES", "1"))) {
      fill(registry, "Limited");
      for (int i = 0; i < 4; i++) {
        found(registry, "Limited", "{\"a\": {\"eq\": \"x\"}}");
      }
      Eventually.until(() -> indexes(registry, "Limited"), n -> n == 1);
      for (int i = 0; i < 4; i++) {
        found(registry, "Limited", "{\"a\": {\"contains\": \"xyz\"}}");
        found(registry, "Limited", "{\"tags\": {\"eq\": \"x\"}}");
        found(registry, "Limited", "{\"b\": {\"contains\": \"xyz\"}}");
      }
      Eventually.until(() -> indexes(registry, "Limited"), n -> n == 1);
      assertEquals(
          "1",
          registry.database.single(
              "SELECT count(*)::text FROM learned_index WHERE kind <> 'STATISTICS'"));
    }
  }

  @Test
  void textsOfAnyLengthAreStoredAndFoundBesideALearnedIndex() {
    try (RunningRegistry registry = registry(Map.of())) {
      fill(registry, "Long");
      String text = randomText(100_000);
      registry.create("Long", "{\"a\": \"%s\"}".formatted(text + "1"), ANNA);
      for (int i = 0; i < 3; i++) {
        found(registry, "Long", "{\"a\": {\"eq\": \"x\"}}");
      }
      Eventually.until(() -> indexes(registry, "Long"), n -> n == 1);
      Eventually.isTrue(() -> learned(registry).contains("VALUES $.a"));

      registry.create("Long", "{\"a\": \"%s\"}".formatted(text + "2"), ANNA);
      String beginning = text.substring(0, 1_900);
      registry.create("Long", "{\"a\": \"%s\"}".formatted(beginning + "a"), ANNA);
      registry.create("Long", "{\"a\": \"%s\"}".formatted(beginning + "b"), ANNA);

      assertEquals(1, found(registry, "Long", "{\"a\": {\"eq\": \"%sb\"}}".formatted(beginning)));
      assertEquals(
          4, found(registry, "Long", "{\"a\": {\"startsWith\": \"%s\"}}".formatted(beginning)));
      assertEquals(
          1,
          found(
              registry,
              "Long",
              "{\"a\": {\"gt\": \"%1$sa\", \"lte\": \"%1$sb\"}}".formatted(beginning)));
    }
  }

  @Test
  void unusedIndexIsDroppedAndAPinnedOneStays() {
    try (RunningRegistry registry = registry(Map.of("LEARNING_UNUSED", "PT2S"))) {
      registry.database.execute(
          """
          CREATE FUNCTION pin() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              NEW.pinned := (SELECT name = 'Pinned' FROM entity_type WHERE number = NEW.type);
              RETURN NEW;
            END
          $$;
          CREATE TRIGGER pin BEFORE INSERT ON learned_index FOR EACH ROW EXECUTE FUNCTION pin();
          """);
      for (String type : List.of("Dropped", "Pinned")) {
        fill(registry, type);
        for (int i = 0; i < 3; i++) {
          found(registry, type, "{\"n\": {\"eq\": 1}}");
        }
      }

      Eventually.until(() -> changes(registry, "Dropped"), "4"::equals);
      Eventually.until(() -> learned(registry), List.of("STATISTICS $.n", "VALUES $.n")::equals);
      assertEquals(0, indexes(registry, "Dropped"));
      assertEquals(1, indexes(registry, "Pinned"));
      assertEquals(1, found(registry, "Dropped", "{\"n\": {\"eq\": 1}}"));
    }
  }

  @Test
  void oneCallerAddsNoIndexThatMakesTheWritesOfAllSlower() {
    try (RunningRegistry registry = registry(Map.of())) {
      fill(registry, "Written");
      for (int i = 0; i < 6; i++) {
        found(registry, "Written", "{\"b\": {\"contains\": \"xyz\"}}");
        found(registry, "Written", "{\"n\": {\"eq\": 1}}");
      }
      Eventually.isTrue(() -> learned(registry).contains("VALUES $.n"));
      assertEquals(1, indexes(registry, "Written"));

      for (String other : List.of("bert", "carl")) {
        await(asked(registry, "Written", "{\"b\": {\"contains\": \"xyz\"}}", user(other)));
      }
      Eventually.isTrue(() -> learned(registry).contains("PARTS $.b"));
    }
  }

  @Test
  void firstSearchByAPartOfAnIndexFieldAddsItsIndex() {
    try (RunningRegistry registry = registry(Map.of("LEARNING_INDEXES", "0"))) {
      registry.publish(TestType.named("Parts").definition(DEFINITION).indexed("a", "b"));
      for (int i = 1; i <= 3; i++) {
        registry.create("Parts", "{\"a\": \"wxyz%d\", \"b\": \"x\"}".formatted(i), ANNA);
      }
      registry.database.execute("ANALYZE " + registry.table("Parts"));
      found(registry, "Parts", "{\"a\": {\"eq\": \"wxyz\"}}");
      assertEquals(2, indexes(registry, "Parts"));

      assertEquals(3, found(registry, "Parts", "{\"a\": {\"contains\": \"xyz\"}}"));
      Eventually.until(() -> indexes(registry, "Parts"), n -> n == 3);
      assertEquals(1, found(registry, "Parts", "{\"a\": {\"endsWithIgnoreCase\": \"YZ2\"}}"));
    }
  }

  @Test
  void substringFieldsHaveTheirIndexAtOnce() {
    try (RunningRegistry registry = registry(Map.of())) {
      registry.publish(
          TestType.named("Declared").definition(DEFINITION).indexed("a").substrings("a", "b", "n"));

      assertEquals(
          List.of("VALUES [$.a] false", "PARTS [$.a] false", "PARTS [$.b] false"),
          shown(registry, "Declared").stream()
              .map(i -> "%s %s %s".formatted(i.kind(), i.fields(), i.learned()))
              .toList());
    }
  }

  /** As a version left them that gave each index field such an index. */
  @Test
  void indexesOfPartsThatWereThereBeforeAreKeptUntilNobodyUsesThem() {
    RunningRegistry before = registry(Map.of());
    before.publish(TestType.named("Old").definition(DEFINITION).substrings("a"));
    before.publish(TestType.named("Old").definition(DEFINITION).indexed("a").substrings("a"));
    String type = "name = 'Old'";
    before.close();
    before.database.execute(
        "UPDATE entity_type SET type = replace(type, '\"substringFields\":[\"$.a\"]',"
            + " '\"substringFields\":[]'), indexed = -1, index_changes = 0 WHERE "
            + type);
    assertEquals(2, indexes(before, "Old"));
    try (RunningRegistry after =
        RunningRegistry.sharing(before, learning("LEARNING_UNUSED", "PT3S"))) {
      Eventually.until(() -> indexes(after, "Old"), n -> n == 1);
    }
  }

  @Test
  void adminsSeePinAndDropTheIndexesOfASchema() {
    try (RunningRegistry registry = registry(Map.of())) {
      registry.publish(TestType.named("Shown").definition(DEFINITION).indexed("b").unique("a"));
      for (int i = 1; i <= 3; i++) {
        registry.create("Shown", "{\"a\": \"%d\", \"n\": 1}".formatted(i), ANNA);
      }
      registry.database.execute("ANALYZE " + registry.table("Shown"));
      for (int i = 0; i < 3; i++) {
        found(registry, "Shown", "{\"n\": {\"eq\": 1}}");
      }
      Eventually.isTrue(() -> learned(registry).contains("VALUES $.n"));
      List<TypeIndex> all = shown(registry, "Shown");
      assertEquals(
          List.of(
              "UNIQUE [$.a] false",
              "NORMALIZED [$.a] false",
              "VALUES [$.b] false",
              "VALUES [$.n] true"),
          all.stream().map(i -> "%s %s %s".formatted(i.kind(), i.fields(), i.learned())).toList());
      assertTrue(all.stream().allMatch(index -> index.built() && index.bytes() > 0));

      String id = all.getLast().id();
      registry.request(CHANGE_INDEX, new ChangeIndexRequest(schema("Shown"), id, true), admin());
      assertTrue(shown(registry, "Shown").getLast().pinned());

      registry.request(DROP_INDEX, new DropIndexRequest(schema("Shown"), id), admin());
      assertEquals(3, shown(registry, "Shown").size());
      Eventually.until(() -> indexes(registry, "Shown"), n -> n == 1);
      assertEquals(
          FailureKind.NOT_FOUND,
          registry.refusal(DROP_INDEX, new DropIndexRequest(schema("Shown"), id), admin()).kind());
    }
  }

  @Test
  void nobodyButAdminsSeesOrChangesIndexes() {
    try (RunningRegistry registry = registry(Map.of())) {
      assertEquals(
          FailureKind.FORBIDDEN,
          registry.refusal(LIST_INDEXES, new ListIndexesRequest("s"), ANNA).kind());
      assertEquals(
          FailureKind.FORBIDDEN,
          registry.refusal(CHANGE_INDEX, new ChangeIndexRequest("s", "i", true), ANNA).kind());
      assertEquals(
          FailureKind.UNAUTHENTICATED,
          registry.refusal(DROP_INDEX, new DropIndexRequest("s", "i"), Caller.NOBODY).kind());
    }
  }

  private static List<TypeIndex> shown(RunningRegistry registry, String type) {
    return registry.request(LIST_INDEXES, new ListIndexesRequest(schema(type)), admin()).indexes();
  }

  private static String schema(String type) {
    return "schema-of-" + type;
  }

  private static String changes(RunningRegistry registry, String type) {
    return registry.database.single(
        "SELECT index_changes::text FROM entity_type WHERE name = ?", type);
  }

  private static Map<String, String> learning(String setting, String value) {
    Map<String, String> all = new HashMap<>(learning());
    all.put(setting, value);
    return all;
  }

  private static Map<String, String> learning() {
    return Map.of("LEARNING_WORK", "PT0S", "LEARNING_ENTITIES", "2", "LEARNING_SEARCHES", "3");
  }

  private static void fill(RunningRegistry registry, String type) {
    registry.publish(TestType.named(type).definition(DEFINITION));
    for (int i = 1; i <= 3; i++) {
      registry.create(type, "{\"a\": \"x\", \"b\": \"wxyz\", \"n\": %d}".formatted(i), ANNA);
    }
    registry.database.execute("ANALYZE " + registry.table(type));
  }

  private static String randomText(int length) {
    Random random = new Random(42);
    StringBuilder text = new StringBuilder();
    random.ints(length, 'a', 'z' + 1).forEach(text::appendCodePoint);
    return text.toString();
  }

  private static int found(RunningRegistry registry, String type, String filter) {
    return await(asked(registry, type, filter)).data().size();
  }

  private static Future<EntitiesView> asked(RunningRegistry registry, String type, String filter) {
    return asked(registry, type, filter, ANNA);
  }

  private static Future<EntitiesView> asked(
      RunningRegistry registry, String type, String filter, Caller caller) {
    JsonBytes body = JsonBytes.of("{\"filters\": %s}".formatted(filter));
    return registry.begin(
        EntityOperations.SEARCH_ENTITIES, new SearchEntitiesRequest(type, body), caller);
  }

  private static List<String> learned(RunningRegistry registry) {
    return registry.database.query(
        "SELECT kind || ' ' || field FROM learned_index WHERE built ORDER BY 1");
  }

  private static int indexes(RunningRegistry registry, String type) {
    return Integer.parseInt(
        registry.database.single(
            "SELECT count(*)::text FROM pg_indexes WHERE tablename = ? AND indexname LIKE"
                + " '%\\_i\\_%'",
            registry.table(type)));
  }
}

package org.attestry.registry;

import static org.attestry.contracts.registry.RegistryOperations.ADD_PROPERTY;
import static org.attestry.contracts.registry.RegistryOperations.CHANGE_PROPERTY;
import static org.attestry.contracts.registry.RegistryOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.RegistryOperations.DELETE_ENTITY;
import static org.attestry.contracts.registry.RegistryOperations.INVITE_ENTITY;
import static org.attestry.contracts.registry.RegistryOperations.LIST_ENTITIES;
import static org.attestry.contracts.registry.RegistryOperations.READ_ENTITY;
import static org.attestry.contracts.registry.RegistryOperations.READ_HISTORY;
import static org.attestry.contracts.registry.RegistryOperations.REPLACE_ENTITY;
import static org.attestry.contracts.registry.RegistryOperations.SEARCH_ENTITIES;
import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.registry.RunningRegistry.creation;
import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AddPropertyRequest;
import org.attestry.contracts.registry.ChangePropertyRequest;
import org.attestry.contracts.registry.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityReceipt;
import org.attestry.contracts.registry.HistoryView;
import org.attestry.contracts.registry.InviteEntityRequest;
import org.attestry.contracts.registry.ListEntitiesRequest;
import org.attestry.contracts.registry.ReadEntityRequest;
import org.attestry.contracts.registry.ReadHistoryRequest;
import org.attestry.contracts.registry.ReplaceEntityRequest;
import org.attestry.contracts.registry.SearchEntitiesRequest;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every body and every change of an entity. */
class EntityRulesIT {

  private static final Caller ANNA = user("anna");
  private static final String DEPENDENT =
      """
      {"type": "object", "properties": {"kind": {"type": "string"}, "number": {"type": "integer"}},
       "if": {"required": ["kind"], "properties": {"kind": {"const": "NUMBERED"}}},
       "then": {"required": ["number"]}}
      """;

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(TestType.named("Person").unique("contact.mobile"));
    registry.publish(TestType.named("Dependent").definition(DEPENDENT));
    registry.publish(TestType.named("Anything").definition("{\"type\": \"object\"}"));
    registry.publish(TestType.named("Shown").shows("osCreatedAt"));
  }

  @Test
  void replacementHasNothingOfWhatWasNotSent() {
    EntityReceipt entity =
        registry.create(
            "Person", "{\"name\": \"Anna\", \"age\": 1, \"contact\": {\"city\": \"Ulm\"}}", ANNA);
    replace(entity, "{\"name\": \"Anne\"}", null);
    assertEquals(Set.of("name"), ownNames(registry.read(entity, ANNA)));
  }

  @Test
  void incompleteEntityIsReplacedByACompleteOneAlone() {
    EntityReceipt entity = registry.invite("Person", "{\"phone\": \"9\"}", ANNA);
    ReplaceEntityRequest incomplete =
        new ReplaceEntityRequest("Person", entity.osid(), JsonBytes.of("{\"phone\": \"8\"}"), null);
    Failure refused = registry.refusal(REPLACE_ENTITY, incomplete, admin());
    assertEquals("/name", refused.violations().getFirst().pointer());
    registry.ask(
        REPLACE_ENTITY,
        new ReplaceEntityRequest("Person", entity.osid(), JsonBytes.of("{\"name\": \"Z\"}"), null),
        admin());
  }

  @Test
  void wholeEntityIsValidAfterAChangeOfAProperty() {
    EntityReceipt entity = registry.create("Dependent", "{\"kind\": \"FREE\"}", ANNA);
    ChangePropertyRequest kind = change(entity, "kind", "\"NUMBERED\"", false);
    assertEquals(
        "/number", registry.refusal(CHANGE_PROPERTY, kind, ANNA).violations().getFirst().pointer());
    AddPropertyRequest text = addition(entity, "number", "{\"number\": \"5\"}", null);
    assertEquals(
        "/number", registry.refusal(ADD_PROPERTY, text, ANNA).violations().getFirst().pointer());
    registry.ask(ADD_PROPERTY, addition(entity, "number", "{\"number\": 5}", null), ANNA);
    registry.ask(CHANGE_PROPERTY, kind, ANNA);
    assertEquals("NUMBERED", registry.read(entity, ANNA).path("kind").textValue());
  }

  @Test
  void deletedEntityIsNeitherFoundNorChanged() {
    Caller dora = user("dora");
    EntityReceipt kept = registry.create("Anything", "{\"name\": \"Kept\"}", dora);
    EntityReceipt gone = registry.create("Anything", "{\"name\": \"Gone\"}", dora);
    registry.ask(DELETE_ENTITY, new DeleteEntityRequest("Anything", gone.osid(), null), dora);

    SearchEntitiesRequest search =
        new SearchEntitiesRequest(
            "Anything", JsonBytes.of("{\"filters\": {\"name\": {\"in\": [\"Kept\", \"Gone\"]}}}"));
    assertEquals(1, registry.ask(SEARCH_ENTITIES, search, dora).totalCount());
    ListEntitiesRequest list = new ListEntitiesRequest("Anything", 20, 0);
    assertEquals(
        List.of(kept.osid()),
        registry.ask(LIST_ENTITIES, list, dora).data().stream()
            .map(entity -> Json.read(entity).path("osid").textValue())
            .toList());
    for (Failure refused :
        List.of(
            registry.refusal(REPLACE_ENTITY, replacement(gone, "{\"name\": \"X\"}", null), dora),
            registry.refusal(ADD_PROPERTY, addition(gone, "age", "1", null), dora),
            registry.refusal(CHANGE_PROPERTY, change(gone, "name", "\"X\"", false), dora))) {
      assertEquals(FailureKind.NOT_FOUND, refused.kind());
      assertEquals("entity status is inactive", refused.message());
    }
  }

  @Test
  void ifMatchHoldsForEveryChange() {
    EntityReceipt entity = registry.create("Anything", "{\"a\": 1}", ANNA);
    replace(entity, "{\"a\": 2}", 1L);
    ChangePropertyRequest stale =
        new ChangePropertyRequest(
            "Anything", entity.osid(), List.of("a"), JsonBytes.of("3"), false, null, 1L);
    for (Failure refused :
        List.of(
            registry.refusal(CHANGE_PROPERTY, stale, ANNA),
            registry.refusal(ADD_PROPERTY, addition(entity, "b", "1", 1L), ANNA),
            registry.refusal(
                DELETE_ENTITY, new DeleteEntityRequest("Anything", entity.osid(), 1L), ANNA))) {
      assertEquals(FailureKind.STALE, refused.kind());
    }
    registry.ask(ADD_PROPERTY, addition(entity, "b", "1", 2L), ANNA);
    registry.ask(DELETE_ENTITY, new DeleteEntityRequest("Anything", entity.osid(), 3L), ANNA);
  }

  @Test
  void onlyTheListedSystemFieldsAreShownAndSearched() {
    EntityReceipt entity = registry.create("Shown", "{\"name\": \"Anna\"}", ANNA);
    ObjectNode read = registry.read(entity, ANNA);
    assertTrue(read.has("osCreatedAt"));
    for (String hidden : List.of("osUpdatedAt", "osCreatedBy", "osUpdatedBy")) {
      assertFalse(read.has(hidden), hidden);
      SearchEntitiesRequest search =
          new SearchEntitiesRequest(
              "Shown",
              JsonBytes.of("{\"filters\": {\"%s\": {\"exists\": true}}}".formatted(hidden)));
      assertEquals(
          "field not allowed", registry.refusal(SEARCH_ENTITIES, search, user("x")).message());
    }
    replace(entity, read.put("name", "Anne").toString(), null);
  }

  @Test
  void numbersTextsAndOrderStayAsTheyWereWritten() {
    String written =
        """
        {"numbers":[12345678901234567890.10,1.50,-0.0000010,9007199254740993,0.30],\
        "texts":["10","9","[1]","{}"," a ","a\u0308","\u00e4","😀","\\n",""],\
        "under_score_":{"_x_y_":null},"mixed":[null,true,[],[[1],[]]]}\
        """;
    EntityReceipt entity = registry.create("Anything", written, ANNA);
    String read = read(entity);
    ObjectNode body = (ObjectNode) Json.read(read);
    ObjectNode sent = (ObjectNode) Json.read(written);
    for (String name : List.of("numbers", "texts", "mixed")) {
      assertEquals(sent.get(name).toString(), body.get(name).toString());
    }
    assertTrue(body.at("/under_score_/_x_y_").isNull());
    assertTrue(read.contains("12345678901234567890.10"), read);
    registry.ask(CHANGE_PROPERTY, change(entity, "numbers", "[98.50]", false), ANNA);
    assertTrue(read(entity).contains("[98.50]"));
    registry.ask(CHANGE_PROPERTY, change(entity, "texts", "null", false), ANNA);
    assertTrue(registry.read(entity, ANNA).get("texts").isNull());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"a\": \"x\\u0000\"}", "{\"a\\u0000\": 1}", "{\"a\": [{\"b\": \"\\u0000\"}]}"})
  void nulIsRefusedWhereverItStands(String body) {
    EntityReceipt entity = registry.create("Anything", "{}", ANNA);
    List<Failure> refusals = new ArrayList<>();
    refusals.add(registry.refusal(CREATE_ENTITY, creation("Anything", body), ANNA));
    refusals.add(registry.refusal(REPLACE_ENTITY, replacement(entity, body, null), ANNA));
    refusals.add(registry.refusal(CHANGE_PROPERTY, change(entity, "v", body, false), ANNA));
    refusals.add(registry.refusal(ADD_PROPERTY, addition(entity, "v", body, null), ANNA));
    for (Failure refused : refusals) {
      assertEquals(FailureKind.INVALID, refused.kind());
      assertTrue(refused.message().contains("NUL"), refused.message());
    }
  }

  @Test
  void systemFieldsAreRefusedInEveryBody() {
    EntityReceipt entity = registry.create("Person", "{\"name\": \"Anna\"}", ANNA);
    String nested = "{\"name\": \"Anna\", \"contact\": {\"_osState/city\": \"PUBLISHED\"}}";
    List<Failure> refusals = new ArrayList<>();
    refusals.add(
        registry.refusal(
            INVITE_ENTITY, new InviteEntityRequest("Person", JsonBytes.of(nested)), ANNA));
    refusals.add(registry.refusal(REPLACE_ENTITY, replacement(entity, nested, null), ANNA));
    refusals.add(
        registry.refusal(
            CHANGE_PROPERTY, change(entity, "contact", "{\"osCreatedBy\": \"x\"}", false), ANNA));
    refusals.add(
        registry.refusal(
            ADD_PROPERTY, addition(entity, "contact", "{\"_osSignedData\": \"\"}", null), ANNA));
    refusals.add(
        registry.refusal(ADD_PROPERTY, addition(entity, "_osSignedData", "\"\"", null), ANNA));
    for (Failure refused : refusals) {
      assertEquals("registry.entity.system-field", refused.code());
    }
  }

  @Test
  void uniqueFieldBelowAnotherIsNamedWithoutTheDatabasesWords() {
    String json = "{\"name\": \"A\", \"contact\": {\"mobile\": \"+49-1\"}}";
    registry.create("Person", json, ANNA);
    Failure taken = registry.refusal(CREATE_ENTITY, creation("Person", json), ANNA);
    assertEquals(FailureKind.CONFLICT, taken.kind());
    assertEquals("/contact/mobile", taken.violations().getFirst().pointer());
    assertTrue(taken.message().contains("contact.mobile"), taken.message());
    for (String inside : List.of("+49-1", "duplicate", "constraint", "entity_", "23505")) {
      assertFalse(taken.toString().contains(inside), taken.toString());
    }
  }

  @Test
  void historySaysWhenAndByWhom() {
    Instant before = Instant.now().minusMillis(1);
    EntityReceipt entity = registry.create("Anything", "{\"a\": 1}", ANNA);
    registry.ask(CHANGE_PROPERTY, change(entity, "a", "2", false), admin());
    HistoryView history =
        registry.ask(READ_HISTORY, new ReadHistoryRequest("Anything", entity.osid(), 20, 0), ANNA);
    for (HistoryView.Entry entry : history.data()) {
      assertFalse(entry.at().isBefore(before) || entry.at().isAfter(Instant.now()), "" + entry);
    }
    assertEquals(admin().userId(), history.data().getFirst().by());
  }

  private static void replace(EntityReceipt entity, String json, Long ifMatch) {
    registry.ask(REPLACE_ENTITY, replacement(entity, json, ifMatch), ANNA);
  }

  private static ReplaceEntityRequest replacement(EntityReceipt entity, String json, Long ifMatch) {
    return new ReplaceEntityRequest(entity.type(), entity.osid(), JsonBytes.of(json), ifMatch);
  }

  private static AddPropertyRequest addition(
      EntityReceipt entity, String property, String json, Long ifMatch) {
    return new AddPropertyRequest(
        entity.type(), entity.osid(), List.of(property), JsonBytes.of(json), ifMatch);
  }

  private static String read(EntityReceipt entity) {
    ReadEntityRequest request = new ReadEntityRequest(entity.type(), entity.osid());
    return registry.ask(READ_ENTITY, request, ANNA).entity().text();
  }

  private static Set<String> ownNames(ObjectNode entity) {
    Set<String> names = new TreeSet<>();
    entity.fieldNames().forEachRemaining(names::add);
    names.removeIf(name -> name.startsWith("os"));
    return names;
  }
}

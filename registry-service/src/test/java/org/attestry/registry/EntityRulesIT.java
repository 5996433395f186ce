package org.attestry.registry;

import static org.attestry.contracts.registry.AttestationOperations.AUTHORIZE_CALLER;
import static org.attestry.contracts.registry.AttestationOperations.RAISE_ATTESTATION;
import static org.attestry.contracts.registry.BulkOperations.EXPORT_ENTITIES;
import static org.attestry.contracts.registry.EntityOperations.ADD_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CHANGE_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.DELETE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.INVITE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.LIST_ENTITIES;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.READ_HISTORY;
import static org.attestry.contracts.registry.EntityOperations.REPLACE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.REVOKE_CREDENTIAL;
import static org.attestry.contracts.registry.EntityOperations.SEARCH_ENTITIES;
import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.registry.RunningRegistry.creation;
import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.BulkOperations.ExportEntitiesRequest;
import org.attestry.contracts.registry.EntityOperations.AddPropertyRequest;
import org.attestry.contracts.registry.EntityOperations.ChangePropertyRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.HistoryView;
import org.attestry.contracts.registry.EntityOperations.InviteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ListEntitiesRequest;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ReadHistoryRequest;
import org.attestry.contracts.registry.EntityOperations.ReplaceEntityRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  private static final String DISTINCT =
      """
      {"type": "object", "maxProperties": 1, "properties": {
         "parts": {"type": "array", "uniqueItems": true, "items": {"maxProperties": 1,
           "propertyNames": {"const": "a"}}}}}
      """;

  private static final String GUARDED =
      """
      {"name": "Guarded", "phone": "111", "tags": ["a"],
       "contact": {"city": "Ulm", "mobile": "222"}}
      """;

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(TestType.named("Person").unique("contact.mobile"));
    registry.publish(TestType.named("Dependent").definition(DEPENDENT));
    registry.publish(TestType.named("Anything").definition("{\"type\": \"object\"}"));
    registry.publish(
        TestType.named("Guarded")
            .roles("anonymous", "clerk")
            .privateFields("phone", "tags", "contact.mobile"));
    registry.publish(TestType.named("Shown").shows("osCreatedAt"));
    registry.publish(TestType.named("Distinct").definition(DISTINCT));
    registry.publish(
        TestType.named("Attested").template("{}").policy("check", null, "$.name", "$.phone"));
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
    registry.request(
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
    registry.request(ADD_PROPERTY, addition(entity, "number", "{\"number\": 5}", null), ANNA);
    registry.request(CHANGE_PROPERTY, kind, ANNA);
    assertEquals("NUMBERED", registry.read(entity, ANNA).path("kind").textValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\"b", "a\\b", "{a,b}", "NULL", " ", "a,b", "ö'"})
  void ownerIsExactlyTheUserThatTheTokenNames(String id) {
    EntityReceipt entity = registry.create("Shown", "{\"name\": \"A\"}", user(id));
    registry.request(CHANGE_PROPERTY, change(entity, "phone", "\"1\"", false), user(id));
    assertEquals(id, registry.read(entity, user(id)).at("/osOwner/0").textValue());
  }

  @Test
  void deletedEntityIsNeitherFoundNorChanged() {
    Caller dora = user("dora");
    EntityReceipt kept = registry.create("Anything", "{\"name\": \"Kept\"}", dora);
    EntityReceipt gone = registry.create("Anything", "{\"name\": \"Gone\"}", dora);
    registry.request(DELETE_ENTITY, new DeleteEntityRequest("Anything", gone.osid(), null), dora);

    SearchEntitiesRequest search =
        new SearchEntitiesRequest(
            "Anything", JsonBytes.of("{\"filters\": {\"name\": {\"in\": [\"Kept\", \"Gone\"]}}}"));
    assertEquals(1, registry.request(SEARCH_ENTITIES, search, dora).totalCount());
    ListEntitiesRequest list = new ListEntitiesRequest("Anything", 20, 0, List.of(), null);
    assertEquals(
        List.of(kept.osid()),
        registry.request(LIST_ENTITIES, list, dora).data().stream()
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
  void nothingIsDoneWithADeletedEntity() {
    EntityReceipt gone = registry.create("Attested", "{\"name\": \"Gone\"}", ANNA);
    registry.request(DELETE_ENTITY, new DeleteEntityRequest("Attested", gone.osid(), null), ANNA);
    List<Failure> refusals = new ArrayList<>();
    refusals.add(
        registry.refusal(READ_ENTITY, new ReadEntityRequest("Attested", gone.osid()), ANNA));
    refusals.add(
        registry.refusal(
            READ_HISTORY, new ReadHistoryRequest("Attested", gone.osid(), 20, 0), ANNA));
    refusals.add(registry.refusal(CHANGE_PROPERTY, change(gone, "name", "\"Gone\"", true), ANNA));
    refusals.add(
        registry.refusal(
            RAISE_ATTESTATION,
            new RaiseAttestationRequest("Attested", gone.osid(), "check", null, null),
            ANNA));
    refusals.add(
        registry.refusal(
            REVOKE_CREDENTIAL, new RevokeCredentialRequest("Attested", gone.osid()), ANNA));
    for (AuthorizeCallerRequest.Right right : AuthorizeCallerRequest.Right.values()) {
      AuthorizeCallerRequest request =
          new AuthorizeCallerRequest("Attested", gone.osid(), right, "name");
      refusals.add(registry.refusal(AUTHORIZE_CALLER, request, ANNA));
    }
    for (Failure refused : refusals) {
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
    registry.request(ADD_PROPERTY, addition(entity, "b", "1", 2L), ANNA);
    registry.request(DELETE_ENTITY, new DeleteEntityRequest("Anything", entity.osid(), 3L), ANNA);
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
    registry.request(CHANGE_PROPERTY, change(entity, "numbers", "[98.50]", false), ANNA);
    assertTrue(read(entity).contains("[98.50]"));
    registry.request(CHANGE_PROPERTY, change(entity, "texts", "null", false), ANNA);
    assertTrue(registry.read(entity, ANNA).get("texts").isNull());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1.10", "0.30", "-0.0000010", "12345678901234567890", "9007199254740993.50"})
  void everyDigitOfANumberStaysWhereverItIsShown(String number) {
    EntityReceipt entity =
        registry.create("Anything", "{\"n\": %s, \"in\": [%1$s]}".formatted(number), ANNA);
    ReadEntityRequest request = new ReadEntityRequest("Anything", entity.osid());
    replace(entity, registry.request(READ_ENTITY, request, ANNA).entity().text(), null);
    registry.request(CHANGE_PROPERTY, change(entity, "in", "null", false), ANNA);

    String member = "\"n\":%s,".formatted(number);
    assertTrue((read(entity) + ",").replace("}", ",").contains(member), read(entity));
    String filter = "{\"filters\": {\"n\": {\"eq\": %s}, \"osid\": {\"eq\": \"%s\"}}}";
    SearchEntitiesRequest search =
        new SearchEntitiesRequest(
            "Anything", JsonBytes.of(filter.formatted(number, entity.osid())));
    String found = registry.request(SEARCH_ENTITIES, search, ANNA).data().getFirst().text();
    assertTrue(found.replace("}", ",").contains(member), found);
    HistoryView history =
        registry.request(
            READ_HISTORY, new ReadHistoryRequest("Anything", entity.osid(), 20, 0), ANNA);
    assertEquals(
        "[%s]".formatted(number), history.data().getFirst().changes().getFirst().from().text());
    ExportEntitiesRequest export =
        new ExportEntitiesRequest("Anything", search.query(), false, false, null, 10);
    String row = registry.request(EXPORT_ENTITIES, export, admin()).rows().getFirst().text();
    assertTrue(row.replace("}", ",").contains(member), row);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e308", "-1.50e300", "2.5e-300", "5e-324"})
  void greatAndSmallNumbersCanBeSentBackAsTheyAreRead(String number) {
    EntityReceipt entity = registry.create("Anything", "{\"n\": %s}".formatted(number), ANNA);
    replace(entity, read(entity), null);
    BigDecimal read = registry.read(entity, ANNA).get("n").decimalValue();
    assertEquals(0, new BigDecimal(number).compareTo(read), read.toString());
  }

  /** The osids that the items have make them no different, and are no members. */
  @Test
  void onlyWhatTheCallerWroteIsValidated() {
    EntityReceipt entity =
        registry.create("Distinct", "{\"parts\": [{\"a\": 1}, {\"a\": 2}]}", ANNA);
    replace(entity, read(entity), null);
    String same = "{\"parts\": [{\"a\": 1}]}";
    for (Failure refused :
        List.of(
            registry.refusal(ADD_PROPERTY, addition(entity, "parts", same, null), ANNA),
            registry.refusal(
                CHANGE_PROPERTY,
                change(entity, "parts", "[{\"a\": 3}, {\"a\": 3}]", false),
                ANNA))) {
      assertEquals("uniqueItems", refused.violations().getFirst().rule());
    }
    registry.request(ADD_PROPERTY, addition(entity, "parts", "{\"a\": 3}", null), ANNA);
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
    JsonBytes filters = JsonBytes.of("{\"filters\": %s}".formatted(body));
    refusals.add(
        registry.refusal(SEARCH_ENTITIES, new SearchEntitiesRequest("Anything", filters), ANNA));
    for (Failure refused : refusals) {
      assertEquals(FailureKind.INVALID, refused.kind());
      assertTrue(refused.message().contains("NUL"), refused.message());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "osOwner",
        "osCreatedAt",
        "osUpdatedAt",
        "osCreatedBy",
        "osUpdatedBy",
        "osDeletedAt",
        "osDeletedBy",
        "_os",
        "_osState/city",
        "_osClaimId/city",
        "_osSignedData",
        "_osAnything"
      })
  void systemFieldsAreRefusedInEveryBody(String name) {
    EntityReceipt entity = registry.create("Person", "{\"name\": \"Anna\", \"contact\": {}}", ANNA);
    String field = "{\"%s\": \"x\"}".formatted(name);
    List<Failure> refusals = new ArrayList<>();
    for (String body : List.of(field, "{\"contact\": %s}".formatted(field))) {
      JsonBytes json = JsonBytes.of(body);
      refusals.add(registry.refusal(CREATE_ENTITY, creation("Person", body), ANNA));
      refusals.add(registry.refusal(INVITE_ENTITY, new InviteEntityRequest("Person", json), ANNA));
      refusals.add(registry.refusal(REPLACE_ENTITY, replacement(entity, body, null), ANNA));
      refusals.add(registry.refusal(CHANGE_PROPERTY, change(entity, "note", body, false), ANNA));
      refusals.add(registry.refusal(ADD_PROPERTY, addition(entity, "note", body, null), ANNA));
    }
    refusals.add(registry.refusal(ADD_PROPERTY, addition(entity, "contact", field, null), ANNA));
    for (List<String> path : List.of(List.of(name), List.of("contact", name))) {
      JsonBytes json = JsonBytes.of("\"x\"");
      refusals.add(
          registry.refusal(
              ADD_PROPERTY,
              new AddPropertyRequest("Person", entity.osid(), path, json, null),
              ANNA));
      refusals.add(
          registry.refusal(
              CHANGE_PROPERTY,
              new ChangePropertyRequest("Person", entity.osid(), path, json, false, null, null),
              ANNA));
    }
    for (Failure refused : refusals) {
      assertEquals("registry.entity.system-field", refused.code(), refused.toString());
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "phone | 5",
        "tags | [\"a\",5]",
        "contact | {\"mobile\":\"6\"}",
        "contact | {\"contact\":{\"mobile\":5}}",
        "contact/mobile | 5"
      })
  void whoCannotSeeAFieldLearnsNothingByAddingToIt(String path, String value) {
    EntityReceipt full = registry.create("Guarded", GUARDED, Caller.NOBODY);
    EntityReceipt bare = registry.create("Guarded", "{\"name\": \"B\"}", Caller.NOBODY);
    Set<Failure> refusals = new HashSet<>();
    for (EntityReceipt entity : List.of(full, bare)) {
      AddPropertyRequest addition = below(entity, path, value);
      refusals.add(registry.refusal(ADD_PROPERTY, addition, Caller.NOBODY));
    }
    assertEquals(1, refusals.size());
    assertEquals(FailureKind.FORBIDDEN, refusals.iterator().next().kind());
  }

  @Test
  void whoMayOnlyAddChangesNothing() {
    EntityReceipt entity = registry.create("Guarded", GUARDED, Caller.NOBODY);
    AddPropertyRequest other = addition(entity, "contact", "{\"city\": \"Bonn\"}", null);
    Failure refused = registry.refusal(ADD_PROPERTY, other, Caller.NOBODY);
    assertEquals("registry.property.exists", refused.code());
    AddPropertyRequest home = addition(entity, "addresses", "{\"street\": \"S\"}", null);
    registry.request(ADD_PROPERTY, home, Caller.NOBODY);
    registry.request(ADD_PROPERTY, other, ANNA);
    ObjectNode read = registry.read(entity, admin());
    assertEquals("Bonn", read.at("/contact/city").textValue());
    assertEquals("222", read.at("/contact/mobile").textValue());
    assertEquals("S", read.at("/addresses/0/street").textValue());
  }

  @Test
  void whoCannotSeeAFieldDoesNotTakeItAwayByReplacing() {
    Caller clerk = user("clara", "clerk");
    EntityReceipt entity = registry.create("Guarded", GUARDED, Caller.NOBODY);
    ObjectNode read = registry.read(entity, clerk);
    assertFalse(read.has("phone"));
    ReplaceEntityRequest edited = replacement(entity, read.put("name", "Edited").toString(), null);
    registry.request(REPLACE_ENTITY, edited, clerk);
    ObjectNode whole = registry.read(entity, admin());
    assertEquals("Edited", whole.get("name").textValue());
    assertEquals("111", whole.get("phone").textValue());
    assertEquals("222", whole.at("/contact/mobile").textValue());
  }

  @Test
  void historyListsTimeAndCaller() {
    EntityReceipt entity = registry.create("Anything", "{\"a\": 1}", ANNA);
    registry.request(CHANGE_PROPERTY, change(entity, "a", "2", false), admin());
    HistoryView history =
        registry.request(
            READ_HISTORY, new ReadHistoryRequest("Anything", entity.osid(), 20, 0), ANNA);
    ObjectNode now = registry.read(entity, admin());
    assertEquals(
        List.of(now.get("osUpdatedAt"), now.get("osCreatedAt")),
        history.data().stream().map(entry -> Json.read(Json.write(entry.at()))).toList());
    assertEquals(admin().userId(), history.data().getFirst().by());
  }

  private static void replace(EntityReceipt entity, String json, Long ifMatch) {
    registry.request(REPLACE_ENTITY, replacement(entity, json, ifMatch), ANNA);
  }

  private static ReplaceEntityRequest replacement(EntityReceipt entity, String json, Long ifMatch) {
    return new ReplaceEntityRequest(entity.type(), entity.osid(), JsonBytes.of(json), ifMatch);
  }

  private static AddPropertyRequest below(EntityReceipt entity, String path, String json) {
    return new AddPropertyRequest(
        entity.type(), entity.osid(), List.of(path.split("/")), JsonBytes.of(json), null);
  }

  private static AddPropertyRequest addition(
      EntityReceipt entity, String property, String json, Long ifMatch) {
    return new AddPropertyRequest(
        entity.type(), entity.osid(), List.of(property), JsonBytes.of(json), ifMatch);
  }

  private static String read(EntityReceipt entity) {
    ReadEntityRequest request = new ReadEntityRequest(entity.type(), entity.osid());
    return registry.request(READ_ENTITY, request, ANNA).entity().text();
  }

  private static Set<String> ownNames(ObjectNode entity) {
    Set<String> names = new TreeSet<>();
    entity.fieldNames().forEachRemaining(names::add);
    names.removeIf(name -> name.startsWith("os"));
    return names;
  }
}

package org.attestry.registry;

import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.registry.RunningRegistry.creation;
import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest;
import org.attestry.contracts.registry.AttestationOperations.FindCallerRecordsRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.AddPropertyRequest;
import org.attestry.contracts.registry.EntityOperations.ChangePropertyRequest;
import org.attestry.contracts.registry.EntityOperations.CreateEntityRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.InviteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ListEntitiesRequest;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ReplaceEntityRequest;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.contracts.registry.TypeOperations;
import org.attestry.contracts.registry.TypeOperations.CountEntitiesRequest;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EntityLifeIT {

  private static final Caller ANNA = user("anna");
  private static final Caller BERT = user("bert");
  private static final String ANNA_JSON =
      """
      {"name": "Anna", "age": 30.50, "phone": "1", "contact": {"city": "Ulm"},
       "addresses": [{"street": "A"}, {"street": "B"}], "tags": ["x", "007"], "note": null}
      """;

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(TestType.named("Person").unique("email", "contact.city,phone"));
    registry.publish(TestType.named("Open").roles("anonymous").inviteRoles("anonymous"));
    registry.publish(TestType.named("OpenHidden").roles("anonymous").privateFields("phone"));
    registry.publish(
        TestType.named("OpenNested").roles("anonymous").internalFields("$.contact.mobile"));
    registry.publish(
        TestType.named("Hidden")
            .privateFields("phone", "$.contact.mobile")
            .internalFields("age")
            .indexed("name"));
  }

  @Test
  void createdEntityReadsAsItWasSentWithIdsAndSystemFields() {
    EntityReceipt receipt = registry.create("Person", ANNA_JSON.replace("Ulm", "Bonn"), ANNA);
    ObjectNode read = registry.read(receipt, ANNA);
    assertEquals(1, receipt.version());
    assertEquals(receipt.osid(), read.path("osid").textValue());
    assertEquals(7, UUID.fromString(receipt.osid()).version());
    assertEquals("30.50", read.path("age").asText());
    assertEquals("007", read.path("tags").path(1).textValue());
    assertTrue(read.get("note").isNull());
    assertEquals("anna", read.path("osOwner").path(0).textValue());
    assertEquals("anna", read.path("osCreatedBy").textValue());
    assertTrue(read.path("osCreatedAt").textValue().matches(".*T\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"));
    assertEquals(7, UUID.fromString(read.at("/contact/osid").textValue()).version());
    assertNotEquals(
        read.at("/addresses/0/osid").textValue(), read.at("/addresses/1/osid").textValue());
    ReadEntityRequest old = new ReadEntityRequest("Person", "1-" + receipt.osid());
    assertEquals(1, registry.request(EntityOperations.READ_ENTITY, old, ANNA).version());
  }

  @Test
  void largeEntitiesAreReadWholeBesideSmallOnes() {
    String note = "x".repeat(700_000);
    EntityReceipt large =
        registry.create(
            "Person", ANNA_JSON.replace("null", '"' + note + '"').replace("Ulm", "Köln"), ANNA);
    EntityReceipt small = registry.create("Person", ANNA_JSON.replace("Ulm", "Hof"), ANNA);

    List<Future<String>> notes =
        IntStream.range(0, 20)
            .mapToObj(
                n ->
                    registry
                        .begin(
                            EntityOperations.READ_ENTITY,
                            new ReadEntityRequest(
                                "Person", n % 10 == 0 ? small.osid() : large.osid()),
                            ANNA)
                        .map(view -> Json.read(view.entity()).path("note").asText()))
            .toList();

    for (int n = 0; n < 20; n++) {
      assertEquals(n % 10 == 0 ? "null" : note, await(notes.get(n)));
    }
  }

  @Test
  void unknownTypeAndUnknownIdAreNotFound() {
    Failure type =
        registry.refusal(EntityOperations.CREATE_ENTITY, creation("Nothing", "{}"), ANNA);
    assertEquals(FailureKind.NOT_FOUND, type.kind());
    assertEquals("Schema 'Nothing' not found", type.message());
    for (String id : List.of("x", UUID.randomUUID().toString())) {
      Failure entity =
          registry.refusal(EntityOperations.READ_ENTITY, new ReadEntityRequest("Person", id), ANNA);
      assertEquals("registry.entity.not-found", entity.code());
    }
  }

  @Test
  void createRefusesEachFaultWithPointerAndWithoutTheValue() {
    String json =
        """
        {"name": "anna", "email": "secret-text", "contact": {"city": 7},
         "addresses": [{"street": "A"}, {}], "extra": 1}
        """;
    Failure failure =
        registry.refusal(EntityOperations.CREATE_ENTITY, creation("Person", json), ANNA);
    assertEquals(FailureKind.INVALID, failure.kind());
    List<String> faults =
        failure.violations().stream().map(v -> v.pointer() + " " + v.rule()).sorted().toList();
    assertEquals(
        List.of(
            "/addresses/1/street required",
            "/contact/city type",
            "/email format",
            "/extra additionalProperties",
            "/name pattern"),
        faults);
    assertFalse(failure.toString().contains("secret-text"));
  }

  @Test
  void systemFieldsAndChosenIdsAreRefusedOnCreate() {
    for (String member :
        List.of("osid", "osOwner", "osCreatedAt", "_osState/name", "_osSignedData")) {
      String json = "{\"name\": \"Anna\", \"%s\": \"x\"}".formatted(member);
      Failure failure =
          registry.refusal(EntityOperations.CREATE_ENTITY, creation("Person", json), ANNA);
      assertEquals("registry.entity.system-field", failure.code(), member);
    }
    Failure nested =
        registry.refusal(
            EntityOperations.CREATE_ENTITY,
            creation("Person", "{\"name\": \"Anna\", \"contact\": {\"osid\": \"x\"}}"),
            ANNA);
    assertEquals("/contact/osid", nested.violations().get(0).pointer());
  }

  @Test
  void malformedJsonIsRefused() {
    Failure failure =
        registry.refusal(EntityOperations.CREATE_ENTITY, creation("Person", "[1]"), ANNA);
    assertEquals(FailureKind.INVALID, failure.kind());
  }

  @Test
  void inviteAcceptsWhatIsMissingButNothingWrong() {
    EntityReceipt receipt = registry.invite("Person", "{\"age\": 3}", ANNA);
    assertEquals("[]", registry.read(receipt, admin()).path("osOwner").toString());
    Failure wrong =
        registry.refusal(
            EntityOperations.INVITE_ENTITY,
            new InviteEntityRequest("Person", JsonBytes.of("{\"age\": \"3\"}")),
            ANNA);
    assertEquals("/age", wrong.violations().get(0).pointer());
  }

  @Test
  void incompleteEntityMayStayIncompleteAndACompleteOneMayNot() {
    EntityReceipt invited = registry.invite("Person", "{\"phone\": \"9\"}", ANNA);
    registry.request(EntityOperations.CHANGE_PROPERTY, change(invited, "age", "4", false), admin());
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(invited, "name", "\"Zoe\"", false), admin());
    ReplaceEntityRequest without =
        new ReplaceEntityRequest("Person", invited.osid(), JsonBytes.of("{\"age\": 1}"), null);
    Failure failure = registry.refusal(EntityOperations.REPLACE_ENTITY, without, admin());
    assertEquals(
        new Violation("/name", "required", failure.violations().get(0).message()),
        failure.violations().get(0));
  }

  @Test
  void uniqueValuesAreHeldUntilTheEntityIsDeleted() {
    String json = "{\"name\": \"Uno\", \"email\": \"uno@example.org\"}";
    EntityReceipt first = registry.create("Person", json, ANNA);
    Failure taken =
        registry.refusal(EntityOperations.CREATE_ENTITY, creation("Person", json), BERT);
    assertEquals(FailureKind.CONFLICT, taken.kind());
    assertEquals("/email", taken.violations().get(0).pointer());
    assertFalse(taken.message().contains("uno@example.org"));
    registry.request(
        EntityOperations.DELETE_ENTITY,
        new DeleteEntityRequest("Person", first.osid(), null),
        ANNA);
    registry.create("Person", json, BERT);
  }

  @Test
  void uniqueTextsCompareInTheirNormalForm() {
    registry.publish(TestType.named("Accents").unique("name", "phone,email"));
    registry.create("Accents", "{\"name\": \"Jos\u00e9\", \"phone\": \"\u00e9\"}", ANNA);
    String decomposed = "{\"name\": \"Jose\u0301\"}";
    Failure taken =
        registry.refusal(EntityOperations.CREATE_ENTITY, creation("Accents", decomposed), ANNA);
    assertEquals("registry.entity.not-unique", taken.code());
    assertEquals("/name", taken.violations().getFirst().pointer());
    registry.create("Accents", "{\"name\": \"JOSE\u0301\", \"phone\": \"\u00e9\"}", ANNA);
    String pair = "{\"name\": \"%s\", \"phone\": \"%s\", \"email\": \"a@example.org\"}";
    registry.create("Accents", pair.formatted("A", "\u00e9"), ANNA);
    registry.create("Accents", pair.formatted("B", "e"), ANNA);
    Failure both =
        registry.refusal(
            EntityOperations.CREATE_ENTITY,
            creation("Accents", pair.formatted("C", "e\u0301")),
            ANNA);
    assertEquals(
        List.of("/phone", "/email"), both.violations().stream().map(Violation::pointer).toList());
  }

  @Test
  void aUniqueTextMayBecomeAscii() {
    registry.publish(TestType.named("Kelvin").unique("phone"));
    registry.create("Kelvin", "{\"name\": \"A\", \"phone\": \"K-100\"}", ANNA);
    String kelvin = "{\"name\": \"A\", \"phone\": \"\u212a-100\"}";
    Failure taken =
        registry.refusal(EntityOperations.CREATE_ENTITY, creation("Kelvin", kelvin), ANNA);
    assertEquals("/phone", taken.violations().getFirst().pointer());
  }

  @Test
  void uniqueTextsCompareWithoutCaseWhereTheTypeSaysSo() {
    registry.publish(TestType.named("Mailbox").unique("note", "phone").caseInsensitive("note"));
    EntityReceipt first =
        registry.create("Mailbox", "{\"name\": \"A\", \"note\": \"Zo\u00cb@x.example\"}", ANNA);
    String same = "{\"name\": \"B\", \"note\": \"zoe\u0308@X.example\"}";
    Failure taken =
        registry.refusal(EntityOperations.CREATE_ENTITY, creation("Mailbox", same), ANNA);
    assertEquals("/note", taken.violations().getFirst().pointer());
    registry.create("Mailbox", "{\"name\": \"C\", \"phone\": \"a\"}", ANNA);
    registry.create("Mailbox", "{\"name\": \"D\", \"phone\": \"A\"}", ANNA);
    registry.request(
        EntityOperations.DELETE_ENTITY,
        new DeleteEntityRequest("Mailbox", first.osid(), null),
        ANNA);
    registry.create("Mailbox", same, ANNA);
  }

  @Test
  void compositeUniqueValuesConflictTogetherOnly() {
    registry.create(
        "Person", "{\"name\": \"A\", \"phone\": \"5\", \"contact\": {\"city\": \"K\"}}", ANNA);
    registry.create(
        "Person", "{\"name\": \"A\", \"phone\": \"5\", \"contact\": {\"city\": \"L\"}}", ANNA);
    registry.create("Person", "{\"name\": \"A\", \"phone\": \"5\"}", ANNA);
    registry.create("Person", "{\"name\": \"A\", \"phone\": \"5\"}", ANNA);
    Failure taken =
        registry.refusal(
            EntityOperations.CREATE_ENTITY,
            creation(
                "Person", "{\"name\": \"B\", \"phone\": \"5\", \"contact\": {\"city\": \"L\"}}"),
            ANNA);
    assertEquals(
        List.of("/contact/city", "/phone"),
        taken.violations().stream().map(Violation::pointer).toList());
  }

  @Test
  void valueThatIsTooLongForAUniqueIndexIsInvalid() {
    StringBuilder mail = new StringBuilder();
    IntStream.range(0, 900).forEach(i -> mail.append(UUID.randomUUID().toString(), 0, 8));
    registry.publish(
        TestType.named("Long")
            .definition(
                "{\"type\": \"object\", \"properties\": {\"mail\": {\"type\": \"string\"}}}")
            .unique("mail"));
    Failure failure =
        registry.refusal(
            EntityOperations.CREATE_ENTITY,
            creation("Long", "{\"mail\": \"%s\"}".formatted(mail)),
            ANNA);
    assertEquals(FailureKind.INVALID, failure.kind());
    assertEquals("/mail", failure.violations().get(0).pointer());
  }

  @Test
  void halfACharacterIsInvalid() {
    Failure failure =
        registry.refusal(
            EntityOperations.CREATE_ENTITY, creation("Person", "{\"name\": \"A\\ud800\"}"), ANNA);
    assertEquals(FailureKind.INVALID, failure.kind());
    Failure osid =
        registry.refusal(
            EntityOperations.SEARCH_ENTITIES, query("Person", "{\"osid\": {\"eq\": \"x\"}}"), ANNA);
    assertEquals(FailureKind.INVALID, osid.kind());
  }

  @Test
  void filesAndClaimsFollowTheEntity() {
    String json = "{\"name\": \"File\", \"phone\": \"1\"}";
    EntityReceipt owned = registry.create("Hidden", json, ANNA);
    registry.request(AttestationOperations.AUTHORIZE_CALLER, file(owned, "phone"), ANNA);
    assertEquals(
        FailureKind.FORBIDDEN,
        registry.refusal(AttestationOperations.AUTHORIZE_CALLER, file(owned, "name"), BERT).kind());
    EntityReceipt open = registry.create("OpenHidden", json, Caller.NOBODY);
    for (Caller caller : List.of(Caller.NOBODY, BERT)) {
      registry.request(AttestationOperations.AUTHORIZE_CALLER, file(open, "name"), caller);
      registry.refusal(AttestationOperations.AUTHORIZE_CALLER, file(open, "phone"), caller);
    }
  }

  @Test
  void onlyOwnersAndAdminsHoldTheCredential() {
    String json = "{\"name\": \"Held\", \"phone\": \"1\"}";
    EntityReceipt owned = registry.create("Hidden", json, ANNA);
    EntityReceipt open = registry.create("OpenHidden", json, Caller.NOBODY);
    registry.request(AttestationOperations.AUTHORIZE_CALLER, holding(owned), ANNA);
    registry.request(AttestationOperations.AUTHORIZE_CALLER, holding(owned), admin());
    registry.request(AttestationOperations.AUTHORIZE_CALLER, holding(open), admin());

    assertEquals(FailureKind.FORBIDDEN, notHolding(owned, BERT));
    assertEquals(FailureKind.FORBIDDEN, notHolding(open, BERT));
    assertEquals(FailureKind.UNAUTHENTICATED, notHolding(open, Caller.NOBODY));
    registry.request(
        EntityOperations.DELETE_ENTITY,
        new DeleteEntityRequest("Hidden", owned.osid(), null),
        ANNA);
    assertEquals(FailureKind.NOT_FOUND, notHolding(owned, ANNA));
  }

  private static AuthorizeCallerRequest holding(EntityReceipt entity) {
    return new AuthorizeCallerRequest(
        entity.type(), entity.osid(), AuthorizeCallerRequest.Right.HOLD_CREDENTIAL, null);
  }

  private static FailureKind notHolding(EntityReceipt entity, Caller caller) {
    return registry.refusal(AttestationOperations.AUTHORIZE_CALLER, holding(entity), caller).kind();
  }

  @Test
  void deletedEntityIsInactive() {
    EntityReceipt receipt = registry.create("Person", "{\"name\": \"Del\"}", ANNA);
    DeleteEntityRequest delete = new DeleteEntityRequest("Person", receipt.osid(), null);
    registry.request(EntityOperations.DELETE_ENTITY, delete, ANNA);
    Failure failure =
        registry.refusal(
            EntityOperations.READ_ENTITY, new ReadEntityRequest("Person", receipt.osid()), ANNA);
    assertEquals(FailureKind.NOT_FOUND, failure.kind());
    assertEquals("entity status is inactive", failure.message());
    assertEquals(
        "registry.entity.inactive",
        registry.refusal(EntityOperations.DELETE_ENTITY, delete, ANNA).code());
  }

  @Test
  void whatWasReadCanBeSentBackChanged() {
    EntityReceipt receipt = registry.create("Person", ANNA_JSON.replace("Ulm", "Kiel"), ANNA);
    ObjectNode read = registry.read(receipt, ANNA);
    String contact = read.at("/contact/osid").textValue();
    String second = read.at("/addresses/1/osid").textValue();
    ((com.fasterxml.jackson.databind.node.ArrayNode) read.get("addresses")).remove(0);
    read.put("name", "Anne");
    EntityReceipt after =
        registry.request(
            EntityOperations.REPLACE_ENTITY,
            new ReplaceEntityRequest("Person", receipt.osid(), Json.write(read), 1L),
            ANNA);
    assertEquals(2, after.version());
    ObjectNode again = registry.read(receipt, ANNA);
    assertEquals("Anne", again.path("name").textValue());
    assertEquals(contact, again.at("/contact/osid").textValue());
    assertEquals(second, again.at("/addresses/0/osid").textValue());
    assertEquals(1, again.path("addresses").size());
  }

  @Test
  void replaceRefusesForeignSystemFieldsAndIds() {
    EntityReceipt receipt = registry.create("Person", "{\"name\": \"Sys\"}", ANNA);
    for (String json :
        List.of(
            "{\"name\": \"Sys\", \"osOwner\": [\"bert\"]}",
            "{\"name\": \"Sys\", \"contact\": {\"osid\": \"%s\"}}".formatted(UUID.randomUUID()))) {
      ReplaceEntityRequest replace =
          new ReplaceEntityRequest("Person", receipt.osid(), JsonBytes.of(json), null);
      assertEquals(
          FailureKind.INVALID,
          registry.refusal(EntityOperations.REPLACE_ENTITY, replace, ANNA).kind());
    }
  }

  @Test
  void staleVersionIsRefused() {
    EntityReceipt receipt = registry.create("Person", "{\"name\": \"Ver\"}", ANNA);
    ReplaceEntityRequest replace =
        new ReplaceEntityRequest(
            "Person", receipt.osid(), JsonBytes.of("{\"name\": \"Vera\"}"), 1L);
    registry.request(EntityOperations.REPLACE_ENTITY, replace, ANNA);
    assertEquals(
        FailureKind.STALE, registry.refusal(EntityOperations.REPLACE_ENTITY, replace, ANNA).kind());
  }

  @Test
  void propertiesAreAddedByTheirKind() {
    EntityReceipt receipt = registry.create("Person", ANNA_JSON.replace("Ulm", "Jena"), ANNA);
    add(receipt, "email", "{\"email\": \"a@example.org\"}");
    add(receipt, "tags", "{\"tags\": [\"y\"]}");
    add(receipt, "addresses", "{\"street\": \"C\"}");
    add(receipt, "contact", "{\"mobile\": \"17\"}");
    ObjectNode read = registry.read(receipt, ANNA);
    assertEquals("a@example.org", read.path("email").textValue());
    assertEquals("[\"x\",\"007\",\"y\"]", read.path("tags").toString());
    assertEquals("C", read.at("/addresses/2/street").textValue());
    assertEquals("Jena", read.at("/contact/city").textValue());
    assertEquals("17", read.at("/contact/mobile").textValue());
    String first = read.at("/addresses/0/osid").textValue();
    add(receipt, "addresses/" + first + "/zip", "\"89\"");
    assertEquals("89", registry.read(receipt, ANNA).at("/addresses/0/zip").textValue());
    Failure occupied =
        registry.refusal(EntityOperations.ADD_PROPERTY, addition(receipt, "name", "\"B\""), ANNA);
    assertEquals(FailureKind.CONFLICT, occupied.kind());
  }

  @Test
  void deepPropertiesAreChanged() {
    EntityReceipt receipt = registry.create("Person", ANNA_JSON.replace("Ulm", "Trier"), ANNA);
    ObjectNode read = registry.read(receipt, ANNA);
    String second = read.at("/addresses/1/osid").textValue();
    set(receipt, "contact/city", "\"Mainz\"");
    set(receipt, "addresses/1-" + second, "{\"street\": \"D\"}");
    ObjectNode after = registry.read(receipt, ANNA);
    assertEquals("Mainz", after.at("/contact/city").textValue());
    assertEquals("D", after.at("/addresses/1/street").textValue());
    assertEquals(second, after.at("/addresses/1/osid").textValue());
    ChangePropertyRequest missing = change(receipt, "addresses/" + UUID.randomUUID(), "{}", false);
    assertEquals(
        "registry.property.not-found",
        registry.refusal(EntityOperations.CHANGE_PROPERTY, missing, ANNA).code());
    ChangePropertyRequest system = change(receipt, "osOwner", "[]", false);
    assertEquals(
        "registry.entity.system-field",
        registry.refusal(EntityOperations.CHANGE_PROPERTY, system, ANNA).code());
  }

  @Test
  void othersDoNotChangeAnOwnedEntity() {
    EntityReceipt receipt = registry.create("Person", "{\"name\": \"Own\"}", ANNA);
    ChangePropertyRequest change = change(receipt, "age", "1", false);
    assertEquals(
        FailureKind.FORBIDDEN,
        registry.refusal(EntityOperations.CHANGE_PROPERTY, change, BERT).kind());
    assertEquals(
        FailureKind.UNAUTHENTICATED,
        registry.refusal(EntityOperations.CHANGE_PROPERTY, change, Caller.NOBODY).kind());
    registry.request(EntityOperations.CHANGE_PROPERTY, change, admin());
  }

  @Test
  void anonymousTypeIsUsedWithoutToken() {
    EntityReceipt receipt = registry.create("Open", "{\"name\": \"Opa\"}", Caller.NOBODY);
    assertEquals("Opa", registry.read(receipt, Caller.NOBODY).path("name").textValue());
    registry.request(EntityOperations.ADD_PROPERTY, addition(receipt, "age", "7"), Caller.NOBODY);
    EntitiesView all =
        registry.request(
            EntityOperations.LIST_ENTITIES,
            new ListEntitiesRequest("Open", 100, 0, List.of(), null),
            Caller.NOBODY);
    assertTrue(all.totalCount() >= 1);
  }

  @Test
  void hiddenFieldsAreShownToOwnerAndAdminAlone() {
    String json =
        """
        {"name": "Hid", "phone": "p-1", "age": 77, "contact": {"city": "Bern", "mobile": "m-1"}}
        """;
    EntityReceipt receipt = registry.create("Hidden", json, ANNA);
    assertEquals("p-1", registry.read(receipt, ANNA).path("phone").textValue());
    assertEquals("m-1", registry.read(receipt, admin()).at("/contact/mobile").textValue());
    ObjectNode seen = registry.read(receipt, BERT);
    assertFalse(seen.has("phone") || seen.has("age") || seen.get("contact").has("mobile"));
    assertEquals("Bern", seen.at("/contact/city").textValue());
    JsonNode found = search("Hidden", "{\"filters\": {\"name\": {\"eq\": \"Hid\"}}}", BERT).get(0);
    assertFalse(found.has("phone") || found.has("age"));
    for (String filter :
        List.of(
            "{\"phone\": {\"eq\": \"p-1\"}}", "{\"contact\": {\"mobile\": {\"eq\": \"m-1\"}}}")) {
      Failure failure =
          registry.refusal(EntityOperations.SEARCH_ENTITIES, query("Hidden", filter), BERT);
      assertEquals("field not allowed", failure.message());
    }
    assertEquals(
        1,
        search("Hidden", "{\"filters\": {\"contact\": {\"city\": {\"eq\": \"Bern\"}}}}", BERT)
            .size());
  }

  @Test
  void aConsentShowsThePrivateFieldsOfWhoGaveItAndOfNobodyElse() {
    String json = "{\"name\": \"Con\", \"phone\": \"c-1\", \"age\": 1}";
    Caller giver = new Caller("giver", null, Set.of(), Set.of(), Set.of("phone", "$.phone"), false);
    EntityReceipt own = registry.create("Hidden", json, giver);
    EntityReceipt others = registry.create("Hidden", json.replace("c-1", "c-2"), ANNA);
    assertEquals("c-1", registry.read(own, giver).path("phone").textValue());
    assertFalse(registry.read(others, giver).has("phone"));
    for (JsonNode found : search("Hidden", "{\"filters\": {\"name\": {\"eq\": \"Con\"}}}", giver)) {
      assertEquals(found.path("osid").asText().equals(own.osid()), found.has("phone"));
    }
    Failure failure =
        registry.refusal(
            EntityOperations.SEARCH_ENTITIES,
            query("Hidden", "{\"phone\": {\"eq\": \"c-2\"}}"),
            giver);
    assertEquals("field not allowed", failure.message());
  }

  @Test
  void hiddenFieldsOfAnOwnerlessRecordAreNotOverwrittenBlindly() {
    EntityReceipt open =
        registry.create("OpenHidden", "{\"name\": \"O\", \"phone\": \"1\"}", Caller.NOBODY);
    ReplaceEntityRequest replacement =
        new ReplaceEntityRequest(
            "OpenHidden", open.osid(), JsonBytes.of("{\"name\": \"P\", \"phone\": \"2\"}"), null);
    List<Failure> refusals = new ArrayList<>();
    refusals.add(registry.refusal(EntityOperations.REPLACE_ENTITY, replacement, BERT));
    refusals.add(
        registry.refusal(
            EntityOperations.CHANGE_PROPERTY, change(open, "phone", "\"2\"", false), BERT));
    for (Caller caller : List.of(BERT, Caller.NOBODY)) {
      refusals.add(
          registry.refusal(
              EntityOperations.ADD_PROPERTY, addition(open, "phone", "\"2\""), caller));
    }
    for (Failure refused : refusals) {
      assertEquals(FailureKind.FORBIDDEN, refused.kind(), refused.message());
      assertEquals("/phone", refused.violations().get(0).pointer());
    }
    registry.request(
        EntityOperations.REPLACE_ENTITY,
        new ReplaceEntityRequest(
            "OpenHidden", open.osid(), JsonBytes.of("{\"name\": \"P\"}"), null),
        BERT);
    registry.request(EntityOperations.CHANGE_PROPERTY, change(open, "age", "3", false), BERT);
    ObjectNode after = registry.read(open, admin());
    assertEquals("1", after.path("phone").textValue());
    assertEquals("P", after.path("name").textValue());
    assertEquals(3, after.path("age").intValue());
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(open, "phone", "\"4\"", false), admin());
  }

  @Test
  void nothingAroundAHiddenFieldOfAnOwnerlessRecordIsRemoved() {
    EntityReceipt open =
        registry.create(
            "OpenNested",
            "{\"name\": \"N\", \"contact\": {\"city\": \"Ulm\", \"mobile\": \"1\"}}",
            Caller.NOBODY);
    assertEquals(
        FailureKind.FORBIDDEN,
        registry
            .refusal(
                EntityOperations.REPLACE_ENTITY,
                new ReplaceEntityRequest(
                    "OpenNested", open.osid(), JsonBytes.of("{\"name\": \"M\"}"), null),
                BERT)
            .kind());
    registry.request(
        EntityOperations.CHANGE_PROPERTY,
        change(open, "contact", "{\"city\": \"Bonn\"}", false),
        BERT);
    ObjectNode after = registry.read(open, admin());
    assertEquals("Bonn", after.at("/contact/city").textValue());
    assertEquals("1", after.at("/contact/mobile").textValue());
  }

  @Test
  void nobodyWithoutTokenAddsToWhatHasAnOwner() {
    EntityReceipt owned = registry.create("Open", "{\"name\": \"Own\"}", ANNA);
    assertEquals(
        FailureKind.UNAUTHENTICATED,
        registry
            .refusal(EntityOperations.ADD_PROPERTY, addition(owned, "age", "7"), Caller.NOBODY)
            .kind());
    assertEquals(
        FailureKind.UNAUTHENTICATED,
        registry
            .refusal(AttestationOperations.AUTHORIZE_CALLER, file(owned, "name"), Caller.NOBODY)
            .kind());
  }

  @Test
  void listShowsTheOwnRecordsInFull() {
    Caller lia = user("lia");
    EntityReceipt own =
        registry.create("Hidden", "{\"name\": \"L\", \"phone\": \"p\", \"age\": 1}", lia);
    ListEntitiesRequest list = new ListEntitiesRequest("Hidden", 20, 0, List.of(), null);

    List<JsonBytes> listed = registry.request(EntityOperations.LIST_ENTITIES, list, lia).data();

    assertEquals(1, listed.size());
    assertEquals(registry.read(own, lia), Json.read(listed.getFirst()));
    assertTrue(Json.read(listed.getFirst()).has("phone"));
    assertEquals(
        0, registry.request(EntityOperations.LIST_ENTITIES, list, user("lea")).data().size());
  }

  @Test
  void searchFindsByValuesOfEveryKind() {
    Caller eve = user("eve");
    for (int i = 1; i <= 5; i++) {
      registry.create(
          "Person",
          """
          {"name": "Find%d", "age": %d, "tags": ["t%d", "all"], "contact": {"city": "C%d"},
           "addresses": [{"street": "S%d"}]}
          """
              .formatted(i, i * 10, i, i, i),
          eve);
    }
    assertEquals(1, found("{\"name\": {\"eq\": \"Find3\"}}"));
    assertEquals(1, found("{\"age\": {\"eq\": 30.0}, \"tags\": {\"eq\": \"t3\"}}"));
    assertEquals(5, found("{\"tags\": {\"eq\": \"all\"}}"));
    assertEquals(1, found("{\"contact\": {\"city\": {\"eq\": \"C2\"}}}"));
    assertEquals(1, found("{\"addresses\": {\"street\": {\"eq\": \"S4\"}}}"));
    assertEquals(2, found("{\"age\": {\"gt\": 10, \"lte\": 30}, \"tags\": {\"eq\": \"all\"}}"));
    assertEquals(2, found("{\"name\": {\"in\": [\"Find1\", \"Find5\", \"x\"]}}"));
    assertEquals(4, found("{\"tags\": {\"eq\": \"all\", \"neq\": \"t1\"}}"));
    assertEquals(0, found("{\"tags\": {\"eq\": \"all\"}, \"email\": {\"exists\": true}}"));
    EntitiesView page =
        registry.request(
            EntityOperations.SEARCH_ENTITIES,
            new SearchEntitiesRequest(
                "Person",
                JsonBytes.of(
                    "{\"filters\": {\"tags\": {\"eq\": \"all\"}}, \"limit\": 2, \"offset\": 1}")),
            eve);
    assertEquals(5, page.totalCount());
    assertEquals(
        List.of("Find2", "Find3"),
        page.data().stream().map(Json::read).map(e -> e.path("name").textValue()).toList());
    EntitiesView own =
        registry.request(
            EntityOperations.LIST_ENTITIES,
            new ListEntitiesRequest("Person", 20, 0, List.of(), null),
            eve);
    assertEquals(5, own.totalCount());
    EntitiesView records =
        registry.request(
            AttestationOperations.FIND_CALLER_RECORDS,
            new FindCallerRecordsRequest("Person", null, null),
            eve);
    assertTrue(Json.read(records.data().get(0)).has("osid"));
  }

  @Test
  void ownRecordsOfACallerDoNotEndAtAPage() {
    Caller owner = user("owner-of-many");
    List<Future<EntityReceipt>> many = new ArrayList<>();
    for (int i = 0; i < 501; i++) {
      many.add(
          registry.begin(
              EntityOperations.CREATE_ENTITY,
              RunningRegistry.creation("Person", "{\"name\": \"Many\"}"),
              owner));
    }
    await(Future.all(many));
    FindCallerRecordsRequest first = new FindCallerRecordsRequest("Person", null, null);
    EntitiesView page = registry.request(AttestationOperations.FIND_CALLER_RECORDS, first, owner);
    FindCallerRecordsRequest second =
        new FindCallerRecordsRequest("Person", null, page.nextCursor());
    EntitiesView rest = registry.request(AttestationOperations.FIND_CALLER_RECORDS, second, owner);
    assertEquals(500, page.data().size());
    assertEquals(1, rest.data().size());
    assertNull(rest.nextCursor());
    assertFalse(page.data().contains(rest.data().get(0)));
    FindCallerRecordsRequest none = new FindCallerRecordsRequest("Person", null, "x");
    assertEquals(
        FailureKind.INVALID,
        registry.refusal(AttestationOperations.FIND_CALLER_RECORDS, none, owner).kind());
  }

  @Test
  void searchNamesWhatItDoesNotKnow() {
    for (String body :
        List.of(
            "{\"filters\": {\"nam\": {\"eq\": 1}}}",
            "{\"filters\": {\"name\": {\"equals\": 1}}}",
            "{\"filters\": {\"name\": \"x\"}}",
            "{\"filters\": {\"osOwner\": {\"eq\": \"anna\"}}}",
            "{\"limit\": 1001}",
            "{\"limit\": 0}",
            "{\"order\": []}")) {
      Failure failure =
          registry.refusal(
              EntityOperations.SEARCH_ENTITIES,
              new SearchEntitiesRequest("Person", JsonBytes.of(body)),
              ANNA);
      assertEquals(FailureKind.INVALID, failure.kind(), body);
    }
    Failure unknown =
        registry.refusal(
            EntityOperations.SEARCH_ENTITIES, query("Person", "{\"nam\": {\"eq\": 1}}"), ANNA);
    assertTrue(unknown.message().contains("name"), unknown.message());
  }

  @Test
  void ofManyCreatesWithOneUniqueValueOneWins() {
    List<Future<EntityReceipt>> all = new ArrayList<>();
    CreateEntityRequest request =
        creation("Person", "{\"name\": \"Race\", \"email\": \"race@example.org\"}");
    for (int i = 0; i < 64; i++) {
      all.add(registry.begin(EntityOperations.CREATE_ENTITY, request, user("u" + i)));
    }
    await(Future.join(all).otherwiseEmpty());
    assertEquals(1, all.stream().filter(Future::succeeded).count());
    all.stream()
        .filter(Future::failed)
        .forEach(
            f ->
                assertEquals(
                    FailureKind.CONFLICT, ((FailureException) f.cause()).failure().kind()));
  }

  @Test
  void manyWritersOfOneEntityLoseNoUpdate() {
    EntityReceipt receipt = registry.create("Person", "{\"name\": \"Many\", \"tags\": []}", ANNA);
    List<Future<EntityReceipt>> all = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      all.add(
          registry.begin(
              EntityOperations.ADD_PROPERTY, addition(receipt, "tags", "\"w" + i + "\""), ANNA));
    }
    await(Future.all(all));
    ObjectNode read = registry.read(receipt, ANNA);
    assertEquals(64, read.path("tags").size());
    ReadEntityRequest again = new ReadEntityRequest("Person", receipt.osid());
    assertEquals(65, registry.request(EntityOperations.READ_ENTITY, again, ANNA).version());
  }

  @Test
  void writersOnTwoReplicasLoseNoUpdate() {
    EntityReceipt receipt = registry.create("Person", "{\"name\": \"Two\", \"tags\": []}", ANNA);
    try (RunningRegistry other = RunningRegistry.sharing(registry)) {
      List<Future<EntityReceipt>> all = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        RunningRegistry replica = i % 2 == 0 ? registry : other;
        AddPropertyRequest add = addition(receipt, "tags", "\"r" + i + "\"");
        all.add(replica.begin(EntityOperations.ADD_PROPERTY, add, ANNA));
      }
      await(Future.all(all));
    }
    assertEquals(64, registry.read(receipt, ANNA).path("tags").size());
    assertEquals(
        "65",
        registry.database.single(
            "SELECT count(DISTINCT version) FROM history WHERE id = '%s'"
                .formatted(receipt.osid())));
  }

  @Test
  void ofManyWritersWithTheSameVersionOneWins() {
    EntityReceipt receipt = registry.create("Person", "{\"name\": \"Match\"}", ANNA);
    List<Future<EntityReceipt>> all = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      ReplaceEntityRequest replace =
          new ReplaceEntityRequest(
              "Person", receipt.osid(), JsonBytes.of("{\"name\": \"M%d\"}".formatted(i)), 1L);
      all.add(registry.begin(EntityOperations.REPLACE_ENTITY, replace, ANNA));
    }
    await(Future.join(all).otherwiseEmpty());
    assertEquals(1, all.stream().filter(Future::succeeded).count());
  }

  @Test
  void countKnowsWhatIsNotDeleted() {
    registry.publish(TestType.named("Counted"));
    EntityReceipt receipt = registry.create("Counted", "{\"name\": \"One\"}", ANNA);
    registry.create("Counted", "{\"name\": \"Two\"}", ANNA);
    registry.request(
        EntityOperations.DELETE_ENTITY,
        new DeleteEntityRequest("Counted", receipt.osid(), null),
        ANNA);
    CountEntitiesRequest count = new CountEntitiesRequest(List.of("Counted", "NobodyKnows"));
    assertEquals(1, registry.request(TypeOperations.COUNT_ENTITIES, count, Caller.NOBODY).count());
  }

  private static AuthorizeCallerRequest file(EntityReceipt entity, String property) {
    return new AuthorizeCallerRequest(
        entity.type(), entity.osid(), AuthorizeCallerRequest.Right.READ_FILE, property);
  }

  private static long found(String filters) {
    return registry
        .request(EntityOperations.SEARCH_ENTITIES, query("Person", filters), user("anybody"))
        .totalCount();
  }

  private static List<JsonNode> search(String type, String body, Caller caller) {
    SearchEntitiesRequest request = new SearchEntitiesRequest(type, JsonBytes.of(body));
    return registry.request(EntityOperations.SEARCH_ENTITIES, request, caller).data().stream()
        .map(Json::read)
        .toList();
  }

  private static SearchEntitiesRequest query(String type, String filters) {
    return new SearchEntitiesRequest(type, JsonBytes.of("{\"filters\": %s}".formatted(filters)));
  }

  private static AddPropertyRequest addition(EntityReceipt entity, String path, String json) {
    return new AddPropertyRequest(
        entity.type(), entity.osid(), List.of(path.split("/")), JsonBytes.of(json), null);
  }

  private static void add(EntityReceipt entity, String path, String json) {
    registry.request(EntityOperations.ADD_PROPERTY, addition(entity, path, json), ANNA);
  }

  private static void set(EntityReceipt entity, String path, String json) {
    registry.request(EntityOperations.CHANGE_PROPERTY, change(entity, path, json, false), ANNA);
  }
}

package org.attestry.registry;

import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.AddPropertyRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.HistoryView;
import org.attestry.contracts.registry.EntityOperations.HistoryView.Change;
import org.attestry.contracts.registry.EntityOperations.ReadHistoryRequest;
import org.attestry.contracts.registry.EntityOperations.ReplaceEntityRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class HistoryIT {

  private static final Caller ANNA = user("anna");
  private static final String PERSON =
      "{\"name\": \"Anna\", \"phone\": \"1\", \"addresses\": [{\"street\": \"A\"}]}";

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(TestType.named("Person").policy("identity", null, "$.name"));
    registry.publish(
        TestType.named("Asset")
            .roles("anonymous")
            .privateFields("phone")
            .internalFields("$.addresses[*].street"));
  }

  @Test
  void ownerSeesEachChangeNewestFirstWithItsValues() {
    EntityReceipt entity = registry.create("Person", PERSON, ANNA);
    registry.request(EntityOperations.CHANGE_PROPERTY, change(entity, "age", "1.50", false), ANNA);
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(entity, "note", "null", false), admin());

    HistoryView history = history(entity, 20, 0, ANNA);

    assertEquals(3, history.totalCount());
    assertEquals(List.of(3L, 2L, 1L), history.data().stream().map(e -> e.version()).toList());
    assertEquals(
        List.of("changeProperty", "changeProperty", "createEntity"),
        history.data().stream().map(HistoryView.Entry::operation).toList());
    assertEquals(
        List.of(admin().userId(), "anna", "anna"),
        history.data().stream().map(HistoryView.Entry::by).toList());
    assertEquals(
        List.of(new Change("/age", null, JsonBytes.of("1.50"))), history.data().get(1).changes());
    assertEquals("null", history.data().get(0).changes().get(0).to().text());
    assertTrue(history.data().get(2).changes().isEmpty());
  }

  @Test
  void whatIsAppendedAppearsWithoutWhatWasThere() {
    EntityReceipt entity = registry.create("Person", "{\"name\": \"A\", \"tags\": [\"a\"]}", ANNA);
    registry.request(
        EntityOperations.ADD_PROPERTY,
        new AddPropertyRequest(
            "Person", entity.osid(), List.of("tags"), JsonBytes.of("\"b\""), null),
        ANNA);

    assertEquals(
        List.of(new Change("/tags/1", "items", null, JsonBytes.of("[\"b\"]"))),
        history(entity, 1, 0, ANNA).data().getFirst().changes());
  }

  @Test
  void attestationsAndTheirClaimsAppear() {
    EntityReceipt entity = registry.create("Person", PERSON, ANNA);
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(entity, "name", "\"Anna\"", true), ANNA);
    String claim = registry.read(entity, ANNA).path("_osClaimId/name").textValue();
    registry.request(
        AttestationOperations.DECIDE_ATTESTATION,
        RunningRegistry.decision(entity, claim, Decision.WITHDRAWN),
        ANNA);

    assertEquals("DRAFT", registry.read(entity, ANNA).path("_osState/name").textValue());
    assertFalse(registry.read(entity, ANNA).has("_osClaimId/name"));
    List<HistoryView.Entry> past = history(entity, 20, 0, ANNA).data();
    assertEquals("withdrawClaim", past.get(0).operation());
    assertEquals("anna", past.get(0).by());
    assertEquals(
        List.of("/_osState~1name", "/_osClaimId~1name"),
        past.get(0).changes().stream().map(Change::pointer).toList());
    assertEquals("\"ATTESTATION_REQUESTED\"", past.get(0).changes().get(0).from().text());
    assertEquals("\"DRAFT\"", past.get(0).changes().get(0).to().text());
  }

  @Test
  void pagesFollowOneAnother() {
    EntityReceipt entity = registry.create("Person", PERSON, ANNA);
    for (int i = 0; i < 4; i++) {
      registry.request(
          EntityOperations.CHANGE_PROPERTY, change(entity, "age", "" + i, false), ANNA);
    }
    HistoryView page = history(entity, 2, 2, ANNA);
    assertEquals(5, page.totalCount());
    assertEquals(List.of(3L, 2L), page.data().stream().map(e -> e.version()).toList());
    for (int limit : List.of(0, 1_001)) {
      ReadHistoryRequest request = new ReadHistoryRequest("Person", entity.osid(), limit, 0);
      assertEquals(
          FailureKind.INVALID,
          registry.refusal(EntityOperations.READ_HISTORY, request, ANNA).kind());
    }
  }

  @Test
  void othersAreRefused() {
    ReadHistoryRequest request =
        new ReadHistoryRequest("Person", registry.create("Person", PERSON, ANNA).osid(), 20, 0);
    assertEquals(
        FailureKind.FORBIDDEN,
        registry.refusal(EntityOperations.READ_HISTORY, request, user("other")).kind());
    assertEquals(
        FailureKind.UNAUTHENTICATED,
        registry.refusal(EntityOperations.READ_HISTORY, request, Caller.NOBODY).kind());
  }

  @Test
  void hiddenPlacesAreLeftOutForWhoMayChangeButDoesNotOwn() {
    EntityReceipt asset = registry.create("Asset", PERSON, Caller.NOBODY);
    String body =
        "{\"name\": \"Berta\", \"phone\": \"2\","
            + " \"addresses\": [{\"street\": \"B\", \"zip\": \"1\"}, {\"street\": \"C\"}]}";
    registry.request(
        EntityOperations.REPLACE_ENTITY,
        new ReplaceEntityRequest("Asset", asset.osid(), JsonBytes.of(body), null),
        admin());

    List<Change> seen = history(asset, 20, 0, user("other")).data().get(0).changes();
    assertEquals(List.of("/name"), seen.stream().map(Change::pointer).toList());
    List<Change> all = history(asset, 20, 0, admin()).data().get(0).changes();
    assertEquals(
        List.of("/addresses", "/name", "/phone"), all.stream().map(Change::pointer).toList());
    assertEquals("\"2\"", all.get(2).to().text());
  }

  @Test
  void deletionIsTheLastChangeAndTheAdminsToSee() {
    EntityReceipt entity = registry.create("Person", PERSON, ANNA);
    registry.request(
        EntityOperations.DELETE_ENTITY,
        new DeleteEntityRequest("Person", entity.osid(), null),
        ANNA);
    HistoryView.Entry last = history(entity, 1, 0, admin()).data().get(0);
    assertEquals("deleteEntity", last.operation());
    ReadHistoryRequest request = new ReadHistoryRequest("Person", entity.osid(), 20, 0);
    assertEquals(
        "entity status is inactive",
        registry.refusal(EntityOperations.READ_HISTORY, request, ANNA).message());
  }

  private static HistoryView history(EntityReceipt entity, int limit, int offset, Caller caller) {
    return registry.request(
        EntityOperations.READ_HISTORY,
        new ReadHistoryRequest(entity.type(), entity.osid(), limit, offset),
        caller);
  }
}

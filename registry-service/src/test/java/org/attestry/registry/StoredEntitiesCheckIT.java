package org.attestry.registry;

import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.INVITE_ENTITY;
import static org.attestry.contracts.registry.TypeOperations.CHECK_ENTITIES;
import static org.attestry.contracts.registry.TypeOperations.PREPARE_TYPE;
import static org.attestry.registry.RunningRegistry.creation;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.ChangePropertyRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.InviteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.contracts.registry.TypeOperations.CheckEntitiesRequest;
import org.attestry.contracts.registry.TypeOperations.PrepareTypeRequest;
import org.attestry.contracts.schema.CheckedEntities;
import org.attestry.contracts.schema.EntityType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The check of stored entities before a changed type is published; deprecated types. */
class StoredEntitiesCheckIT {

  private static final Caller ANNA = user("anna");
  private static final String OPEN = "{\"type\": \"object\", \"properties\": {\"n\": {}}}";
  private static final String TEXT =
      "{\"type\": \"object\", \"required\": [\"n\"], \"properties\": {\"n\": {\"type\":"
          + " \"string\"}, \"l\": {\"items\": {\"type\": \"string\"}}}}";

  @AutoClose private static final RunningRegistry registry = RunningRegistry.start();

  @Test
  void countsTheStoredEntitiesThatWouldBeInvalidAndNamesThree() {
    registry.publish(TestType.named("Some").definition(OPEN));
    registry.create("Some", "{\"n\": \"right\"}", ANNA);
    String first = registry.create("Some", "{\"n\": 1}", ANNA).osid();
    for (int i = 0; i < 3; i++) {
      registry.create("Some", "{\"n\": \"x\", \"l\": [\"a\", %d]}".formatted(i), ANNA);
    }

    CheckedEntities found = check(TestType.named("Some").definition(TEXT).build());

    assertEquals(5, found.stored());
    assertEquals(5, found.checked());
    assertEquals(4, found.breaking());
    assertEquals(3, found.ids().size());
    assertEquals(first, found.ids().getFirst());
    assertEquals(
        List.of("/n", "/l/*"),
        found.violations().stream().map(violation -> violation.pointer()).toList());
  }

  @Test
  void invitedEntitiesMayStillLackWhatIsRequired() {
    registry.publish(TestType.named("Invited").definition(TEXT));
    registry.invite("Invited", "{\"l\": []}", ANNA);
    CheckedEntities found = check(TestType.named("Invited").definition(TEXT).build());
    assertEquals(0, found.breaking());
    assertEquals(1, found.checked());
  }

  @Test
  void deletedEntitiesDoNotCount() {
    registry.publish(TestType.named("Gone").definition(OPEN));
    EntityReceipt entity = registry.create("Gone", "{\"n\": 1}", ANNA);
    registry.request(
        EntityOperations.DELETE_ENTITY, new DeleteEntityRequest("Gone", entity.osid(), null), ANNA);
    assertEquals(0, check(TestType.named("Gone").definition(TEXT).build()).stored());
  }

  @Test
  void unknownTypeHasNothingStored() {
    CheckedEntities found = check(TestType.named("Nowhere").definition(TEXT).build());
    assertEquals(0, found.stored());
    assertTrue(found.complete());
  }

  @Test
  void valuesThatAreNotUniqueAreFoundWithTheirField() {
    registry.publish(TestType.named("Doubled"));
    registry.create("Doubled", "{\"name\": \"A\", \"phone\": \"1\"}", ANNA);
    registry.create("Doubled", "{\"name\": \"A\", \"phone\": \"1\"}", ANNA);
    registry.create("Doubled", "{\"name\": \"A\"}", ANNA);

    CheckedEntities found = check(TestType.named("Doubled").unique("phone").build());

    assertEquals(2, found.breaking());
    assertEquals(2, found.ids().size());
    assertEquals("/phone", found.violations().getFirst().pointer());
    assertEquals("unique", found.violations().getFirst().rule());
  }

  @Test
  void openAttestationsNeedTheirPolicy() {
    registry.publish(TestType.named("Attested").policy("byTeacher", null, "phone"));
    EntityReceipt entity = registry.create("Attested", "{\"name\": \"A\", \"phone\": \"1\"}", ANNA);
    ChangePropertyRequest raise = RunningRegistry.change(entity, "phone", "\"1\"", true);
    registry.request(EntityOperations.CHANGE_PROPERTY, raise, ANNA);

    CheckedEntities without = check(TestType.named("Attested").build());
    CheckedEntities with =
        check(TestType.named("Attested").policy("byTeacher", null, "phone").build());

    assertEquals(1, without.breaking());
    assertEquals("attestationPolicies", without.violations().getFirst().rule());
    assertEquals(0, with.breaking());
  }

  /**
   * The time is enough for some of the entities on a slow machine, and for few of them on a fast
   * one: checking one takes some hundred thousand steps.
   */
  @Test
  void reportsTheNumberOfCheckedEntitiesWhenTheTimeIsOver() {
    registry.publish(TestType.named("Many").definition(OPEN));
    registry.database.execute(
        """
        INSERT INTO %s (type, id, version, body, owners, complete, attestations, created_at,
          updated_at)
        SELECT %s, uuidv7(), 1, body.json, '{}', true, '[]', now(), now()
        FROM generate_series(1, 2000), (
          SELECT jsonb_build_object('l', jsonb_agg(item)) AS json
          FROM generate_series(1, 400) AS item
        ) AS body
        """
            .formatted(registry.table("Many"), registry.table("Many").replace("entity_", "")));
    String items = "{\"items\": {\"type\": \"number\"}}";
    String costly =
        "{\"properties\": {\"l\": {\"allOf\": [%s]}}}"
            .formatted(String.join(", ", Collections.nCopies(500, items)));
    CallContext hurried =
        new CallContext(Caller.NOBODY, "test", Deadline.in(Duration.ofSeconds(4)), null);

    CheckedEntities found =
        await(
            registry.bus.request(
                CHECK_ENTITIES,
                new CheckEntitiesRequest(TestType.named("Many").definition(costly).build()),
                hurried));

    assertEquals(2_000, found.stored());
    assertTrue(found.checked() > 0 && found.checked() < 2_000, found.toString());
    assertFalse(found.complete());
  }

  @Test
  void preparedConstraintHoldsBeforeItIsPublished() {
    registry.publish(TestType.named("Prepared"));
    String json = "{\"name\": \"A\", \"phone\": \"1\"}";
    registry.create("Prepared", json, ANNA);

    prepare(TestType.named("Prepared").unique("phone").build());

    assertEquals(
        FailureKind.CONFLICT,
        registry.refusal(CREATE_ENTITY, creation("Prepared", json), ANNA).kind());
    registry.publish(TestType.named("Prepared").unique("phone"));
    assertEquals(
        "/phone",
        registry
            .refusal(CREATE_ENTITY, creation("Prepared", json), ANNA)
            .violations()
            .getFirst()
            .pointer());
  }

  @Test
  void constraintThatCannotHoldIsRefusedWithFieldAndEntities() {
    registry.publish(TestType.named("Unprepared"));
    String json = "{\"name\": \"A\", \"phone\": \"1\"}";
    String one = registry.create("Unprepared", json, ANNA).osid();
    registry.create("Unprepared", json, ANNA);

    Failure refused =
        registry.refusal(
            PREPARE_TYPE,
            new PrepareTypeRequest(TestType.named("Unprepared").unique("phone").build()),
            Caller.NOBODY);

    assertEquals(FailureKind.CONFLICT, refused.kind());
    assertTrue(refused.message().contains("/phone"), refused.message());
    assertTrue(refused.message().contains(one), refused.message());
    registry.create("Unprepared", json, ANNA);
  }

  @Test
  void deprecatedTypeTakesNothingNewAndKeepsWhatItHas() {
    registry.publish(TestType.named("Old"));
    EntityReceipt entity = registry.create("Old", "{\"name\": \"A\"}", ANNA);
    registry.publish(TestType.named("Old").deprecated());

    Failure create = registry.refusal(CREATE_ENTITY, creation("Old", "{\"name\": \"A\"}"), ANNA);
    Failure invite =
        registry.refusal(
            INVITE_ENTITY, new InviteEntityRequest("Old", JsonBytes.of("{\"name\": \"A\"}")), ANNA);

    assertEquals("registry.type.deprecated", create.code());
    assertEquals(FailureKind.CONFLICT, create.kind());
    assertEquals("registry.type.deprecated", invite.code());
    assertEquals("A", registry.read(entity, ANNA).path("name").textValue());
    registry.request(
        EntityOperations.CHANGE_PROPERTY,
        RunningRegistry.change(entity, "name", "\"B\"", false),
        ANNA);
    assertEquals(
        1,
        registry
            .request(
                EntityOperations.SEARCH_ENTITIES,
                new SearchEntitiesRequest(
                    "Old", JsonBytes.of("{\"filters\": {\"name\": {\"eq\": \"B\"}}}")),
                ANNA)
            .data()
            .size());
  }

  private static CheckedEntities check(EntityType type) {
    return registry.request(CHECK_ENTITIES, new CheckEntitiesRequest(type), Caller.NOBODY);
  }

  private static void prepare(EntityType type) {
    registry.request(PREPARE_TYPE, new PrepareTypeRequest(type), Caller.NOBODY);
  }
}

package org.attestry.registry;

import static org.attestry.registry.RunningRegistry.creation;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaFacts.SchemaChanged;
import org.attestry.contracts.schema.SchemaFacts.SchemaDeleted;
import org.attestry.contracts.schema.SchemaFacts.SchemaPublished;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Calls;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PublishedTypesIT {

  private static final Caller ANNA = user("anna");
  private static final String STRING_NAME =
      "{\"type\": \"object\", \"properties\": {\"name\": {\"type\": \"string\"}}}";

  @AutoClose private static final RunningRegistry registry = RunningRegistry.start();

  @Test
  void allOfManyFirstCreatesOfAFreshTypeSucceed() {
    registry.publish(TestType.named("Fresh").unique("email"));
    List<Future<EntityReceipt>> all = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      String json = "{\"name\": \"A\", \"email\": \"f%d@example.org\"}".formatted(i);
      all.add(registry.begin(EntityOperations.CREATE_ENTITY, creation("Fresh", json), ANNA));
    }
    await(Future.all(all));
  }

  @Test
  void typeIsMadeOnceWhenItsFactComesManyTimesAtOnce() {
    TestType type = TestType.named("Often").unique("email").indexed("name");
    Fact fact = published(type.revision(7));
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      all.add(registry.bus.request(Fact.deliveryTo("registry"), fact, Calls.byNobody()));
    }
    await(Future.all(all));
    registry.create("Often", "{\"name\": \"A\"}", ANNA);
  }

  @Test
  void olderRevisionChangesNothing() {
    registry.publish(TestType.named("Newer").definition("{\"type\": \"object\"}"), 20);
    registry.publish(TestType.named("Newer").definition(STRING_NAME), 19);
    registry.create("Newer", "{\"name\": 1}", ANNA);
  }

  @Test
  void changedTypeHoldsItsNewUniqueFieldsAndReleasesTheOldOnes() {
    registry.publish(TestType.named("Altered").unique("email"), 30);
    String one = "{\"name\": \"A\", \"email\": \"x@example.org\", \"phone\": \"1\"}";
    registry.create("Altered", one, ANNA);
    registry.publish(TestType.named("Altered").unique("phone"), 31);
    registry.create("Altered", one.replace("\"1\"", "\"2\""), ANNA);
    assertEquals(
        "/phone",
        registry
            .refusal(EntityOperations.CREATE_ENTITY, creation("Altered", one), ANNA)
            .violations()
            .get(0)
            .pointer());
  }

  @Test
  void typeThatItsSchemaNoLongerHasEnds() {
    registry.deliver(
        fact(
            new SchemaPublished(
                "both",
                "Both",
                1,
                List.of(
                    TestType.named("Stays").schema("both").revision(40).build(),
                    TestType.named("Goes").schema("both").revision(40).build()))));
    registry.create("Goes", "{\"name\": \"A\"}", ANNA);
    SchemaChanged changed =
        new SchemaChanged(
            "both",
            "Both",
            2,
            SchemaStatus.PUBLISHED,
            List.of(TestType.named("Stays").schema("both").revision(41).build()));
    registry.deliver(Facts.of(SchemaFacts.SCHEMA_CHANGED, "both", changed, Calls.byNobody()));
    registry.create("Stays", "{\"name\": \"A\"}", ANNA);
    assertEquals(FailureKind.NOT_FOUND, refusal("Goes"));
  }

  @Test
  void deletedTypeCanBePublishedAgain() {
    registry.publish(TestType.named("Again"), 50);
    SchemaDeleted deleted = new SchemaDeleted("schema-of-Again", "Again", 51, List.of("Again"));
    registry.deliver(
        Facts.of(SchemaFacts.SCHEMA_DELETED, "schema-of-Again", deleted, Calls.byNobody()));
    assertEquals(FailureKind.NOT_FOUND, refusal("Again"));
    registry.publish(TestType.named("Again"), 52);
    registry.create("Again", "{\"name\": \"A\"}", ANNA);
  }

  @Test
  void indexThatWasLeftHalfMadeIsMadeAgain() {
    registry.publish(TestType.named("Broken").unique("email"), 60);
    String table = registry.table("Broken");
    String index =
        registry.database.single(
            "SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class c ON c.oid = indexrelid"
                + " WHERE indrelid = '%s'::regclass AND relname LIKE '%%\\_u\\_%%' LIMIT 1"
                    .formatted(table));
    registry.asAdministrator(
        "UPDATE pg_index SET indisvalid = false WHERE indexrelid = '%s'::regclass"
            .formatted(index));
    registry.publish(TestType.named("Broken").unique("email"), 61);
    assertEquals(
        "true",
        registry.database.single(
            "SELECT indisvalid::text FROM pg_index WHERE indexrelid = '%s'::regclass"
                .formatted(index)));
  }

  @Test
  void constraintThatStoredEntitiesBreakDoesNotHoldAtAll() {
    registry.publish(TestType.named("Twins"), 80);
    String json = "{\"name\": \"A\", \"phone\": \"1\"}";
    registry.create("Twins", json, ANNA);
    registry.create("Twins", json, ANNA);
    FailureException refused =
        assertThrows(
            FailureException.class,
            () -> registry.publish(TestType.named("Twins").unique("phone"), 81));
    assertEquals(FailureKind.CONFLICT, refused.failure().kind());
    assertEquals("/phone", refused.failure().violations().get(0).pointer());
    registry.create("Twins", json, ANNA);
  }

  @Test
  void valuesThatDifferedInTheirNormalFormAloneStopNoPublication() {
    registry.publish(TestType.named("Former").unique("name"), 90);
    registry.create("Former", "{\"name\": \"Jos\u00e9\"}", ANNA);
    String index =
        registry.database.single(
            "SELECT indexname FROM pg_indexes WHERE tablename = '%s' AND indexdef LIKE '%%NFC%%'"
                .formatted(registry.table("Former")));
    registry.asAdministrator("DROP INDEX " + index);
    String other = "{\"name\": \"Jose\u0301\"}";
    registry.create("Former", other, ANNA);

    registry.publish(TestType.named("Former").unique("name"), 91);

    registry.create("Former", "{\"name\": \"A\"}", ANNA);
    assertEquals(
        "/name",
        registry
            .refusal(EntityOperations.CREATE_ENTITY, creation("Former", other), ANNA)
            .violations()
            .getFirst()
            .pointer());
    FailureException refused =
        assertThrows(
            FailureException.class,
            () ->
                registry.publish(
                    TestType.named("Former").unique("name").caseInsensitive("name"), 92));
    assertEquals("registry.type.constraint-broken", refused.failure().code());
  }

  /** To normalize this text takes the square of its length: half a minute. */
  @Test
  void aTextOfManyMarksDoesNotStopALaterConstraint() {
    String marks = "A" + "\u0301\u0323".repeat(30_000);
    registry.publish(TestType.named("Marks"), 93);
    registry.create("Marks", "{\"name\": \"" + marks + "\"}", ANNA);
    registry.publish(TestType.named("Marks").unique("name"), 94);
    assertEquals(FailureKind.INVALID, refusal("Marks", "{\"name\": \"" + marks + "\"}"));
  }

  @Test
  void namesOfFieldsCannotLeaveTheirQuotes() {
    String definition =
        "{\"type\": \"object\", \"properties\": {\"it's \\\\ \\\"odd\\\"\": {\"type\":"
            + " \"string\"}}}";
    TestType type =
        TestType.named("Odd").definition(definition).unique("$[\"it's \\\\ \\\"odd\\\"\"]");
    registry.publish(type);
    String json = "{\"it's \\\\ \\\"odd\\\"\": \"x\"}";
    registry.create("Odd", json, ANNA);
    assertEquals(FailureKind.CONFLICT, refusal("Odd", json));
  }

  @Test
  void otherReplicasKnowATypeAtOnceAndItsChangeShortlyAfter() {
    try (RunningRegistry other = RunningRegistry.sharing(registry)) {
      registry.publish(TestType.named("Shared").definition(STRING_NAME), 70);
      other.create("Shared", "{\"name\": \"A\"}", ANNA);
      registry.publish(TestType.named("Shared").definition("{\"type\": \"object\"}"), 71);
      Eventually.isTrue(
          () ->
              await(
                  other
                      .begin(
                          EntityOperations.CREATE_ENTITY, creation("Shared", "{\"name\": 1}"), ANNA)
                      .map(true)
                      .otherwise(false)));
    }
  }

  @Test
  void definitionThatCannotBeUsedIsRefusedWhole() {
    TestType type = TestType.named("Bad").definition("{\"$ref\": \"http://127.0.0.1:9/x\"}");
    Future<?> delivery =
        registry.bus.request(Fact.deliveryTo("registry"), published(type), Calls.byNobody());
    await(delivery.otherwiseEmpty());
    assertTrue(delivery.failed());
    assertEquals(FailureKind.NOT_FOUND, refusal("Bad"));
  }

  private static FailureKind refusal(String type) {
    return refusal(type, "{\"name\": \"A\"}");
  }

  private static FailureKind refusal(String type, String json) {
    return registry.refusal(EntityOperations.CREATE_ENTITY, creation(type, json), ANNA).kind();
  }

  private static Fact published(TestType type) {
    return fact(new SchemaPublished("schema", "Schema", 1, List.of(type.build())));
  }

  private static Fact fact(SchemaPublished published) {
    return Facts.of(
        SchemaFacts.SCHEMA_PUBLISHED, published.schemaId(), published, Calls.byNobody());
  }
}

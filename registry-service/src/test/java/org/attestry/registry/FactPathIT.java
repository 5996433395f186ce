package org.attestry.registry;

import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations.DecideAttestationRequest;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.RegistryFacts.EndedAttestation;
import org.attestry.contracts.registry.RegistryFacts.EntityChanged;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaFacts.SchemaPublished;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Calls;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FactPathIT {

  private static final Caller ANNA = user("anna");

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(
        TestType.named("Told")
            .privateFields("phone", "contact.mobile")
            .internalFields("age")
            .policy("identity", null, "$.name"));
  }

  @Test
  void changesArePublishedInOrderAndWithoutHiddenValues() {
    String json =
        """
        {"name": "Told", "phone": "canary-1", "age": 424242,
         "contact": {"city": "Rom", "mobile": "canary-2"}}
        """;
    EntityReceipt entity = registry.create("Told", json, ANNA);
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(entity, "name", "\"Next\"", true), ANNA);
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(entity, "phone", "\"canary-3\"", false), ANNA);
    registry.request(
        EntityOperations.DELETE_ENTITY, new DeleteEntityRequest("Told", entity.osid(), null), ANNA);
    try (KafkaPeer kafka = new KafkaPeer(registry)) {
      List<Fact> facts = Eventually.until(() -> kafka.about(entity.osid()), all -> all.size() == 5);
      assertEquals(
          List.of(
              RegistryFacts.ENTITY_CREATED.name(),
              RegistryFacts.ENTITY_CHANGED.name(),
              RegistryFacts.ATTESTATION_RAISED.name(),
              RegistryFacts.ENTITY_CHANGED.name(),
              RegistryFacts.ENTITY_DELETED.name()),
          facts.stream().map(Fact::type).toList());
      String all = String.join("", facts.stream().map(fact -> fact.data().text()).toList());
      assertTrue(all.contains("Rom"));
      assertFalse(all.contains("canary") || all.contains("424242"));
    }
  }

  @Test
  void changesSayWhetherClaimsAreOpen() {
    EntityReceipt entity = registry.create("Told", "{\"name\": \"A\", \"age\": 1}", ANNA);
    registry.request(EntityOperations.CHANGE_PROPERTY, change(entity, "age", "2", false), ANNA);
    registry.request(EntityOperations.CHANGE_PROPERTY, change(entity, "name", "\"B\"", true), ANNA);
    registry.request(EntityOperations.CHANGE_PROPERTY, change(entity, "age", "3", false), ANNA);
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(entity, "name", "\"C\"", false), ANNA);
    try (KafkaPeer kafka = new KafkaPeer(registry)) {
      List<Boolean> open =
          Eventually.until(
              () ->
                  kafka.received(RegistryFacts.ENTITY_CHANGED).stream()
                      .filter(changed -> changed.osid().equals(entity.osid()))
                      .map(EntityChanged::openClaims)
                      .toList(),
              all -> all.size() == 4);
      assertEquals(List.of(false, true, true, false), open);
    }
  }

  @Test
  void decisionIsAFactForWhoWasNotThere() {
    EntityReceipt entity = registry.create("Told", "{\"name\": \"Kaf\"}", ANNA);
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(entity, "name", "\"Kaf\"", true), ANNA);
    String claim = registry.read(entity, ANNA).path("_osClaimId/name").textValue();
    DecideAttestationRequest grant = RunningRegistry.decision(entity, claim, Decision.GRANTED);
    registry.deliver(grant);
    try (KafkaPeer kafka = new KafkaPeer(registry)) {
      EndedAttestation expected =
          new EndedAttestation(claim, "Told", entity.osid(), grant.attempt(), "teacher");
      Eventually.isTrue(() -> kafka.received(RegistryFacts.ATTESTATION_GRANTED).contains(expected));
    }
  }

  @Test
  void typeThatComesThroughKafkaAloneIsUsable() {
    SchemaPublished published =
        new SchemaPublished(
            "kafka", "Kafka", 1, List.of(TestType.named("ByKafka").schema("kafka").build()));
    registry.throughKafka(
        "schema", Facts.of(SchemaFacts.SCHEMA_PUBLISHED, "kafka", published, Calls.byNobody()));
    Eventually.isTrue(
        () ->
            registry
                .database
                .single("SELECT count(*) FROM entity_type WHERE name = 'ByKafka' AND published")
                .equals("1"));
    registry.create("ByKafka", "{\"name\": \"A\"}", ANNA);
  }
}

package org.attestry.registry.claim;

import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.attestry.condition.AttestorValues;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.registry.TestType;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;

class DecidableAttestationsTest {

  private static final int MANY = 30_000;

  @Test
  void recordsThatNobodyHasRaisedAgainAreComparedInTheSizeOfTheEntity() {
    PublishedType type =
        new PublishedType(TestType.named("T").policy("list", null, "$.items").build(), 1);
    ObjectNode body = Json.object();
    ArrayNode items = body.putArray("items");
    IntStream.range(0, MANY).forEach(i -> items.addObject().put("osid", "" + i));
    List<Attestation> drafts = IntStream.range(0, MANY).mapToObj(i -> draft(type, i)).toList();
    items.remove(MANY - 1);
    StoredEntity entity =
        StoredEntity.first(UUID.randomUUID(), body, List.of("owner"), true, "owner")
            .withAttestations(drafts);
    Caller teacher = user("t", "Teacher");
    DecidableAttestations rule =
        new DecidableAttestations(
            type,
            teacher,
            Map.of("Teacher", AttestorValues.of(teacher, List.of())),
            Budget.of(
                Duration.ofMinutes(10),
                Long.MAX_VALUE,
                Failure.of(FailureKind.UNPROCESSABLE, "test.spent", "Spent.")));

    List<Attestation> decidable = Cost.atMost(Duration.ofSeconds(20), () -> rule.in(entity));

    assertEquals(drafts.subList(0, MANY - 1), decidable);
  }

  private static Attestation draft(PublishedType type, int item) {
    ObjectNode body = Json.object();
    body.putArray("items").addObject().put("osid", "" + item);
    Attestation raised =
        Attestations.raised(
            List.of(),
            type.policy("list").orElseThrow(),
            "claim-" + item,
            Json.object().put("items", "" + item),
            null,
            body,
            "u");
    return Attestations.withdraw(List.of(raised), raised, UUID.randomUUID()).getFirst();
  }
}

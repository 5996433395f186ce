package org.attestry.registry.attestation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.registry.TestType;
import org.attestry.registry.attestation.Attestation.State;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Cost;
import org.junit.jupiter.api.Test;

/** A change is compared with all records of the entity in the time that reading both takes. */
class ManyAttestationsTest {

  private static final int MANY = 30_000;

  private static final PublishedType TYPE =
      new PublishedType(
          TestType.named("T").policy("list", null, "$.items", "$.items[*].v").build(), 1);

  @Test
  void itemsOfManyRecordsAreFoundInAListThatIsReadOnce() {
    List<Attestation> all = records(i -> "{\"items\": [\"%s\"]}".formatted(i), i -> list(i, i + 1));
    ObjectNode body = list(0, MANY);
    ((ObjectNode) body.get("items").get(7)).put("v", "other");
    ((ArrayNode) body.get("items")).remove(MANY - 1);

    List<Attestation> after = afterChange(all, body);

    assertEquals(
        Set.of(7, MANY - 1),
        IntStream.range(0, MANY)
            .filter(i -> after.get(i).state() == State.DRAFT)
            .boxed()
            .collect(Collectors.toSet()));
  }

  @Test
  void listThatManyRecordsAreAboutIsReadOnce() {
    List<Attestation> all = records(i -> "{}", i -> list(0, 1));
    List<Attestation> after = afterChange(all, list(0, MANY));
    assertEquals(
        Set.of(State.DRAFT), after.stream().map(Attestation::state).collect(Collectors.toSet()));
  }

  private static List<Attestation> afterChange(List<Attestation> all, ObjectNode body) {
    return Cost.atMost(Duration.ofSeconds(20), () -> Attestations.afterChange(all, TYPE, body));
  }

  /** Returns records of one policy, each raised in a state of the entity of its own. */
  private static List<Attestation> records(IntFunction<String> osids, IntFunction<ObjectNode> in) {
    return IntStream.range(0, MANY)
        .mapToObj(
            i ->
                Attestations.raised(
                    List.of(),
                    TYPE.policy("list").orElseThrow(),
                    "claim-" + i,
                    Json.read(osids.apply(i)),
                    null,
                    in.apply(i),
                    "u"))
        .toList();
  }

  /** Returns an entity with a list of items, whose osids and values are their numbers. */
  private static ObjectNode list(int from, int end) {
    ObjectNode body = Json.object();
    ArrayNode items = body.putArray("items");
    for (int i = from; i < end; i++) {
      items.addObject().put("osid", "" + i).put("v", i);
    }
    return body;
  }
}

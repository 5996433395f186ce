package org.attestry.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Literal;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.runtime.fair.Budget;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;

class ConditionLookupTest {

  private static final int ROUNDS = 200_000;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Random random = new Random(Seeds.of(20261123));
  private final RandomConditions conditions = new RandomConditions(random);
  private final Budget budget = Budgets.unlimited();

  @Test
  void whereAConditionHoldsTheKeysMeetAndAnExactLookupMeetsNowhereElse() {
    int held = 0;
    int exact = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Condition condition = conditions.condition(2);
      JsonNode requester = conditions.record();
      List<JsonNode> records =
          Stream.generate(conditions::record).limit(random.nextInt(3)).toList();
      AttestorValues attestor = new AttestorValues(records, NODES.arrayNode().add("x"));
      Optional<ConditionLookup> lookup = ConditionLookup.of(condition);
      if (lookup.isEmpty()) {
        continue;
      }
      boolean holds = attestor.satisfy(condition, path -> PathValues.in(requester, path), budget);
      Set<LookupKey> stored = lookup.get().ofRequester(path -> PathValues.in(requester, path));
      Set<Integer> lengths = stored.stream().map(LookupKey::length).collect(Collectors.toSet());
      Set<LookupKey> common =
          new HashSet<>(lookup.get().ofAttestor(attestor, lengths, budget).orElseThrow());
      common.retainAll(stored);
      String what = condition + " of " + records + " and " + requester;
      assertTrue(!holds || !common.isEmpty(), what);
      common.remove(LookupKey.ANY);
      if (lookup.get().exact()) {
        assertTrue(common.isEmpty() || holds, what);
        exact++;
      }
      held += holds ? 1 : 0;
    }
    assertTrue(held > ROUNDS / 100 && exact > ROUNDS / 100, held + " held, " + exact + " exact");
  }

  @Test
  void partsOfATextAreOnlyOfTheLengthsThatAreStored() {
    ConditionLookup lookup = partsOfAttestor();
    AttestorValues attestor = attestor("{0123456789}");
    assertEquals(
        2 + 12 - 3 + 1, lookup.ofAttestor(attestor, Set.of(3, 40), budget).orElseThrow().size());
  }

  @Test
  void tooMuchOnEitherSideIsNotLookedUp() {
    ConditionLookup lookup = partsOfAttestor();
    String text =
        IntStream.range(0, 4_000).mapToObj(Integer::toString).collect(Collectors.joining());
    Set<Integer> lengths = IntStream.range(1, 100).boxed().collect(Collectors.toSet());
    assertTrue(lookup.ofAttestor(attestor(text), lengths, budget).isEmpty());
    ObjectNode many = NODES.objectNode();
    IntStream.range(0, 2_000).forEach(many.putArray("a")::add);
    assertEquals(Set.of(LookupKey.ANY), lookup.ofRequester(path -> PathValues.in(many, path)));
  }

  @Test
  void valuesThatGiveTheSameKeyAreCountedToo() {
    ConditionLookup lookup = partsOfAttestor();
    AttestorValues longText = attestor("a".repeat(100_000));
    assertTrue(lookup.ofAttestor(longText, Set.of(50_000), budget).isEmpty());
    assertTrue(lookup.ofAttestor(longText, Set.of(1), budget).isEmpty());
    ObjectNode same = NODES.objectNode();
    IntStream.range(0, 20_000).forEach(i -> same.withArray("a").add("x"));
    AttestorValues list = new AttestorValues(List.of(same), NODES.arrayNode());
    assertTrue(lookup.ofAttestor(list, Set.of(), budget).isEmpty());
    assertEquals(Set.of(LookupKey.ANY), lookup.ofRequester(path -> PathValues.in(same, path)));
  }

  @Test
  void aLongTextOfARequesterIsNotLookedUpAsAPart() {
    ConditionLookup lookup = partsOfAttestor();
    Set<LookupKey> keys =
        lookup.ofRequester(
            path -> PathValues.in(NODES.objectNode().put("a", "x".repeat(201)), path));
    assertTrue(keys.contains(LookupKey.ANY));
    assertEquals(Set.of(0), keys.stream().map(LookupKey::length).collect(Collectors.toSet()));
  }

  @Test
  void conditionsThatCompareNoTwoSidesHaveNoLookup() {
    for (Condition none :
        List.of(
            new Condition.Always(),
            new Comparison(Comparator.EQUALS, values(Side.ATTESTOR, "a"), new Literal("x")),
            new Comparison(
                Comparator.LESS, values(Side.ATTESTOR, "a"), values(Side.REQUESTER, "a")))) {
      assertFalse(ConditionLookup.of(none).isPresent(), none.toString());
    }
  }

  private static ConditionLookup partsOfAttestor() {
    return ConditionLookup.of(
            new Comparison(
                Comparator.CONTAINS, values(Side.ATTESTOR, "a"), values(Side.REQUESTER, "a")))
        .orElseThrow();
  }

  private static AttestorValues attestor(String text) {
    return new AttestorValues(List.of(NODES.objectNode().put("a", text)), NODES.arrayNode());
  }

  private static Values values(Side side, String name) {
    return new Values(side, FieldPath.of(name));
  }
}

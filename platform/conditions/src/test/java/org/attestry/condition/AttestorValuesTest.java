package org.attestry.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AttestorValuesTest {

  private static final int ROUNDS = 100_000;
  private static final int RECORDS = 2_000;
  private static final int CLAIMS = 1_200;

  /** A comparison over the values of all records gives the same as record by record. */
  @Test
  void conditionIsSatisfiedIfItHoldsForOneOfTheRecords() {
    Random random = new Random(Seeds.of(20261127));
    RandomConditions conditions = new RandomConditions(random);
    int satisfied = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<JsonNode> records =
          Stream.generate(conditions::record).limit(random.nextInt(4)).toList();
      AttestorValues attestor = new AttestorValues(records, Json.read("[\"x\"]"));
      for (int requesters = 0; requesters < 2; requesters++) {
        Condition condition = conditions.condition(3);
        JsonNode requester = conditions.record();
        boolean expected =
            attestor.documents(ConditionPaths.of(condition, Side.ATTESTOR)).all().stream()
                .anyMatch(record -> holds(condition, record, requester));
        assertEquals(
            expected,
            attestor.satisfy(
                condition, path -> PathValues.in(requester, path), Budgets.unlimited()),
            condition + " of " + records + " and " + requester);
        satisfied += expected ? 1 : 0;
      }
    }
    assertTrue(satisfied > ROUNDS / 10 && satisfied < ROUNDS, satisfied + " satisfied");
  }

  @ParameterizedTest
  @EnumSource(
      value = Comparator.class,
      names = {"EQUALS", "EQUALS_IGNORE_CASE", "NOT_EQUALS", "LESS", "GREATER"})
  void manyClaimsAreComparedWithManyRecordsInFewSteps(Comparator comparator) {
    Budget budget = Budgets.of(200_000);
    assertEquals(
        comparator == Comparator.NOT_EQUALS ? CLAIMS : 0,
        satisfied(
            new Condition.Or(
                List.of(
                    compare(comparator, "school"),
                    new Condition.And(
                        List.of(compare(comparator, "school"), new Condition.Always())))),
            claim -> comparator == Comparator.LESS ? "A" : "z",
            budget));
  }

  @Test
  void textsThatAreEqualAreNotSearchedForTheirParts() {
    assertEquals(
        CLAIMS,
        satisfied(
            compare(Comparator.CONTAINS, "school"),
            claim -> "school " + claim,
            Budgets.of(200_000)));
  }

  @Test
  void whatTakesTooManyStepsIsStopped() {
    Condition several =
        new Condition.And(
            List.of(
                compare(Comparator.CONTAINS, "school"), compare(Comparator.CONTAINS, "school")));
    assertThrows(
        FailureException.class, () -> satisfied(several, claim -> "school", Budgets.of(CLAIMS)));
    assertThrows(
        FailureException.class,
        () ->
            satisfied(
                compare(Comparator.CONTAINS, "school"),
                claim -> "another school",
                Budgets.of(100L * CLAIMS)));
  }

  /** Compares the claims with the records; returns how many satisfy the condition. */
  private static long satisfied(
      Condition condition, IntFunction<String> schoolOfClaim, Budget budget) {
    List<JsonNode> records =
        IntStream.range(0, RECORDS)
            .mapToObj(i -> (JsonNode) Json.object().put("school", "school " + i))
            .toList();
    AttestorValues attestor = new AttestorValues(records, Json.array());
    return IntStream.range(0, CLAIMS)
        .mapToObj(claim -> Json.object().put("school", schoolOfClaim.apply(claim)))
        .filter(
            requester ->
                attestor.satisfy(condition, path -> PathValues.in(requester, path), budget))
        .count();
  }

  private static Condition compare(Comparator comparator, String name) {
    return new Comparison(
        comparator,
        new Values(Side.ATTESTOR, FieldPath.of(name)),
        new Values(Side.REQUESTER, FieldPath.of(name)));
  }

  private static boolean holds(Condition condition, JsonNode attestor, JsonNode requester) {
    return ConditionEvaluator.of(
            values ->
                PathValues.in(values.side() == Side.ATTESTOR ? attestor : requester, values.path()),
            Budgets.unlimited())
        .holds(condition);
  }
}

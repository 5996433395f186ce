package org.attestry.claims.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.claims.Budgets;
import org.attestry.condition.AttestorValues;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationOperations.AttestationView;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Literal;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

class AudienceTest {

  private static final Condition SAME_SCHOOL =
      new Comparison(
          Comparator.EQUALS,
          new Values(Side.ATTESTOR, FieldPath.of("school")),
          new Values(Side.REQUESTER, FieldPath.of("school")));

  private static final Condition ROLE =
      new Comparison(
          Comparator.CONTAINS, new Values(Side.ATTESTOR, FieldPath.of("*")), new Literal("board"));

  @Test
  void keepsOfTheRequesterOnlyWhatTheConditionReads() {
    Audience audience = audience(SAME_SCHOOL, "{}", "{\"school\": \"s\", \"secret\": \"x\"}");
    assertFalse(Json.write(audience).text().contains("secret"));
    assertEquals(audience, Json.read(Json.write(audience), Audience.class));
  }

  @Test
  void requestersWhoDoNotDifferInItAreFoundUnderTheSameKeys() {
    Audience one = audience(SAME_SCHOOL, "{}", "{\"school\": \"s\", \"name\": \"a\"}");
    Audience two = audience(SAME_SCHOOL, "{}", "{\"name\": \"b\", \"school\": \"s\"}");
    Audience other = audience(SAME_SCHOOL, "{}", "{\"school\": \"t\"}");
    assertEquals(one, two);
    assertEquals(one.keys(), two.keys());
    assertEquals(1, one.keys().size());
    assertNotEquals(one.keys(), other.keys());
  }

  @Test
  void whoRaisedTheClaimOrOwnsTheEntityIsNotInItsAudienceUnlessThePolicyAllows() {
    Attestor attestor = attestor("{\"school\": \"s\"}");
    Audience audience = audience(SAME_SCHOOL, "{}", "{\"school\": \"s\"}");
    assertTrue(belongs(attestor, audience, "another"));
    assertFalse(belongs(attestor, audience, "teacher"));
    Audience own =
        new Audience("Teacher", SAME_SCHOOL, false, audience.requester(), List.of("teacher"));
    assertFalse(belongs(attestor, own, "another"));
    Audience allowed =
        new Audience("Teacher", SAME_SCHOOL, true, audience.requester(), List.of("teacher"));
    assertTrue(belongs(attestor, allowed, "teacher"));
  }

  @Test
  void readsAliasesBeforeTheEntity() {
    Audience audience =
        audience(SAME_SCHOOL, "{\"school\": \"alias\"}", "{\"school\": \"entity\"}");
    assertTrue(belongs(attestor("{\"school\": \"alias\"}"), audience, null));
    assertFalse(belongs(attestor("{\"school\": \"entity\"}"), audience, null));
  }

  @Test
  void aliasWithoutAValueDoesNotOpenTheEntity() {
    Audience audience = audience(SAME_SCHOOL, "{\"school\": null}", "{\"school\": \"entity\"}");
    assertFalse(belongs(attestor("{\"school\": \"entity\"}"), audience, null));
  }

  @Test
  void anyOneOfTheAttestorsRecordsWillDo() {
    Audience audience = audience(SAME_SCHOOL, "{}", "{\"school\": \"s\"}");
    assertTrue(belongs(attestor("{\"school\": \"r\"}", "{\"school\": \"s\"}"), audience, null));
    assertFalse(belongs(attestor("{\"school\": \"r\"}", "{\"school\": \"q\"}"), audience, null));
  }

  @Test
  void anAttestorWithoutRecordSatisfiesNoConditionOverRecords() {
    Condition never = new Condition.Not(SAME_SCHOOL);
    assertFalse(belongs(attestor(), audience(SAME_SCHOOL, "{}", "{\"school\": \"s\"}"), null));
    assertFalse(belongs(attestor(), audience(never, "{}", "{\"school\": \"s\"}"), null));
  }

  @Test
  void anAttestorWithoutRecordIsKnownByRoles() {
    assertTrue(belongs(attestor(), audience(ROLE, "{}", "{}"), null));
    Attestor other = attestorOf("Teacher", List.of(), "[\"Teacher\"]");
    assertFalse(belongs(other, audience(ROLE, "{}", "{}"), null));
  }

  @Test
  void anEmptyConditionHoldsForEveryAttestorOfTheTypeAndNoOther() {
    Audience audience = audience(new Condition.Always(), "{}", "{}");
    assertTrue(belongs(attestor(), audience, null));
    assertFalse(belongs(attestorOf("Institute", List.of(), "[\"Institute\"]"), audience, null));
  }

  private static boolean belongs(Attestor attestor, Audience audience, String raisedBy) {
    return attestor.belongsTo(audience, raisedBy, Budgets.of(10_000));
  }

  private static Attestor attestor(String... records) {
    List<JsonNode> read = Stream.of(records).map(Json::read).toList();
    return attestorOf("Teacher", read, "[\"Teacher\", \"board\"]");
  }

  private static Attestor attestorOf(String type, List<JsonNode> records, String roles) {
    return new Attestor(type, "teacher", new AttestorValues(records, Json.read(roles)));
  }

  private static Audience audience(Condition condition, String aliases, String requester) {
    return Audience.of(
        new AttestationView(
            true,
            "a",
            "policy",
            "Teacher",
            condition,
            false,
            JsonBytes.of(aliases),
            JsonBytes.of(requester),
            null,
            null,
            List.of(),
            1,
            1));
  }
}

package org.attestry.claims.domain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationView;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Literal;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.runtime.condition.AttestorValues;
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
  void requestersWhoDoNotDifferInItShareAnAudience() {
    Audience one = audience(SAME_SCHOOL, "{}", "{\"school\": \"s\", \"name\": \"a\"}");
    Audience two = audience(SAME_SCHOOL, "{}", "{\"name\": \"b\", \"school\": \"s\"}");
    Audience other = audience(SAME_SCHOOL, "{}", "{\"school\": \"t\"}");
    assertArrayEquals(one.digest(), two.digest());
    assertFalse(Arrays.equals(one.digest(), other.digest()));
    assertNotEquals(one, other);
  }

  @Test
  void readsAliasesBeforeTheEntity() {
    Audience audience =
        audience(SAME_SCHOOL, "{\"school\": \"alias\"}", "{\"school\": \"entity\"}");
    assertTrue(attestor("{\"school\": \"alias\"}").belongsTo(audience));
    assertFalse(attestor("{\"school\": \"entity\"}").belongsTo(audience));
  }

  @Test
  void aliasWithoutAValueDoesNotOpenTheEntity() {
    Audience audience = audience(SAME_SCHOOL, "{\"school\": null}", "{\"school\": \"entity\"}");
    assertFalse(attestor("{\"school\": \"entity\"}").belongsTo(audience));
  }

  @Test
  void anyOneOfTheAttestorsRecordsWillDo() {
    Audience audience = audience(SAME_SCHOOL, "{}", "{\"school\": \"s\"}");
    assertTrue(attestor("{\"school\": \"r\"}", "{\"school\": \"s\"}").belongsTo(audience));
    assertFalse(attestor("{\"school\": \"r\"}", "{\"school\": \"q\"}").belongsTo(audience));
  }

  @Test
  void anAttestorWithoutRecordSatisfiesNoConditionOverRecords() {
    Condition never = new Condition.Not(SAME_SCHOOL);
    assertFalse(attestor().belongsTo(audience(SAME_SCHOOL, "{}", "{\"school\": \"s\"}")));
    assertFalse(attestor().belongsTo(audience(never, "{}", "{\"school\": \"s\"}")));
  }

  @Test
  void anAttestorWithoutRecordIsKnownByRoles() {
    assertTrue(attestor().belongsTo(audience(ROLE, "{}", "{}")));
    Attestor other = attestorOf("Teacher", List.of(), "[\"Teacher\"]");
    assertFalse(other.belongsTo(audience(ROLE, "{}", "{}")));
  }

  @Test
  void anEmptyConditionHoldsForEveryAttestorOfTheTypeAndNoOther() {
    Audience audience = audience(new Condition.Always(), "{}", "{}");
    assertTrue(attestor().belongsTo(audience));
    assertFalse(attestorOf("Institute", List.of(), "[\"Institute\"]").belongsTo(audience));
  }

  private static Attestor attestor(String... records) {
    List<JsonNode> read = Stream.of(records).map(Json::read).toList();
    return attestorOf("Teacher", read, "[\"Teacher\", \"board\"]");
  }

  private static Attestor attestorOf(String type, List<JsonNode> records, String roles) {
    return new Attestor(type, new AttestorValues(records, Json.read(roles)));
  }

  private static Audience audience(Condition condition, String aliases, String requester) {
    return Audience.of(
        new AttestationView(
            true,
            "a",
            "policy",
            "Teacher",
            condition,
            JsonBytes.of(aliases),
            JsonBytes.of("{}"),
            JsonBytes.of(requester),
            null,
            null));
  }
}

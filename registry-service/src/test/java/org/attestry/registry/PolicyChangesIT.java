package org.attestry.registry;

import static org.attestry.registry.RunningRegistry.TEACHER;
import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.registry.RunningRegistry.decision;
import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.contracts.schema.DecisionRules;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An attestation is about what its policy attested when it was raised. */
class PolicyChangesIT {

  private static final Caller ANNA = user("anna");
  private static final Caller OTHER = user("other");
  private static final JsonBytes TEMPLATE = JsonBytes.of("{\"type\": [\"VerifiableCredential\"]}");

  /** Compares the value that is attested as "city". */
  private static final Condition NEAR =
      new Comparison(
          Comparator.EQUALS,
          new Values(Side.ATTESTOR, FieldPath.parse("contact.city")),
          new Values(Side.REQUESTER, FieldPath.of("city")));

  private static final String PERSON =
      """
      {"name": "Anna", "phone": "hidden-1", "contact": {"city": "Ulm", "mobile": "hidden-2"}}
      """;

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(TestType.named("Teacher"));
    registry.teacher(TEACHER, "Ulm");
  }

  @Test
  void hiddenValuesStayHiddenWhenTheirPolicyAttestsOthers() {
    registry.publish(automated("Hiding", "$.phone"));
    EntityReceipt person = registry.create("Hiding", PERSON, ANNA);
    assertEquals(
        "hidden-1", registry.read(person, ANNA).at("/reach/0/propertyData/phone").asText());

    registry.publish(automated("Hiding", "$.name"));

    ObjectNode seen = registry.read(person, OTHER);
    assertEquals("PUBLISHED", seen.at("/reach/0/_osState").asText());
    assertFalse(seen.toString().contains("hidden-1"), seen.toString());
  }

  @Test
  void hiddenPartsStayHiddenWhenTheirPolicyAttestsOtherParts() {
    registry.publish(manual("Parts", "$.contact").privateFields("contact.mobile"));
    EntityReceipt person = registry.create("Parts", PERSON, ANNA);
    grant(person, send(person, "contact", "{\"city\": \"Ulm\", \"mobile\": \"hidden-2\"}"));

    registry.publish(manual("Parts", "$.contact.city").privateFields("contact.mobile"));

    ObjectNode seen = registry.read(person, OTHER);
    assertEquals("PUBLISHED", seen.path("_osState/contact").asText());
    assertFalse(seen.toString().contains("hidden-2"), seen.toString());
  }

  /** As a version stored it that did not store the paths. */
  @Test
  void valuesOfAPathThatNobodyKnowsStayHidden() {
    registry.publish(automated("Old", "$.phone"));
    EntityReceipt person = registry.create("Old", PERSON, ANNA);
    registry.database.execute(
        "UPDATE %s SET attestations = jsonb_set(attestations, '{0}', (attestations -> 0) - 'paths')"
            .formatted(registry.table("Old")));
    assertFalse(registry.read(person, OTHER).toString().contains("hidden-1"));

    registry.publish(automated("Old", "$.name"));
    assertFalse(registry.read(person, OTHER).toString().contains("hidden-1"));
  }

  @Test
  void onlyWhoMayDecideSeesWhatAClaimIsAbout() {
    registry.publish(about("Seen", "$.contact.city"));
    EntityReceipt person = registry.create("Seen", PERSON, ANNA);
    raise(person);
    assertTrue(registry.read(person, TEACHER).has("phone"));

    registry.publish(about("Seen", "$.email.city"));
    assertTrue(registry.read(person, TEACHER).has("phone"));
  }

  private static TestType about(String type, String city) {
    return TestType.named(type)
        .privateFields("phone")
        .policy("reach", NEAR, TEMPLATE, "$.phone", city);
  }

  @Test
  void attestationHoldsUntilOneOfItsValuesChanges() {
    registry.publish(manual("Kept", "$.contact.city"));
    EntityReceipt person = registry.create("Kept", PERSON, ANNA);
    grant(person, raise(person));

    registry.publish(manual("Kept", "$.contact.mobile"));
    set(person, "name", "\"Berta\"");
    set(person, "contact", "{\"city\": \"Ulm\", \"mobile\": \"2\"}");
    assertEquals("PUBLISHED", registry.read(person, ANNA).at("/reach/0/_osState").asText());

    set(person, "contact", "{\"city\": \"Kiel\", \"mobile\": \"2\"}");
    assertEquals("DRAFT", registry.read(person, ANNA).at("/reach/0/_osState").asText());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsGrantedThatWasNotAttestedWithOrWithoutTemplate(boolean template) {
    String type = template ? "Signed" : "Unsigned";
    JsonBytes credential = template ? TEMPLATE : null;
    registry.publish(TestType.named(type).policy("reach", credential, "$.contact.city"));
    EntityReceipt person = registry.create(type, PERSON, ANNA);
    String claim = raise(person);
    registry.publish(TestType.named(type).policy("reach", credential, "$.contact.city", "$.name"));

    requirePolicyChanged(person, claim);
    assertEquals("REJECTED", registry.deliver(decision(person, claim, Decision.REJECTED)).state());
    grant(person, raise(person));
    ObjectNode granted = registry.read(person, ANNA);
    assertEquals("Anna", granted.at("/reach/0/propertyData/name").asText());
    assertEquals(template, granted.at("/reach/0/_osAttestedData").asText().contains("Anna"));
  }

  @Test
  void grantOfOneOfSeveralAttestorsIsRefusedAlsoIfThePolicyAttestsOtherValuesNow() {
    DecisionRules two = new DecisionRules(2, null, false, null);
    registry.publish(
        TestType.named("Several").policy("reach", null, "$.contact.city").rules("reach", two));
    EntityReceipt person = registry.create("Several", PERSON, ANNA);
    String claim = raise(person);
    registry.publish(TestType.named("Several").policy("reach", null, "$.name").rules("reach", two));

    requirePolicyChanged(person, claim);
  }

  private static void requirePolicyChanged(EntityReceipt person, String claim) {
    Failure refused =
        registry.refusal(
            AttestationOperations.DECIDE_ATTESTATION,
            decision(person, claim, Decision.GRANTED),
            TEACHER);
    assertEquals(FailureKind.UNPROCESSABLE, refused.kind());
    assertEquals("registry.attestation.policy-changed", refused.code());
    assertEquals("/name", refused.violations().getFirst().pointer());
    ObjectNode waiting = registry.read(person, ANNA);
    assertEquals("ATTESTATION_REQUESTED", waiting.at("/reach/0/_osState").asText());
    assertEquals(claim, waiting.at("/reach/0/_osClaimId").asText());
  }

  @Test
  void automatedPolicyGrantsAnewWhatItAttestsNow() {
    registry.publish(automated("Renewed", "$.name"));
    EntityReceipt person = registry.create("Renewed", PERSON, ANNA);
    registry.publish(automated("Renewed", "$.name", "$.contact.city"));
    set(person, "age", "5");

    ObjectNode read = registry.read(person, ANNA);
    assertEquals(1, read.path("reach").size());
    assertEquals("Ulm", read.at("/reach/0/propertyData/city").asText());
    assertTrue(read.at("/reach/0/_osAttestedData").asText().contains("Ulm"));
  }

  private static TestType automated(String type, String... paths) {
    return TestType.named(type)
        .privateFields("phone")
        .automated("reach", new Condition.Always(), TEMPLATE, paths);
  }

  private static TestType manual(String type, String... paths) {
    return TestType.named(type).policy("reach", TEMPLATE, paths);
  }

  private static void set(EntityReceipt entity, String property, String value) {
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(entity, property, value, false), ANNA);
  }

  /** Sends a property for attestation, and gives the claim. */
  private static String send(EntityReceipt entity, String property, String value) {
    registry.request(EntityOperations.CHANGE_PROPERTY, change(entity, property, value, true), ANNA);
    return registry.read(entity, ANNA).path("_osClaimId/" + property).asText();
  }

  /** Raises the policy, and gives the claim. */
  private static String raise(EntityReceipt entity) {
    registry.request(
        AttestationOperations.RAISE_ATTESTATION,
        new RaiseAttestationRequest(entity.type(), entity.osid(), "reach", null, null),
        ANNA);
    return registry.read(entity, ANNA).at("/reach/0/_osClaimId").asText();
  }

  private static void grant(EntityReceipt entity, String claim) {
    assertEquals("PUBLISHED", registry.deliver(decision(entity, claim, Decision.GRANTED)).state());
  }
}

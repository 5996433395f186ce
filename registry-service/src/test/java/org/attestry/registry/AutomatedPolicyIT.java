package org.attestry.registry;

import static org.attestry.contracts.registry.AttestationOperations.RAISE_ATTESTATION;
import static org.attestry.contracts.registry.BulkOperations.IMPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.START_IMPORT;
import static org.attestry.contracts.registry.EntityOperations.CHANGE_PROPERTY;
import static org.attestry.contracts.registry.EntityOperations.SEARCH_ENTITIES;
import static org.attestry.contracts.registry.EntityOperations.SUSPEND_CREDENTIAL;
import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.registry.AttestationOperations.AttestationReceipt;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.contracts.registry.BulkOperations.StartImportRequest;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.contracts.registry.EntityOperations.SuspendCredentialRequest;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Literal;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Policies that decide by themselves, and what a requester adds. */
class AutomatedPolicyIT {

  private static final Caller ANNA = user("anna");
  private static final Condition ADULT =
      new Comparison(
          Comparator.GREATER, new Values(Side.REQUESTER, FieldPath.of("age")), new Literal("17"));
  private static final String INPUT =
      """
      {"type": "object", "required": ["reason"], "additionalProperties": false,
       "properties": {"reason": {"type": "string", "maxLength": 5}, "year": {"type": "integer"}}}
      """;

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(
        TestType.named("Person")
            .automated(
                "adult",
                ADULT,
                JsonBytes.of("{\"type\": [\"VerifiableCredential\"]}"),
                "$.name",
                "$.age")
            .policyWithInput("reasoned", INPUT, "$.phone"));
    registry.publish(
        TestType.named("Learner")
            .automated(
                "lives", new Condition.Always(), JsonBytes.of("{\"type\": []}"), "$.addresses"));
    registry.publish(
        TestType.named("Imported")
            .automated("adult", ADULT, JsonBytes.of("{\"type\": []}"), "$.name", "$.age"));
  }

  @Test
  void isGrantedOnCreateWhenItsConditionHolds() {
    EntityReceipt entity = registry.create("Person", person(18), ANNA);
    JsonNode record = adult(entity);
    assertEquals("PUBLISHED", record.path("_osState").textValue());
    assertEquals(Json.read("{\"name\":\"Anna\",\"age\":18}"), record.path("propertyData"));
    assertTrue(record.path("_osAttestedData").textValue().contains("\"age\":18"));
    assertFalse(record.has("_osClaimId"));
    assertEquals(
        List.of(), registry.claims.received(RegistryFacts.ATTESTATION_RAISED, entity.osid()));
  }

  @Test
  void isGrantedOnceHoweverOftenItIsSent() {
    EntityReceipt entity = registry.create("Person", person(18), ANNA);
    String credential = adult(entity).path("_osAttestedData").textValue();
    RaiseAttestationRequest again =
        new RaiseAttestationRequest("Person", entity.osid(), "adult", null, null);
    AttestationReceipt receipt = registry.request(RAISE_ATTESTATION, again, ANNA);
    assertEquals(adult(entity).path("osid").textValue(), receipt.attestationOSID());
    for (int i = 0; i < 2; i++) {
      await(registry.begin(RAISE_ATTESTATION, again, ANNA, "key-" + entity.osid()));
    }
    assertEquals(credential, adult(entity).path("_osAttestedData").textValue());
    assertEquals(1, registry.read(entity, ANNA).path("adult").size());
  }

  @Test
  void isGrantedOnTheChangeThatMakesItsConditionHold() {
    EntityReceipt entity = registry.create("Person", person(17), ANNA);
    assertFalse(registry.read(entity, ANNA).has("adult"));
    set(entity, "age", "20");
    assertEquals("PUBLISHED", adult(entity).path("_osState").textValue());
  }

  @Test
  void isGrantedToImportedEntitiesToo() {
    StartImportRequest begin =
        new StartImportRequest("Imported", UUID.randomUUID().toString(), false, null);
    registry.request(START_IMPORT, begin, ANNA);
    List<ImportRow> rows =
        List.of(
            new ImportRow(1, 1, JsonBytes.of(person(18)), null),
            new ImportRow(2, 2, JsonBytes.of(person(17)), null));
    registry.request(
        IMPORT_ENTITIES,
        new ImportEntitiesRequest("Imported", begin.id(), 0, 0L, null, rows, true),
        ANNA);
    SearchEntitiesRequest all = new SearchEntitiesRequest("Imported", JsonBytes.of("{}"));
    List<JsonNode> stored =
        registry.request(SEARCH_ENTITIES, all, ANNA).data().stream().map(Json::read).toList();
    assertEquals("PUBLISHED", stored.getFirst().at("/adult/0/_osState").textValue());
    assertTrue(stored.getFirst().at("/adult/0/_osAttestedData").textValue().contains("18"));
    assertFalse(stored.getLast().has("adult"));
  }

  @Test
  void endsWithTheAttestedValueAndBeginsAnewWithTheNext() {
    EntityReceipt entity = registry.create("Person", person(30), ANNA);
    String osid = adult(entity).path("osid").textValue();
    String first = registry.credentials.issuedIds.getLast();
    set(entity, "age", "5");
    assertEquals("DRAFT", adult(entity).path("_osState").textValue());
    assertTrue(
        registry.credentials.withdrawn.stream()
            .map(CredentialWithdrawn::credentialId)
            .toList()
            .contains(first));
    set(entity, "age", "31");
    assertEquals("PUBLISHED", adult(entity).path("_osState").textValue());
    assertEquals(osid, adult(entity).path("osid").textValue());
  }

  @Test
  void stayWhenSomethingElseChanges() {
    EntityReceipt entity = registry.create("Person", person(40), ANNA);
    int issued = registry.credentials.issuedIds.size();
    set(entity, "email", "\"a@example.org\"");
    assertEquals("PUBLISHED", adult(entity).path("_osState").textValue());
    assertEquals(issued, registry.credentials.issuedIds.size());
  }

  @Test
  void oneThatIsSentForIsGrantedAtOnceOrRefused() {
    EntityReceipt young = registry.create("Person", person(3), ANNA);
    Failure refused = registry.refusal(RAISE_ATTESTATION, raise(young, "adult", null), ANNA);
    assertEquals(FailureKind.CONFLICT, refused.kind());
    assertEquals("registry.attestation.condition", refused.code());
    EntityReceipt grown = registry.create("Person", person(50), ANNA);
    AttestationReceipt receipt =
        registry.request(RAISE_ATTESTATION, raise(grown, "adult", null), ANNA);
    assertEquals(adult(grown).path("osid").textValue(), receipt.attestationOSID());
    assertNull(receipt.claimId());
    assertEquals(
        FailureKind.INVALID,
        registry.refusal(CHANGE_PROPERTY, change(grown, "age", "51", true), ANNA).kind());
  }

  @Test
  void suspendedHolderGetsNoValidCredentialThroughOtherItems() {
    EntityReceipt entity =
        registry.create(
            "Learner", "{\"name\": \"Anna\", \"addresses\": [{\"street\": \"A\"}]}", ANNA);
    JsonNode before = registry.read(entity, ANNA);
    registry.request(
        SUSPEND_CREDENTIAL,
        new SuspendCredentialRequest(
            "Learner",
            entity.osid(),
            null,
            "lives",
            before.at("/lives/0/osid").textValue(),
            null,
            null),
        admin());
    String item = "{\"addresses\": [\"%s\"]}".formatted(before.at("/addresses/0/osid").textValue());

    registry.request(
        RAISE_ATTESTATION,
        new RaiseAttestationRequest("Learner", entity.osid(), "lives", JsonBytes.of(item), null),
        ANNA);

    assertNotNull(registry.credentials.suspensions.getLast());
    assertEquals(
        "ADMIN", registry.read(entity, ANNA).at("/lives/1/_osCredentialStatus/right").textValue());
  }

  @Test
  void additionalInputIsAsThePolicyDescribesIt() {
    EntityReceipt entity = registry.create("Person", person(60), ANNA);
    assertEquals(List.of("/additionalInput/reason"), refusedInput(entity, null));
    assertEquals(
        List.of("/additionalInput/reason", "/additionalInput/year", "/additionalInput/other"),
        refusedInput(entity, "{\"reason\": \"longer\", \"year\": \"x\", \"other\": 1}"));
    registry.request(
        RAISE_ATTESTATION,
        raise(entity, "reasoned", "{\"reason\": \"short\", \"year\": 2026}"),
        ANNA);
    assertEquals(
        Json.read("{\"reason\":\"short\",\"year\":2026}"),
        registry.read(entity, ANNA).at("/reasoned/0/additionalInput"));
  }

  private static List<String> refusedInput(EntityReceipt entity, String input) {
    Failure refused = registry.refusal(RAISE_ATTESTATION, raise(entity, "reasoned", input), ANNA);
    assertEquals("registry.attestation.input", refused.code());
    return refused.violations().stream().map(Violation::pointer).toList();
  }

  private static RaiseAttestationRequest raise(EntityReceipt entity, String policy, String input) {
    JsonBytes added = input == null ? null : JsonBytes.of(input);
    return new RaiseAttestationRequest("Person", entity.osid(), policy, null, added);
  }

  @Test
  void entityWithAllRecordsThatItMayHaveOfItIsChanged() {
    registry.publish(TestType.named("Crowded").policy("lives", null, "$.addresses"));
    EntityReceipt entity = registry.create("Crowded", "{\"name\": \"A\", \"addresses\": []}", ANNA);
    registry.database.execute(
        """
        UPDATE entity SET attestations = (
          SELECT jsonb_agg(jsonb_build_object('osid', 'r' || n, 'policy', 'lives', 'state', 'DRAFT',
            'propertiesOSID', jsonb_build_object('addresses', 'a' || n), 'propertyData', '{}'::jsonb,
            'createdAt', '2026-01-01T00:00:00Z'))
          FROM generate_series(1, 1000) AS n)
        WHERE id = '%s'
        """
            .formatted(entity.osid()));
    registry.publish(
        TestType.named("Crowded").automated("lives", new Condition.Always(), null, "$.addresses"));

    registry.request(CHANGE_PROPERTY, change(entity, "age", "3", false), admin());
    assertEquals(3, registry.read(entity, ANNA).path("age").intValue());
    assertEquals(1_000, registry.read(entity, ANNA).path("lives").size());
  }

  private static void set(EntityReceipt entity, String path, String json) {
    registry.request(CHANGE_PROPERTY, change(entity, path, json, false), ANNA);
  }

  private static JsonNode adult(EntityReceipt entity) {
    return registry.read(entity, ANNA).at("/adult/0");
  }

  private static String person(int age) {
    return "{\"name\": \"Anna\", \"age\": %d, \"phone\": \"1\"}".formatted(age);
  }
}

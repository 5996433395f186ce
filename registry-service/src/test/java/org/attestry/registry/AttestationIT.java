package org.attestry.registry;

import static org.attestry.registry.RunningRegistry.SAME_CITY;
import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.AttestationReceipt;
import org.attestry.contracts.registry.AttestationOperations.AttestationView;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest.Right;
import org.attestry.contracts.registry.AttestationOperations.DecideAttestationRequest;
import org.attestry.contracts.registry.AttestationOperations.FindRaisedClaimsRequest;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestationRequest;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestedDataRequest;
import org.attestry.contracts.registry.BulkOperations;
import org.attestry.contracts.registry.BulkOperations.ExportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.RevocationView;
import org.attestry.contracts.registry.BulkOperations.RevokeCredentialsRequest;
import org.attestry.contracts.registry.CredentialReinstated;
import org.attestry.contracts.registry.CredentialSuspended;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.ChangePropertyRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ReinstateCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.ReplaceEntityRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.contracts.registry.EntityOperations.SuspendCredentialRequest;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;
import org.attestry.contracts.registry.RegistryFacts.EndedAttestation;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AttestationIT {

  private static final Caller ANNA = user("anna");
  private static final String STUDENT =
      """
      {"name": "Anna", "phone": "1", "email": "a@example.org",
       "addresses": [{"street": "A"}, {"street": "B"}]}
      """;

  private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(TestType.named("Teacher"));
    registry.teacher(RunningRegistry.TEACHER, "Ulm");
    registry.publish(
        TestType.named("Student")
            .privateFields("phone")
            .policy("identity", null, "$.name", "$.phone")
            .policy("homes", JsonBytes.of("{\"type\": [\"VerifiableCredential\"]}"), "$.addresses")
            .policy("mailbox", null, "$.email")
            .policy("mailbox2", null, "$.email"));
  }

  @Test
  void propertiesOfAPolicyAreDraftFromTheStart() {
    ObjectNode read = registry.read(student(), ANNA);
    assertEquals("DRAFT", read.path("_osState/name").textValue());
    assertEquals("DRAFT", read.path("_osState/addresses").textValue());
    assertFalse(read.has("_osState/age") || read.has("_osClaimId/name"));
    ObjectNode seen = registry.read(student(), user("other"));
    assertFalse(seen.has("_osState/phone"));
  }

  @Test
  void sentPropertyIsRequestedAndClaimsServiceIsNotified() {
    EntityReceipt student = student();
    send(student, "name", "\"Anne\"");
    ObjectNode read = registry.read(student, ANNA);
    assertEquals("Anne", read.path("name").textValue());
    assertEquals("ATTESTATION_REQUESTED", read.path("_osState/name").textValue());
    String claim = read.path("_osClaimId/name").textValue();
    assertEquals(
        claim,
        registry
            .claims
            .received(RegistryFacts.ATTESTATION_RAISED, student.osid())
            .get(0)
            .claimId());
    AttestationView view = attestation(student, claim);
    assertTrue(view.open());
    assertEquals("identity", view.attestationName());
    assertEquals("Teacher", view.attestorEntity());
    assertEquals("{\"name\":\"Anne\"}", view.propertyData().text());
    assertEquals("anna", view.raisedBy());
    assertEquals("1", Json.read(view.requester()).path("phone").textValue());
  }

  @Test
  void secondRaiseIsRefusedNamingTheClaim() {
    EntityReceipt student = student();
    send(student, "name", "\"Anna\"");
    String claim = registry.read(student, ANNA).path("_osClaimId/name").textValue();
    Failure failure =
        registry.refusal(
            EntityOperations.CHANGE_PROPERTY, change(student, "name", "\"Else\"", true), ANNA);
    assertEquals(FailureKind.CONFLICT, failure.kind());
    assertTrue(failure.message().contains(claim));
    assertEquals("Anna", registry.read(student, ANNA).path("name").textValue());
  }

  @Test
  void policyMustBeOneAndMayBeNamed() {
    EntityReceipt student = student();
    assertEquals(
        FailureKind.INVALID,
        registry
            .refusal(EntityOperations.CHANGE_PROPERTY, change(student, "age", "1", true), ANNA)
            .kind());
    ChangePropertyRequest several = change(student, "email", "\"a@example.org\"", true);
    assertEquals(
        FailureKind.INVALID,
        registry.refusal(EntityOperations.CHANGE_PROPERTY, several, ANNA).kind());
    ChangePropertyRequest named =
        new ChangePropertyRequest(
            "Student", student.osid(), several.path(), several.value(), true, "mailbox2", null);
    registry.request(EntityOperations.CHANGE_PROPERTY, named, ANNA);
    String claim = registry.read(student, ANNA).path("_osClaimId/email").textValue();
    assertEquals("mailbox2", attestation(student, claim).attestationName());
  }

  @Test
  void repeatedGrantGetsTheSameReply() {
    EntityReceipt student = student();
    String claim = send(student, "name", "\"Anna\"");
    DecideAttestationRequest granted = granted(student, claim);
    assertEquals("PUBLISHED", registry.deliver(granted).state());
    assertEquals("PUBLISHED", registry.deliver(granted).state());
    assertEquals(FailureKind.CONFLICT, refusal(granted(student, claim)).kind());
    assertEquals(FailureKind.CONFLICT, refusal(rejected(student, claim)).kind());
    ObjectNode read = registry.read(student, ANNA);
    assertEquals("PUBLISHED", read.path("_osState/name").textValue());
    assertEquals(claim, read.path("_osClaimId/name").textValue());
    assertEquals("teacher", read.path("osUpdatedBy").textValue());
    assertFalse(attestation(student, claim).open());
  }

  @Test
  void rejectedPropertyMayBeRaisedAgain() {
    EntityReceipt student = student();
    String first = send(student, "name", "\"Anna\"");
    registry.deliver(rejected(student, first));
    assertEquals("REJECTED", registry.read(student, ANNA).path("_osState/name").textValue());
    String second = send(student, "name", "\"Anna\"");
    assertNotEquals(first, second);
    assertEquals(FailureKind.CONFLICT, refusal(granted(student, first)).kind());
    assertEquals(
        "ATTESTATION_REQUESTED", registry.read(student, ANNA).path("_osState/name").textValue());
  }

  @Test
  void renewalLeavesTheGrantAndItsCredentialInForceUntilItIsGranted() {
    EntityReceipt student = student();
    String first = raise(student, "homes", null).claimId();
    registry.deliver(granted(student, first));
    String credential = homes(student).path("_osAttestedData").textValue();
    int withdrawn = registry.credentials.withdrawn.size();

    String rejected = raise(student, "homes", null).claimId();
    assertInForce(student, credential, rejected);
    assertEquals("REJECTED", registry.deliver(rejected(student, rejected)).state());
    assertInForce(student, credential, rejected);
    String taken = raise(student, "homes", null).claimId();
    registry.request(
        AttestationOperations.DECIDE_ATTESTATION,
        RunningRegistry.decision(student, taken, Decision.WITHDRAWN),
        ANNA);
    assertInForce(student, credential, first);
    assertEquals(withdrawn, registry.credentials.withdrawn.size());

    String second = raise(student, "homes", null).claimId();
    registry.deliver(granted(student, second));
    JsonNode renewed = homes(student);
    assertEquals("PUBLISHED", renewed.path("_osState").textValue());
    assertEquals(second, renewed.path("_osClaimId").textValue());
    assertNotEquals(credential, renewed.path("_osAttestedData").textValue());
    assertEquals(
        Json.read(credential).path("id").textValue(),
        registry.credentials.withdrawn.getLast().credentialId());
    assertEquals(withdrawn + 1, registry.credentials.withdrawn.size());
  }

  private void assertInForce(EntityReceipt student, String credential, String claim) {
    JsonNode record = homes(student);
    assertEquals("PUBLISHED", record.path("_osState").textValue());
    assertEquals(claim, record.path("_osClaimId").textValue());
    assertEquals(credential, record.path("_osAttestedData").textValue());
    assertTrue(record.at("/propertyData/addresses").isArray());
    assertEquals(record, registry.read(student, user("other")).at("/homes/0"));
  }

  private JsonNode homes(EntityReceipt student) {
    return registry.read(student, ANNA).at("/homes/0");
  }

  @Test
  void credentialOfAGrantIsRevokedAndTheNextClaimIsAFirstOne() {
    EntityReceipt student = student();
    AttestationReceipt receipt = raise(student, "homes", null);
    registry.deliver(granted(student, receipt.claimId()));
    String credential =
        Json.read(homes(student).path("_osAttestedData").textValue()).path("id").textValue();
    RevokeCredentialRequest revoke = revoking(student, "homes", receipt.attestationOSID());
    assertEquals(
        FailureKind.UNAUTHENTICATED,
        registry.refusal(EntityOperations.REVOKE_CREDENTIAL, revoke, user("other")).kind());

    registry.request(EntityOperations.REVOKE_CREDENTIAL, revoke, ANNA);

    JsonNode record = homes(student);
    assertEquals("PUBLISHED", record.path("_osState").textValue());
    assertEquals("", record.path("_osAttestedData").textValue());
    CredentialWithdrawn withdrawn = registry.credentials.withdrawn.getLast();
    assertEquals(credential, withdrawn.credentialId());
    assertEquals(CredentialWithdrawn.Reason.REVOKED, withdrawn.reason());
    assertEquals(
        "registry.credential.already-revoked",
        registry.refusal(EntityOperations.REVOKE_CREDENTIAL, revoke, ANNA).code());
    raise(student, "homes", null);
    assertEquals("ATTESTATION_REQUESTED", homes(student).path("_osState").textValue());
  }

  @Test
  void credentialOfARenewedGrantIsRevokedByItsId() {
    EntityReceipt student = student();
    registry.deliver(granted(student, raise(student, "homes", null).claimId()));
    String renewal = raise(student, "homes", null).claimId();
    String credential =
        Json.read(homes(student).path("_osAttestedData").textValue()).path("id").textValue();

    registry.request(
        EntityOperations.REVOKE_CREDENTIAL,
        new RevokeCredentialRequest("Student", student.osid(), credential),
        ANNA);

    assertEquals("", homes(student).path("_osAttestedData").textValue());
    registry.deliver(granted(student, renewal));
    assertFalse(homes(student).path("_osAttestedData").textValue().isEmpty());
  }

  @Test
  void credentialOfAGrantIsSuspendedAndReinstatedWithReasonsForItsOwner() {
    EntityReceipt student = student();
    AttestationReceipt receipt = raise(student, "homes", null);
    registry.deliver(granted(student, receipt.claimId()));
    String text = homes(student).path("_osAttestedData").textValue();
    String osid = receipt.attestationOSID();
    assertEquals(
        FailureKind.UNAUTHENTICATED,
        registry
            .refusal(
                EntityOperations.SUSPEND_CREDENTIAL, suspending(student, osid, null), user("other"))
            .kind());

    registry.request(EntityOperations.SUSPEND_CREDENTIAL, suspending(student, osid, LATER), ANNA);

    JsonNode status = homes(student).path("_osCredentialStatus");
    assertEquals("SUSPENDED", status.path("status").textValue());
    assertEquals("OWNER", status.path("right").textValue());
    assertEquals("anna", status.path("by").textValue());
    assertEquals("2100-01-01T00:00:00.000Z", status.path("until").textValue());
    assertEquals("moved", status.path("reason").textValue());
    assertFalse(registry.read(student, user("other")).at("/homes/0").has("_osCredentialStatus"));
    CredentialSuspended suspended =
        Json.read(registry.credentials.statusFacts.getLast().data(), CredentialSuspended.class);
    assertEquals(Json.read(text).path("id").textValue(), suspended.credentialId());
    assertEquals(Sha256.hex(text), suspended.digest());
    assertEquals(LATER, suspended.until());
    assertEquals(text, homes(student).path("_osAttestedData").textValue());

    registry.request(
        EntityOperations.REINSTATE_CREDENTIAL,
        new ReinstateCredentialRequest(
            "Student", student.osid(), Json.read(text).path("id").textValue()),
        ANNA);

    CredentialReinstated reinstated =
        Json.read(registry.credentials.statusFacts.getLast().data(), CredentialReinstated.class);
    assertEquals(Sha256.hex(text), reinstated.digest());
    assertEquals("REINSTATED", homes(student).at("/_osCredentialStatus/status").textValue());
  }

  @Test
  void renewalsAndChangesOfValuesKeepASuspension() {
    EntityReceipt student = student();
    AttestationReceipt receipt = raise(student, "homes", null);
    registry.deliver(granted(student, receipt.claimId()));
    registry.request(
        EntityOperations.SUSPEND_CREDENTIAL,
        suspending(student, receipt.attestationOSID(), LATER),
        admin());

    registry.deliver(granted(student, raise(student, "homes", null).claimId()));
    assertEquals(LATER, registry.credentials.suspensions.getLast().until());
    set(student, "addresses", "[{\"street\": \"C\"}]");
    assertEquals("DRAFT", homes(student).path("_osState").textValue());
    registry.deliver(granted(student, raise(student, "homes", null).claimId()));
    assertEquals(LATER, registry.credentials.suspensions.getLast().until());

    registry.request(
        EntityOperations.REINSTATE_CREDENTIAL,
        new ReinstateCredentialRequest(
            "Student", student.osid(), null, "homes", receipt.attestationOSID(), null),
        admin());
    registry.deliver(granted(student, raise(student, "homes", null).claimId()));
    assertNull(registry.credentials.suspensions.getLast());
  }

  private static SuspendCredentialRequest suspending(
      EntityReceipt student, String osid, Instant until) {
    return new SuspendCredentialRequest(
        "Student", student.osid(), null, "homes", osid, until, "moved");
  }

  @Test
  void aRevocationByAFilterFindsTheCredentialsOfAttestationsInForce() {
    EntityReceipt renewed = student();
    registry.deliver(granted(renewed, raise(renewed, "homes", null).claimId()));
    raise(renewed, "homes", null);
    EntityReceipt open = student();
    raise(open, "homes", null);
    EntityReceipt revoked = student();
    String osid = raise(revoked, "homes", null).attestationOSID();
    registry.deliver(granted(revoked, homes(revoked).path("_osClaimId").textValue()));
    registry.request(EntityOperations.REVOKE_CREDENTIAL, revoking(revoked, "homes", osid), ANNA);
    String filters =
        "{\"osid\": {\"or\": [%s]}}"
            .formatted(
                Stream.of(renewed, open, revoked)
                    .map(one -> "\"" + one.osid() + "\"")
                    .collect(Collectors.joining(",")));

    RevocationView counted =
        registry.request(
            BulkOperations.REVOKE_CREDENTIALS,
            new RevokeCredentialsRequest(
                "Student", null, true, "attestation", "homes", JsonBytes.of(filters), null),
            admin());
    assertEquals(1, counted.count());
    RevocationView done =
        registry.request(
            BulkOperations.REVOKE_CREDENTIALS,
            new RevokeCredentialsRequest(
                "Student", counted.id(), false, null, null, null, "recall"),
            admin());

    assertEquals("COMPLETED", done.state());
    assertEquals("", homes(renewed).path("_osAttestedData").textValue());
    assertEquals("recall", homes(renewed).at("/_osCredentialStatus/reason").textValue());
    assertEquals("ATTESTATION_REQUESTED", homes(open).path("_osState").textValue());
  }

  @Test
  void attestationWithoutCredentialHasNoneToRevoke() {
    EntityReceipt student = student();
    String osid = raise(student, "homes", null).attestationOSID();
    assertEquals(
        "registry.credential.none",
        registry
            .refusal(EntityOperations.REVOKE_CREDENTIAL, revoking(student, "homes", osid), ANNA)
            .code());
    assertEquals(
        "registry.attestation.unknown",
        registry
            .refusal(EntityOperations.REVOKE_CREDENTIAL, revoking(student, "homes", "x"), ANNA)
            .code());
  }

  private static RevokeCredentialRequest revoking(
      EntityReceipt student, String policy, String attestationId) {
    return new RevokeCredentialRequest(
        "Student", student.osid(), null, policy, attestationId, null);
  }

  @Test
  void changeOfAnAttestedValueEndsARenewalAndWhatItRenews() {
    EntityReceipt student = student();
    registry.deliver(granted(student, send(student, "name", "\"Anna\"")));
    String renewal = send(student, "name", "\"Anna\"");
    assertEquals("PUBLISHED", registry.read(student, ANNA).path("_osState/name").textValue());
    set(student, "name", "\"Anja\"");
    ObjectNode read = registry.read(student, ANNA);
    assertEquals("DRAFT", read.path("_osState/name").textValue());
    assertFalse(read.has("_osClaimId/name") || read.has("_osAttestedData/name"));
    assertEquals(FailureKind.CONFLICT, refusal(granted(student, renewal)).kind());
  }

  @Test
  void changedValueWithdrawsAndOthersStay() {
    EntityReceipt student = student();
    String name = send(student, "name", "\"Anna\"");
    String phone = send(student, "phone", "\"1\"");
    registry.deliver(granted(student, phone));
    set(student, "name", "\"Anja\"");
    ObjectNode read = registry.read(student, ANNA);
    assertEquals("DRAFT", read.path("_osState/name").textValue());
    assertFalse(read.has("_osClaimId/name"));
    assertEquals("PUBLISHED", read.path("_osState/phone").textValue());
    assertEquals(
        name,
        registry
            .claims
            .received(RegistryFacts.ATTESTATION_WITHDRAWN, student.osid())
            .get(0)
            .claimId());
    Failure refused = refusal(granted(student, name));
    assertEquals(FailureKind.CONFLICT, refused.kind());
    assertTrue(refused.message().contains("DRAFT; now it can be: raised"), refused.message());
    assertEquals("DRAFT", registry.read(student, ANNA).path("_osState/name").textValue());
  }

  @Test
  void wholeReplacementWithTheSameValuesKeepsAttestations() {
    EntityReceipt student = student();
    registry.deliver(granted(student, send(student, "name", "\"Anna\"")));
    registry.deliver(granted(student, raise(student, "homes", null).claimId()));
    ReplaceEntityRequest replace =
        new ReplaceEntityRequest(
            "Student", student.osid(), JsonBytes.of(STUDENT.replace("\"1\"", "\"2\"")), null);
    registry.request(EntityOperations.REPLACE_ENTITY, replace, ANNA);
    ObjectNode read = registry.read(student, ANNA);
    assertEquals("PUBLISHED", read.path("_osState/name").textValue());
    assertEquals("PUBLISHED", read.at("/homes/0/_osState").textValue());
  }

  @Test
  void policyRecordStandsInTheEntityAndCarriesItsCredential() {
    EntityReceipt student = student();
    String second = registry.read(student, ANNA).at("/addresses/1/osid").textValue();
    AttestationReceipt receipt =
        raise(student, "homes", "{\"addresses\": [\"%s\"]}".formatted(second));
    JsonNode record = registry.read(student, ANNA).at("/homes/0");
    assertEquals(receipt.attestationOSID(), record.path("osid").textValue());
    assertEquals("homes", record.path("name").textValue());
    assertEquals("Student", record.path("entityName").textValue());
    assertEquals(student.osid(), record.path("entityId").textValue());
    assertEquals("ATTESTATION_REQUESTED", record.path("_osState").textValue());
    assertEquals(receipt.claimId(), record.path("_osClaimId").textValue());
    assertEquals(1, record.at("/propertyData/addresses").size());
    assertEquals("B", record.at("/propertyData/addresses/0/street").textValue());
    assertTrue(record.path("osCreatedAt").isTextual());

    registry.deliver(granted(student, receipt.claimId()));
    JsonNode published = registry.read(student, ANNA).at("/homes/0");
    assertEquals("PUBLISHED", published.path("_osState").textValue());
    JsonNode credential = Json.read(published.path("_osAttestedData").textValue());
    assertEquals("B", credential.at("/credentialSubject/addresses/0/street").textValue());

    set(student, "addresses/" + second, "{\"street\": \"C\"}");
    JsonNode after = registry.read(student, ANNA).at("/homes/0");
    assertEquals("DRAFT", after.path("_osState").textValue());
    assertFalse(after.has("_osAttestedData") || after.has("_osClaimId"));
    CredentialWithdrawn withdrawn = registry.credentials.withdrawn.getLast();
    assertEquals(credential.path("id").textValue(), withdrawn.credentialId());
    assertEquals(CredentialWithdrawn.Reason.ATTESTATION_ENDED, withdrawn.reason());
  }

  @Test
  void flatStateSaysNothingBesideARecordUnlessThePropertyWasSentByItself() {
    EntityReceipt student = student();
    registry.deliver(granted(student, raise(student, "homes", null).claimId()));
    ObjectNode read = registry.read(student, ANNA);
    assertEquals("PUBLISHED", read.at("/homes/0/_osState").textValue());
    assertFalse(read.has("_osState/addresses"));
    assertEquals("DRAFT", read.path("_osState/name").textValue());

    String addresses = read.path("addresses").toString();
    String claim = registry.send(student, "addresses", addresses, ANNA);
    ObjectNode sent = registry.read(student, ANNA);
    assertEquals("ATTESTATION_REQUESTED", sent.path("_osState/addresses").textValue());
    registry.request(
        AttestationOperations.DECIDE_ATTESTATION,
        RunningRegistry.decision(student, claim, Decision.WITHDRAWN),
        ANNA);
    assertFalse(registry.read(student, ANNA).has("_osState/addresses"));
  }

  @Test
  void grantOfAPolicyWithTemplateWaitsForTheSigner() {
    EntityReceipt student = student();
    DecideAttestationRequest granted = granted(student, raise(student, "homes", null).claimId());
    registry.credentials.down.set(true);
    try {
      Failure refused = refusal(granted);
      assertEquals(FailureKind.UNAVAILABLE, refused.kind());
      assertTrue(refused.message().contains("the claim stays open"), refused.message());
      assertEquals(
          "ATTESTATION_REQUESTED",
          registry.read(student, ANNA).at("/homes/0/_osState").textValue());
    } finally {
      registry.credentials.down.set(false);
    }
    registry.deliver(granted);
    assertEquals("PUBLISHED", registry.read(student, ANNA).at("/homes/0/_osState").textValue());
  }

  @Test
  void raiseRefusesWhatThereIsNot() {
    EntityReceipt student = student();
    for (RaiseAttestationRequest request :
        List.of(
            raising(student, "nothing", null),
            raising(student, null, null),
            raising(student, "homes", "{\"addresses\": [\"%s\"]}".formatted(UUID.randomUUID())),
            raising(student, "homes", "{\"name\": []}"),
            raising(student, "homes", "[]"))) {
      assertEquals(
          FailureKind.INVALID,
          registry.refusal(AttestationOperations.RAISE_ATTESTATION, request, ANNA).kind());
    }
    raise(student, "homes", null);
    assertEquals(
        FailureKind.CONFLICT,
        registry
            .refusal(AttestationOperations.RAISE_ATTESTATION, raising(student, "homes", null), ANNA)
            .kind());
    assertEquals(
        FailureKind.FORBIDDEN,
        registry
            .refusal(
                AttestationOperations.RAISE_ATTESTATION,
                raising(student, "identity", null),
                user("other"))
            .kind());
  }

  @Test
  void hiddenValuesAreNotInThePublicRecordOfAnAttestation() {
    EntityReceipt student = student();
    raise(student, "identity", null);
    assertTrue(registry.read(student, admin()).at("/identity/0").has("propertyData"));
    JsonNode seen = registry.read(student, user("other")).at("/identity/0");
    assertFalse(seen.has("propertyData"));
    assertEquals("ATTESTATION_REQUESTED", seen.path("_osState").textValue());
  }

  @Test
  void attestorsSeeThePrivatePropertyThatWaitsForThem() {
    registry.publish(TestType.named("Teacher"));
    registry.publish(
        TestType.named("Pupil")
            .privateFields("phone", "email", "$.contact.mobile")
            .internalFields("note")
            .policy("reach", SAME_CITY, null, "$.phone", "$.contact", "$.note"));
    Caller near = teacher("near", "Ulm");
    Caller far = teacher("far", "Kiel");
    EntityReceipt pupil =
        registry.create(
            "Pupil",
            """
            {"name": "Pia", "phone": "p-1", "email": "p@example.org", "note": "n-1",
             "contact": {"city": "Ulm", "mobile": "m-1"}}
            """,
            ANNA);
    assertFalse(registry.read(pupil, near).has("phone"));

    String claim = send(pupil, "phone", "\"p-1\"");

    for (ObjectNode seen : List.of(registry.read(pupil, near), found(pupil, near))) {
      assertEquals("p-1", seen.path("phone").textValue());
      assertEquals(claim, seen.path("_osClaimId/phone").textValue());
      assertFalse(seen.has("email") || seen.at("/contact").has("mobile") || seen.has("note"));
    }
    for (Caller other : List.of(far, user("teacher-without-record", "Teacher"), user("other"))) {
      assertFalse(registry.read(pupil, other).has("phone"), other.userId());
      assertFalse(found(pupil, other).has("phone"), other.userId());
    }
    registry.deliver(granted(pupil, claim));
    assertFalse(registry.read(pupil, near).has("phone"), "nothing waits any more");
  }

  @Test
  void attestedPropertyThatIsInternalIsShownInTheClaimToAttestorAndOwner() {
    registry.publish(TestType.named("Teacher"));
    registry.publish(
        TestType.named("Patient")
            .internalFields("note", "age")
            .policy("care", SAME_CITY, null, "$.phone", "$.contact", "$.note"));
    Caller near = teacher("nurse", "Ulm");
    EntityReceipt patient =
        registry.create(
            "Patient",
            """
            {"name": "Pia", "phone": "p-1", "note": "n-1", "age": 7, "contact": {"city": "Ulm"}}
            """,
            ANNA);
    assertFalse(registry.read(patient, near).has("note"));

    raise(patient, "care", null);

    String claim = registry.read(patient, ANNA).at("/care/0/_osClaimId").textValue();
    assertEquals(
        "n-1", Json.read(attestation(patient, claim).propertyData()).path("note").textValue());
    ObjectNode seen = registry.read(patient, near);
    assertEquals("n-1", seen.path("note").textValue());
    assertEquals("n-1", seen.at("/care/0/propertyData/note").textValue());
    assertFalse(seen.has("age"), "no claim is about it");
    assertFalse(registry.read(patient, teacher("nurse-far", "Kiel")).has("note"));
  }

  @Test
  void attestorsSeeTheValuesOfARecordThatWaitsForThem() {
    registry.publish(TestType.named("Teacher"));
    EntityReceipt student = student();
    raise(student, "identity", null);
    ObjectNode seen = registry.read(student, teacher("any", "Ulm"));
    assertEquals("1", seen.path("phone").textValue());
    assertEquals("1", seen.at("/identity/0/propertyData/phone").textValue());
    assertFalse(seen.at("/identity/0").has("additionalInput"));
  }

  @Test
  void attestorWithoutARecordOfTheTypeSeesNothingThatWaits() {
    registry.publish(TestType.named("Teacher"));
    EntityReceipt student = student();
    raise(student, "identity", null);
    assertFalse(registry.read(student, user("role-alone", "Teacher")).has("phone"));
  }

  @Test
  void formerAttestorSeesNothingOfATypeThatOtherRolesOpen() {
    registry.publish(
        TestType.named("Guarded").roles("registrar").policy("identity", null, "$.name"));
    EntityReceipt guarded =
        registry.create("Guarded", "{\"name\": \"Anna\"}", user("clerk", "registrar"));
    Caller former = user("former", "Teacher");
    EntityReceipt record = registry.create("Teacher", "{\"name\": \"T\"}", former);
    Caller both = user("both", "Teacher", "registrar");
    assertEquals("Anna", registry.read(guarded, former).path("name").textValue());
    assertEquals("Anna", found(guarded, former).path("name").textValue());

    registry.request(
        EntityOperations.DELETE_ENTITY,
        new DeleteEntityRequest("Teacher", record.osid(), null),
        former);

    ReadEntityRequest read = new ReadEntityRequest("Guarded", guarded.osid());
    SearchEntitiesRequest search =
        new SearchEntitiesRequest("Guarded", JsonBytes.of("{\"filters\": {}}"));
    ExportEntitiesRequest export =
        new ExportEntitiesRequest("Guarded", null, false, false, null, 10);
    for (Caller refused : List.of(former, user("role-alone", "Teacher"))) {
      assertEquals(
          FailureKind.FORBIDDEN,
          registry.refusal(EntityOperations.READ_ENTITY, read, refused).kind());
      assertEquals(
          FailureKind.FORBIDDEN,
          registry.refusal(EntityOperations.SEARCH_ENTITIES, search, refused).kind());
      assertEquals(
          FailureKind.FORBIDDEN,
          registry.refusal(BulkOperations.EXPORT_ENTITIES, export, refused).kind());
    }
    assertEquals("Anna", registry.read(guarded, both).path("name").textValue());
    registry.create("Teacher", "{\"name\": \"T\"}", former);
    assertEquals("Anna", registry.read(guarded, former).path("name").textValue());
  }

  @Test
  void attestorRoleThatIsNoTypeNeedsNoRecordToSeeAType() {
    registry.publish(
        TestType.named("Audited")
            .roles("registrar")
            .policy("identity", null, "$.name")
            .attestors("auditor"));
    EntityReceipt audited =
        registry.create("Audited", "{\"name\": \"Anna\"}", user("clerk", "registrar"));
    assertEquals(
        "Anna", registry.read(audited, user("auditor", "auditor")).path("name").textValue());
  }

  @Test
  void requesterOfAClaimIsNoAttestorOfIt() {
    registry.publish(TestType.named("Teacher"));
    registry.publish(
        TestType.named("Ward")
            .roles("anonymous", "Teacher")
            .privateFields("phone")
            .policy("reach", null, "$.phone"));
    Caller raiser = teacher("raiser", "Ulm");
    EntityReceipt ward =
        registry.create("Ward", "{\"name\": \"W\", \"phone\": \"1\"}", Caller.NOBODY);
    registry.request(AttestationOperations.RAISE_ATTESTATION, raising(ward, "reach", null), raiser);
    assertFalse(registry.read(ward, raiser).has("phone"));
    assertTrue(registry.read(ward, teacher("another", "Ulm")).has("phone"));
  }

  @Test
  void attestorReadsTheFilesOnWhatIsToBeAttested() {
    registry.publish(TestType.named("Teacher"));
    registry.publish(
        TestType.named("Applicant")
            .privateFields("phone")
            .policy("reach", SAME_CITY, null, "$.phone", "$.contact"));
    Caller near = teacher("reader", "Ulm");
    Caller far = teacher("far-reader", "Kiel");
    EntityReceipt applicant =
        registry.create(
            "Applicant",
            "{\"name\": \"P\", \"phone\": \"1\", \"email\": \"p@example.org\", \"contact\":"
                + " {\"city\": \"Ulm\"}}",
            ANNA);
    assertEquals(FailureKind.FORBIDDEN, fileRefusal(applicant, "phone", near));

    String claim = send(applicant, "phone", "\"1\"");

    registry.request(AttestationOperations.AUTHORIZE_CALLER, readingFile(applicant, "phone"), near);
    assertEquals(FailureKind.FORBIDDEN, fileRefusal(applicant, "email", near));
    assertEquals(FailureKind.FORBIDDEN, fileRefusal(applicant, "contact", near));
    assertEquals(FailureKind.FORBIDDEN, fileRefusal(applicant, "phone", far));
    AuthorizeCallerRequest changing =
        new AuthorizeCallerRequest("Applicant", applicant.osid(), Right.CHANGE_FILE, "phone");
    assertEquals(
        FailureKind.FORBIDDEN,
        registry.refusal(AttestationOperations.AUTHORIZE_CALLER, changing, near).kind());
    registry.deliver(granted(applicant, claim));
    assertEquals(FailureKind.FORBIDDEN, fileRefusal(applicant, "phone", near));
  }

  @Test
  void rejectedAndWithdrawnRecordsAreShownToOwnerAdminAndAttestorsAlone() {
    registry.publish(TestType.named("Teacher"));
    registry.publish(
        TestType.named("Trainee").policy("care", SAME_CITY, null, "$.name", "$.contact"));
    Caller near = teacher("judge", "Ulm");
    Caller far = teacher("far-judge", "Kiel");
    EntityReceipt trainee =
        registry.create("Trainee", "{\"name\": \"P\", \"contact\": {\"city\": \"Ulm\"}}", ANNA);
    String claim = raise(trainee, "care", null).claimId();
    assertTrue(registry.read(trainee, user("other")).has("care"), "an open one is public");

    registry.deliver(rejected(trainee, claim));

    for (Caller caller : List.of(ANNA, admin(), near)) {
      JsonNode record = registry.read(trainee, caller).at("/care/0");
      assertEquals("REJECTED", record.path("_osState").textValue(), caller.userId());
      assertEquals("P", record.at("/propertyData/name").textValue(), caller.userId());
    }
    for (Caller caller : List.of(user("other"), far)) {
      assertFalse(registry.read(trainee, caller).has("care"), caller.userId());
      assertFalse(found(trainee, caller).has("care"), caller.userId());
    }

    set(trainee, "name", "\"Q\"");

    for (Caller caller : List.of(ANNA, admin(), near)) {
      JsonNode record = registry.read(trainee, caller).at("/care/0");
      assertEquals("DRAFT", record.path("_osState").textValue(), caller.userId());
      assertFalse(record.has("propertyData") || record.has("additionalInput"), caller.userId());
    }
    assertFalse(registry.read(trainee, user("other")).has("care"));
  }

  @Test
  void credentialOfAGrantByPropertyIsShownWithTheProperty() {
    registry.publish(
        TestType.named("Graduate")
            .privateFields("phone")
            .policy(
                "marks",
                JsonBytes.of("{\"type\": [\"VerifiableCredential\"]}"),
                "$.name",
                "$.phone"));
    EntityReceipt graduate =
        registry.create("Graduate", "{\"name\": \"P\", \"phone\": \"1\"}", ANNA);
    registry.deliver(granted(graduate, send(graduate, "name", "\"P\"")));
    registry.deliver(granted(graduate, send(graduate, "phone", "\"1\"")));

    for (Caller caller : List.of(ANNA, admin(), user("other"))) {
      ObjectNode seen = registry.read(graduate, caller);
      JsonNode credential = Json.read(seen.path("_osAttestedData/name").textValue());
      assertEquals("P", credential.at("/credentialSubject/name").textValue());
      assertEquals(
          seen.path("_osAttestedData/name").textValue(), attestedData(graduate, "name", caller));
    }
    assertTrue(registry.read(graduate, ANNA).has("_osAttestedData/phone"));
    assertFalse(registry.read(graduate, user("other")).has("_osAttestedData/phone"));
    assertEquals(
        FailureKind.NOT_FOUND,
        registry
            .refusal(
                AttestationOperations.READ_ATTESTED_DATA,
                new ReadAttestedDataRequest("Graduate", graduate.osid(), "marks", "phone"),
                user("other"))
            .kind());

    set(graduate, "name", "\"Q\"");
    assertFalse(registry.read(graduate, ANNA).has("_osAttestedData/name"));
  }

  @Test
  void attestationOfNothingIsRefusedNamingTheProperties() {
    EntityReceipt student = registry.create("Student", "{\"name\": \"Anna\"}", ANNA);
    Failure refused =
        registry.refusal(
            AttestationOperations.RAISE_ATTESTATION, raising(student, "homes", null), ANNA);
    assertEquals(FailureKind.INVALID, refused.kind());
    assertEquals("registry.attestation.nothing", refused.code());
    assertEquals("/addresses", refused.violations().getFirst().pointer());
    assertFalse(registry.read(student, ANNA).has("homes"));

    registry.publish(TestType.named("Resident").policy("town", null, "$.contact.city"));
    EntityReceipt resident = registry.create("Resident", "{\"name\": \"Anna\"}", ANNA);
    Failure unsent =
        registry.refusal(
            EntityOperations.CHANGE_PROPERTY,
            change(resident, "contact", "{\"mobile\": \"1\"}", true),
            ANNA);
    assertEquals("registry.attestation.nothing", unsent.code());
    assertEquals("/contact/city", unsent.violations().getFirst().pointer());
    assertFalse(registry.read(resident, ANNA).has("contact"));
  }

  @Test
  void credentialOfARecordIsReadByItsOsid() {
    EntityReceipt student = student();
    AttestationReceipt receipt = raise(student, "homes", null);
    registry.deliver(granted(student, receipt.claimId()));
    String shown = registry.read(student, ANNA).at("/homes/0/_osAttestedData").textValue();
    ReadAttestedDataRequest request =
        new ReadAttestedDataRequest("Student", student.osid(), "homes", receipt.attestationOSID());
    assertEquals(
        shown,
        registry
            .request(AttestationOperations.READ_ATTESTED_DATA, request, ANNA)
            .credential()
            .text());
    ReadAttestedDataRequest underAnotherPolicy =
        new ReadAttestedDataRequest(
            "Student", student.osid(), "identity", receipt.attestationOSID());
    assertEquals(
        FailureKind.NOT_FOUND,
        registry
            .refusal(AttestationOperations.READ_ATTESTED_DATA, underAnotherPolicy, ANNA)
            .kind());
  }

  private static String attestedData(EntityReceipt entity, String property, Caller caller) {
    return registry
        .request(
            AttestationOperations.READ_ATTESTED_DATA,
            new ReadAttestedDataRequest(entity.type(), entity.osid(), "marks", property),
            caller)
        .credential()
        .text();
  }

  private static FailureKind fileRefusal(EntityReceipt entity, String property, Caller caller) {
    return registry
        .refusal(AttestationOperations.AUTHORIZE_CALLER, readingFile(entity, property), caller)
        .kind();
  }

  private static AuthorizeCallerRequest readingFile(EntityReceipt entity, String property) {
    return new AuthorizeCallerRequest(entity.type(), entity.osid(), Right.READ_FILE, property);
  }

  private static Caller teacher(String name, String city) {
    Caller teacher = user(name, "Teacher");
    registry.teacher(teacher, city);
    return teacher;
  }

  private static ObjectNode found(EntityReceipt entity, Caller caller) {
    String query = "{\"filters\": {\"osid\": {\"eq\": \"%s\"}}}".formatted(entity.osid());
    SearchEntitiesRequest request = new SearchEntitiesRequest(entity.type(), JsonBytes.of(query));
    JsonBytes first =
        registry.request(EntityOperations.SEARCH_ENTITIES, request, caller).data().getFirst();
    return (ObjectNode) Json.read(first);
  }

  @Test
  void nothingIsOpenInADeletedEntity() {
    EntityReceipt student = student();
    String claim = send(student, "name", "\"Anna\"");
    registry.request(
        EntityOperations.DELETE_ENTITY,
        new DeleteEntityRequest("Student", student.osid(), null),
        ANNA);
    assertFalse(attestation(student, claim).open());
    assertEquals(1, registry.claims.received(RegistryFacts.ENTITY_DELETED, student.osid()).size());
    Failure refused = refusal(granted(student, claim));
    assertEquals(FailureKind.CONFLICT, refused.kind());
    assertEquals("registry.attestation.entity-gone", refused.code());
  }

  @Test
  void claimIsFoundByItsIdAndByItsEntityAsLongAsItWaits() {
    EntityReceipt student = student();
    String name = send(student, "name", "\"Anna\"");
    String phone = send(student, "phone", "\"1\"");
    AttestationRaised ofName = new AttestationRaised(name, "Student", student.osid());
    AttestationRaised ofPhone = new AttestationRaised(phone, "Student", student.osid());
    set(student, "age", "7");
    assertEquals(List.of(ofName), raised(name, null));
    assertEquals(List.of(ofPhone, ofName), raised(null, student.osid()));

    registry.deliver(rejected(student, name));
    assertEquals(List.of(), raised(name, null));
    assertEquals(List.of(ofPhone), raised(null, student.osid()));
    String again = send(student, "name", "\"Anna\"");
    assertEquals(1, raised(again, null).size());
    assertEquals(List.of(), raised(name, null));

    set(student, "phone", "\"2\"");
    assertEquals(List.of(), raised(phone, null));
    registry.request(
        EntityOperations.DELETE_ENTITY,
        new DeleteEntityRequest("Student", student.osid(), null),
        ANNA);
    assertEquals(List.of(), raised(again, null));
    assertEquals(List.of(), raised(null, student.osid()));
  }

  @Test
  void noClaimIsFoundByAnIdThatDoesNotExist() {
    assertEquals(List.of(), raised(Ids.next().toString(), null));
    assertEquals(List.of(), raised("no id", null));
    assertEquals(List.of(), raised(null, Ids.next().toString()));
  }

  private static List<AttestationRaised> raised(String claim, String osid) {
    return registry
        .request(
            AttestationOperations.FIND_RAISED_CLAIMS,
            new FindRaisedClaimsRequest(claim, osid),
            Caller.NOBODY)
        .claims();
  }

  @Test
  void claimThatHasEndedIsClosedOnRequest() {
    EntityReceipt student = student();
    String claim = send(student, "name", "\"Anna\"");
    settle(student, claim);
    DecideAttestationRequest grant = granted(student, claim);
    registry.deliver(grant);
    settle(student, claim);

    EndedAttestation ended =
        new EndedAttestation(claim, "Student", student.osid(), grant.attempt(), null);
    assertEquals(
        List.of(ended),
        registry.claims.received(RegistryFacts.ATTESTATION_GRANTED, student.osid()));
  }

  private static void settle(EntityReceipt student, String claim) {
    registry.request(
        AttestationOperations.SETTLE_CLAIM,
        new ReadAttestationRequest("Student", student.osid(), claim),
        Caller.NOBODY);
  }

  private static EntityReceipt student() {
    return registry.create("Student", STUDENT, ANNA);
  }

  private static String send(EntityReceipt student, String property, String json) {
    return registry.send(student, property, json, ANNA);
  }

  private static void set(EntityReceipt student, String path, String json) {
    registry.request(EntityOperations.CHANGE_PROPERTY, change(student, path, json, false), ANNA);
  }

  private static AttestationReceipt raise(EntityReceipt student, String policy, String osids) {
    return registry.request(
        AttestationOperations.RAISE_ATTESTATION, raising(student, policy, osids), ANNA);
  }

  private static RaiseAttestationRequest raising(
      EntityReceipt student, String policy, String osids) {
    return new RaiseAttestationRequest(
        student.type(), student.osid(), policy, osids == null ? null : JsonBytes.of(osids), null);
  }

  private static AttestationView attestation(EntityReceipt student, String claim) {
    ReadAttestationRequest request =
        new ReadAttestationRequest(student.type(), student.osid(), claim);
    return registry.request(AttestationOperations.READ_ATTESTATION, request, Caller.NOBODY);
  }

  private static DecideAttestationRequest granted(EntityReceipt student, String claim) {
    return RunningRegistry.decision(student, claim, Decision.GRANTED);
  }

  private static DecideAttestationRequest rejected(EntityReceipt student, String claim) {
    return RunningRegistry.decision(student, claim, Decision.REJECTED);
  }

  private static Failure refusal(DecideAttestationRequest decision) {
    return registry.refusal(
        AttestationOperations.DECIDE_ATTESTATION, decision, RunningRegistry.TEACHER);
  }
}

package org.attestry.registry;

import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.registry.RunningRegistry.creation;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.Suspension;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.FindOwnCredentialsRequest;
import org.attestry.contracts.registry.AttestationOperations.OwnCredential;
import org.attestry.contracts.registry.AttestationOperations.OwnCredentials;
import org.attestry.contracts.registry.BulkOperations;
import org.attestry.contracts.registry.BulkOperations.ReadRevocationRequest;
import org.attestry.contracts.registry.BulkOperations.RevocationView;
import org.attestry.contracts.registry.BulkOperations.RevokeCredentialsRequest;
import org.attestry.contracts.registry.CredentialReinstated;
import org.attestry.contracts.registry.CredentialSuspended;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.CredentialWithdrawn.Reason;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.CreateEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.HistoryView;
import org.attestry.contracts.registry.EntityOperations.ReadHistoryRequest;
import org.attestry.contracts.registry.EntityOperations.ReinstateCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SuspendCredentialRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.HeldCredentials;
import org.attestry.contracts.registry.TypeOperations;
import org.attestry.contracts.registry.TypeOperations.CountEntitiesRequest;
import org.attestry.contracts.schema.Condition;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.status.StatusRight;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CredentialIT {

  private static final Caller ANNA = user("anna");
  private static final String TEMPLATE = "{\"type\": [\"VerifiableCredential\"]}";

  private static final JsonBytes NAMED = JsonBytes.of("{\"name\": {\"eq\": \"N\"}}");
  private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(TestType.named("Signed").template(TEMPLATE).unique("email"));
    registry.publish(TestType.named("SignedHidden").template(TEMPLATE).privateFields("phone"));
    registry.publish(
        TestType.named("SignedAndAttested")
            .template(TEMPLATE)
            .automated("named", new Condition.Always(), JsonBytes.of(TEMPLATE), "$.name")
            .automated("aged", new Condition.Always(), JsonBytes.of(TEMPLATE), "$.age"));
    registry.publish(TestType.named("Plain"));
    registry.publish(
        TestType.named("SignedInPart").template(TEMPLATE).signedFields("name", "$.contact.city"));
  }

  @Test
  void completeEntityIsSignedAndItsCredentialShown() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Sig\"}", ANNA);
    JsonNode credential = credential(receipt, ANNA);
    assertEquals("Sig", credential.at("/credentialSubject/name").textValue());
    assertEquals(receipt.osid(), credential.at("/credentialSubject/osid").textValue());
    assertEquals(credential, credential(receipt, user("other")));
  }

  @Test
  void onlySignedFieldsFillTheTemplate() {
    EntityReceipt receipt =
        registry.create(
            "SignedInPart",
            "{\"name\": \"Sig\", \"age\": 1, \"contact\": {\"city\": \"A\", \"mobile\": \"2\"}}",
            ANNA);
    JsonNode subject = credential(receipt, ANNA).get("credentialSubject");
    assertEquals("Sig", subject.path("name").textValue());
    assertEquals(receipt.osid(), subject.path("osid").textValue());
    assertEquals("A", subject.at("/contact/city").textValue());
    assertFalse(subject.has("age") || subject.get("contact").has("mobile"), subject::toString);
  }

  @Test
  void credentialThatCouldHoldHiddenFieldsIsForTheOwner() {
    EntityReceipt receipt =
        registry.create("SignedHidden", "{\"name\": \"Sig\", \"phone\": \"1\"}", ANNA);
    assertTrue(registry.read(receipt, ANNA).has("_osSignedData"));
    assertFalse(registry.read(receipt, user("other")).has("_osSignedData"));
  }

  @Test
  void invitedEntityIsSignedOnceItIsComplete() {
    Caller admin = Callers.admin();
    EntityReceipt receipt = registry.invite("Signed", "{\"age\": 1}", ANNA);
    assertFalse(registry.read(receipt, admin).has("_osSignedData"));
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(receipt, "name", "\"Now\"", false), admin);
    assertEquals("Now", credential(receipt, admin).at("/credentialSubject/name").textValue());
  }

  @Test
  void changeIsSignedAnewAndTheFormerCredentialWithdrawn() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Old\"}", ANNA);
    String former = credential(receipt, ANNA).path("id").textValue();
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(receipt, "name", "\"New\"", false), ANNA);
    assertEquals("New", credential(receipt, ANNA).at("/credentialSubject/name").textValue());
    assertEquals(List.of(Reason.REPLACED), reasons(former));
  }

  @Test
  void nothingIsStoredWhenNothingCanBeSigned() {
    EntityReceipt existing = registry.create("Signed", "{\"name\": \"Kept\"}", ANNA);
    long before = count();
    registry.credentials.down.set(true);
    try {
      Failure create =
          registry.refusal(
              EntityOperations.CREATE_ENTITY, creation("Signed", "{\"name\": \"No\"}"), ANNA);
      Failure change =
          registry.refusal(
              EntityOperations.CHANGE_PROPERTY, change(existing, "name", "\"Lost\"", false), ANNA);
      assertEquals(FailureKind.UNAVAILABLE, create.kind());
      assertEquals(FailureKind.UNAVAILABLE, change.kind());
    } finally {
      registry.credentials.down.set(false);
    }
    assertEquals(before, count());
    assertEquals("Kept", registry.read(existing, ANNA).path("name").textValue());
  }

  @Test
  void revokedCredentialIsGoneAndCannotBeRevokedAgain() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Rev\"}", ANNA);
    String id = credential(receipt, ANNA).path("id").textValue();
    RevokeCredentialRequest revoke = new RevokeCredentialRequest("Signed", receipt.osid());
    for (int i = 0; i < 2; i++) {
      await(registry.begin(EntityOperations.REVOKE_CREDENTIAL, revoke, ANNA, "once-" + id));
    }
    assertEquals("", registry.read(receipt, ANNA).path("_osSignedData").textValue());
    assertEquals(List.of(Reason.REVOKED), reasons(id));
    Failure again = registry.refusal(EntityOperations.REVOKE_CREDENTIAL, revoke, ANNA);
    assertEquals("registry.credential.already-revoked", again.code());
    assertEquals("Credential is already revoked", again.message());
  }

  @Test
  void aCredentialThatIsNamedMustBeTheCurrentOne() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Named\"}", ANNA);
    String id = credential(receipt, ANNA).path("id").textValue();
    String former = "urn:uuid:former";
    for (Failure failure :
        List.of(
            registry.refusal(
                EntityOperations.REVOKE_CREDENTIAL,
                new RevokeCredentialRequest("Signed", receipt.osid(), former),
                ANNA),
            registry.refusal(
                EntityOperations.SUSPEND_CREDENTIAL,
                new SuspendCredentialRequest("Signed", receipt.osid(), former),
                ANNA))) {
      assertEquals(FailureKind.NOT_FOUND, failure.kind());
      assertEquals("registry.credential.unknown", failure.code());
    }
    registry.request(
        EntityOperations.REVOKE_CREDENTIAL,
        new RevokeCredentialRequest("Signed", receipt.osid(), id),
        ANNA);
    assertEquals(List.of(Reason.REVOKED), reasons(id));
  }

  @Test
  void entityWithoutCredentialHasNothingToRevoke() {
    EntityReceipt receipt = registry.create("Plain", "{\"name\": \"Plain\"}", ANNA);
    RevokeCredentialRequest revoke = new RevokeCredentialRequest("Plain", receipt.osid());
    Failure failure = registry.refusal(EntityOperations.REVOKE_CREDENTIAL, revoke, ANNA);
    assertEquals(FailureKind.CONFLICT, failure.kind());
    assertEquals("registry.credential.none", failure.code());
  }

  @Test
  void everyAuthorizationProblemOnRevokeIsUnauthenticated() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Auth\"}", ANNA);
    RevokeCredentialRequest revoke = new RevokeCredentialRequest("Signed", receipt.osid());
    for (Caller caller : List.of(user("other"), Caller.NOBODY)) {
      assertEquals(
          FailureKind.UNAUTHENTICATED,
          registry.refusal(EntityOperations.REVOKE_CREDENTIAL, revoke, caller).kind());
    }
  }

  @Test
  void suspensionAndReinstatementAreDeliveredWithTheVersionAndStandInTheHistory() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Sus\"}", ANNA);
    String signed = registry.read(receipt, ANNA).path("_osSignedData").textValue();
    SuspendCredentialRequest suspend = new SuspendCredentialRequest("Signed", receipt.osid());
    ReinstateCredentialRequest reinstate = new ReinstateCredentialRequest("Signed", receipt.osid());
    int before = registry.credentials.statusFacts.size();
    for (int i = 0; i < 2; i++) {
      await(
          registry.begin(
              EntityOperations.SUSPEND_CREDENTIAL, suspend, ANNA, "s-" + receipt.osid()));
    }
    await(
        registry.begin(
            EntityOperations.REINSTATE_CREDENTIAL, reinstate, ANNA, "r-" + receipt.osid()));

    List<Fact> facts = registry.credentials.statusFacts;
    assertEquals(before + 2, facts.size());
    CredentialSuspended suspended = Json.read(facts.get(before).data(), CredentialSuspended.class);
    CredentialReinstated reinstated =
        Json.read(facts.get(before + 1).data(), CredentialReinstated.class);
    assertEquals(receipt.version() + 1, suspended.version());
    assertEquals(receipt.version() + 2, reinstated.version());
    assertEquals(signed, registry.read(receipt, ANNA).path("_osSignedData").textValue());
  }

  @Test
  void aSuspendedHolderDoesNotReinstateThemselves() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Held\"}", ANNA);
    SuspendCredentialRequest suspend =
        new SuspendCredentialRequest(
            "Signed", receipt.osid(), null, null, null, LATER, "under inquiry");
    registry.request(EntityOperations.SUSPEND_CREDENTIAL, suspend, Callers.admin());
    Failure refused =
        registry.refusal(
            EntityOperations.REINSTATE_CREDENTIAL,
            new ReinstateCredentialRequest("Signed", receipt.osid()),
            ANNA);
    assertEquals(FailureKind.FORBIDDEN, refused.kind());
    assertEquals("registry.credential.suspended-by-higher", refused.code());
    assertEquals(
        "registry.credential.suspended-by-higher",
        registry
            .refusal(
                EntityOperations.REVOKE_CREDENTIAL,
                new RevokeCredentialRequest("Signed", receipt.osid()),
                ANNA)
            .code());

    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(receipt, "name", "\"Still\"", false), ANNA);
    assertEquals(
        new Suspension(receipt.version() + 1, LATER), registry.credentials.suspensions.getLast());
    JsonNode status = registry.read(receipt, ANNA).path("_osCredentialStatus");
    assertEquals("under inquiry", status.path("reason").textValue());
    assertEquals("ADMIN", status.path("right").textValue());
    assertFalse(registry.read(receipt, user("other")).has("_osCredentialStatus"));
  }

  @Test
  void aSuspensionEndsInTheFutureAndHoldsAgainstNobodyAfterItsEnd() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Over\"}", ANNA);
    SuspendCredentialRequest past =
        new SuspendCredentialRequest(
            "Signed", receipt.osid(), null, null, null, Instant.EPOCH, null);
    Failure refused = registry.refusal(EntityOperations.SUSPEND_CREDENTIAL, past, Callers.admin());
    assertEquals("registry.credential.until", refused.code());
    assertEquals("/until", refused.violations().getFirst().pointer());
    assertEquals(
        Optional.empty(),
        CredentialStatus.suspension(
            new CredentialStatus(
                CredentialStatus.Change.SUSPENDED,
                StatusRight.ADMIN,
                "admin",
                Instant.EPOCH,
                LATER,
                null),
            LATER));
  }

  @Test
  void theHistoryHasTheReasonForOwnerAndAdmin() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Why\"}", ANNA);
    registry.request(
        EntityOperations.REVOKE_CREDENTIAL,
        new RevokeCredentialRequest("Signed", receipt.osid(), null, null, null, "lost"),
        ANNA);
    HistoryView history =
        registry.request(
            EntityOperations.READ_HISTORY,
            new ReadHistoryRequest("Signed", receipt.osid(), 10, 0),
            ANNA);
    HistoryView.Change change =
        history.data().getFirst().changes().stream()
            .filter(one -> one.pointer().equals("/_osCredentialStatus"))
            .findFirst()
            .orElseThrow();
    assertEquals("lost", Json.read(change.to()).path("reason").textValue());
    assertEquals(
        "REVOKED", registry.read(receipt, ANNA).at("/_osCredentialStatus/status").textValue());
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(receipt, "name", "\"New\"", false), ANNA);
    assertFalse(registry.read(receipt, ANNA).has("_osCredentialStatus"));
  }

  @Test
  void everyAuthorizationProblemOnSuspendAndReinstateIsUnauthenticated() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Auth\"}", ANNA);
    SuspendCredentialRequest suspend = new SuspendCredentialRequest("Signed", receipt.osid());
    ReinstateCredentialRequest reinstate = new ReinstateCredentialRequest("Signed", receipt.osid());
    for (Caller caller : List.of(user("other"), Caller.NOBODY)) {
      assertEquals(
          FailureKind.UNAUTHENTICATED,
          registry.refusal(EntityOperations.SUSPEND_CREDENTIAL, suspend, caller).kind());
      assertEquals(
          FailureKind.UNAUTHENTICATED,
          registry.refusal(EntityOperations.REINSTATE_CREDENTIAL, reinstate, caller).kind());
    }
  }

  @Test
  void anEntityWithoutAValidCredentialHasNothingToSuspend() {
    EntityReceipt plain = registry.create("Plain", "{\"name\": \"Plain\"}", ANNA);
    EntityReceipt revoked = registry.create("Signed", "{\"name\": \"Gone\"}", ANNA);
    RevokeCredentialRequest revoke = new RevokeCredentialRequest("Signed", revoked.osid());
    await(registry.begin(EntityOperations.REVOKE_CREDENTIAL, revoke, ANNA, "gone"));
    for (SuspendCredentialRequest one :
        List.of(
            new SuspendCredentialRequest("Plain", plain.osid()),
            new SuspendCredentialRequest("Signed", revoked.osid()))) {
      Failure failure = registry.refusal(EntityOperations.SUSPEND_CREDENTIAL, one, ANNA);
      assertEquals("registry.credential.none", failure.code());
    }
  }

  @Test
  void revocationIsKeptWhenTheCredentialServiceIsDown() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Late\"}", ANNA);
    RevokeCredentialRequest revoke = new RevokeCredentialRequest("Signed", receipt.osid());
    registry.credentials.down.set(true);
    try {
      Failure failure = registry.refusal(EntityOperations.REVOKE_CREDENTIAL, revoke, ANNA);
      assertEquals(FailureKind.UNAVAILABLE, failure.kind());
    } finally {
      registry.credentials.down.set(false);
    }
    assertEquals("", registry.read(receipt, ANNA).path("_osSignedData").textValue());
  }

  @Test
  void credentialOfARefusedCreateIsTakenBack() {
    String json = "{\"name\": \"Twin\", \"email\": \"twin@example.org\"}";
    registry.create("Signed", json, ANNA);
    Failure failure =
        registry.refusal(EntityOperations.CREATE_ENTITY, creation("Signed", json), ANNA);
    assertEquals(FailureKind.CONFLICT, failure.kind());
    String unused = registry.credentials.issuedIds.getLast();
    try (KafkaPeer kafka = new KafkaPeer(registry)) {
      Eventually.isTrue(() -> kafka.withdrawnCredentials().contains(unused));
    }
  }

  @Test
  void ofCredentialsWithOneIdTheOneOfTheRefusedChangeIsTakenBack() {
    registry.create("Signed", "{\"name\": \"A\", \"email\": \"taken@example.org\"}", ANNA);
    registry.credentials.fixedId.set("urn:student:7");
    try {
      EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Seven\"}", ANNA);
      String held = registry.read(receipt, ANNA).path("_osSignedData").textValue();
      Failure failure =
          registry.refusal(
              EntityOperations.CHANGE_PROPERTY,
              change(receipt, "email", "\"taken@example.org\"", false),
              ANNA);
      assertEquals(FailureKind.CONFLICT, failure.kind());
      String unused = registry.credentials.issued.getLast().credential().text();
      assertNotEquals(held, unused);
      try (KafkaPeer kafka = new KafkaPeer(registry)) {
        Eventually.isTrue(() -> kafka.withdrawnDigests().contains(Sha256.hex(unused)));
        assertFalse(kafka.withdrawnDigests().contains(Sha256.hex(held)));
      }
      assertEquals(Set.of(Sha256.hex(held)), heldOf(receipt, held, unused).digests());
    } finally {
      registry.credentials.fixedId.set(null);
    }
  }

  private static HeldCredentials heldOf(EntityReceipt entity, String... texts) {
    List<Issued> issued =
        Stream.of(texts)
            .map(
                text -> new Issued(entity.type(), entity.osid(), "urn:student:7", Sha256.hex(text)))
            .toList();
    return registry.request(
        AttestationOperations.FIND_HELD_CREDENTIALS,
        new FindHeldCredentialsRequest(issued),
        Caller.NOBODY);
  }

  @Test
  void credentialsThatWereIssuedBeforeOneThatCouldNotBeAreTakenBack() {
    CreateEntityRequest half = creation("SignedAndAttested", "{\"name\": \"Half\", \"age\": 1}");
    List<String> unused =
        registry.credentials.issuingAtMost(
            2,
            () ->
                assertEquals(
                    FailureKind.UNAVAILABLE,
                    registry.refusal(EntityOperations.CREATE_ENTITY, half, ANNA).kind()));
    assertEquals(2, unused.size());
    try (KafkaPeer kafka = new KafkaPeer(registry)) {
      Eventually.isTrue(() -> kafka.withdrawnCredentials().containsAll(unused));
    }
  }

  @Test
  void aRevocationByAFilterRevokesWhatWasCountedAndNothingElse() {
    List<String> found = new ArrayList<>();
    for (int number = 0; number < 70; number++) {
      String json = "{\"name\": \"Batch\", \"age\": %d}".formatted(number);
      found.add(credential(registry.create("Signed", json, ANNA), ANNA).path("id").textValue());
    }
    EntityReceipt other = registry.create("Signed", "{\"name\": \"Other\"}", ANNA);
    RevokeCredentialsRequest wanted = byFilter("{\"name\": {\"eq\": \"Batch\"}}");
    assertEquals(
        FailureKind.FORBIDDEN,
        registry.refusal(BulkOperations.REVOKE_CREDENTIALS, wanted, ANNA).kind());
    RevocationView counted =
        registry.request(BulkOperations.REVOKE_CREDENTIALS, wanted, Callers.admin());
    assertEquals(70, counted.count());
    assertEquals("PREPARED", counted.state());
    EntityReceipt late = registry.create("Signed", "{\"name\": \"Batch\"}", ANNA);

    RevocationView done = run(counted);

    assertEquals("COMPLETED", done.state());
    assertEquals(70, done.revoked());
    found.forEach(id -> assertEquals(List.of(Reason.REVOKED), reasons(id)));
    assertFalse(registry.read(other, ANNA).path("_osSignedData").textValue().isEmpty());
    assertFalse(registry.read(late, ANNA).path("_osSignedData").textValue().isEmpty());
    assertEquals(done.revoked(), run(counted).revoked());
    assertEquals(
        "COMPLETED",
        registry
            .request(
                BulkOperations.READ_REVOCATION,
                new ReadRevocationRequest("Signed", counted.id()),
                Callers.admin())
            .state());
  }

  @Test
  void aRevocationByAFilterLeavesOutWhatHasChangedSinceAndCountsIt() {
    EntityReceipt first = registry.create("Signed", "{\"name\": \"Moved\"}", ANNA);
    EntityReceipt second = registry.create("Signed", "{\"name\": \"Moved\"}", ANNA);
    EntityReceipt deleted = registry.create("Signed", "{\"name\": \"Moved\"}", ANNA);
    RevocationView all =
        registry.request(
            BulkOperations.REVOKE_CREDENTIALS,
            byFilter("{\"name\": {\"eq\": \"Moved\"}}"),
            Callers.admin());
    registry.request(EntityOperations.CHANGE_PROPERTY, change(first, "age", "3", false), ANNA);
    registry.request(
        EntityOperations.DELETE_ENTITY,
        new EntityOperations.DeleteEntityRequest("Signed", deleted.osid(), null),
        Callers.admin());

    RevocationView done = run(all);

    assertEquals("COMPLETED", done.state());
    assertEquals(List.of(3L, 1L, 2L), List.of(done.count(), done.revoked(), done.changed()));
    assertEquals("", registry.read(second, ANNA).path("_osSignedData").textValue());
    assertFalse(registry.read(first, ANNA).path("_osSignedData").textValue().isEmpty());
    assertEquals(
        Set.of(second.osid()),
        registry
            .request(
                AttestationOperations.FIND_HELD_CREDENTIALS,
                new FindHeldCredentialsRequest(
                    Stream.of(first, second, deleted)
                        .map(one -> new Issued("Signed", one.osid(), "urn:x:1", null))
                        .toList()),
                Caller.NOBODY)
            .revoked());
    RevocationView again = run(all);
    assertEquals(List.of(1L, 2L), List.of(again.revoked(), again.changed()));
  }

  @Test
  void aRevocationByAFilterGoesOnBehindAnEntityThatRefusesIt() {
    EntityReceipt first = registry.create("Signed", "{\"name\": \"Refusing\"}", ANNA);
    EntityReceipt second = registry.create("Signed", "{\"name\": \"Refusing\"}", ANNA);
    RevocationView all =
        registry.request(
            BulkOperations.REVOKE_CREDENTIALS,
            byFilter("{\"name\": {\"eq\": \"Refusing\"}}"),
            Callers.admin());
    registry.asAdministrator(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN RAISE EXCEPTION 'too long' USING ERRCODE = 'program_limit_exceeded'; END $$;
        CREATE TRIGGER refuse BEFORE UPDATE ON %s FOR EACH ROW WHEN (OLD.id = '%s')
          EXECUTE FUNCTION refuse()
        """
            .formatted(registry.table("Signed"), first.osid()));
    RevocationView done;
    try {
      done = run(all);
    } finally {
      registry.asAdministrator("DROP FUNCTION refuse() CASCADE");
    }

    assertEquals("COMPLETED", done.state());
    assertEquals(List.of(2L, 1L, 1L), List.of(done.count(), done.revoked(), done.changed()));
    assertFalse(registry.read(first, ANNA).path("_osSignedData").textValue().isEmpty());
    assertEquals("", registry.read(second, ANNA).path("_osSignedData").textValue());
  }

  @Test
  void aRevocationByAFilterNeedsFiltersAndADryRun() {
    for (RevokeCredentialsRequest wrong :
        List.of(
            byFilter("{}"),
            new RevokeCredentialsRequest("Signed", null, false, "entity", null, NAMED, null),
            new RevokeCredentialsRequest("Signed", null, null, null, null, NAMED, null),
            new RevokeCredentialsRequest("Signed", null, null, "attestation", "no", NAMED, null),
            new RevokeCredentialsRequest(
                "Signed", Ids.next().toString(), false, "entity", null, NAMED, null))) {
      assertEquals(
          "registry.revocation.invalid",
          registry.refusal(BulkOperations.REVOKE_CREDENTIALS, wrong, Callers.admin()).code());
    }
    for (String unknown : List.of("x", Ids.next().toString())) {
      assertEquals(
          "registry.revocation.not-found",
          registry
              .refusal(BulkOperations.REVOKE_CREDENTIALS, running(unknown), Callers.admin())
              .code());
    }
  }

  @Test
  void ownCredentialsAreFoundBehindOlderRecordsWithoutOne() {
    Caller holder = user("holder");
    for (int number = 0; number < OwnCredentials.MOST + 2; number++) {
      EntityReceipt ended = registry.create("SignedAndAttested", "{\"name\": \"E\"}", holder);
      revoke(new RevokeCredentialRequest("SignedAndAttested", ended.osid()), holder);
      String attestation = registry.read(ended, holder).at("/named/0/osid").textValue();
      revoke(
          new RevokeCredentialRequest(
              "SignedAndAttested", ended.osid(), null, "named", attestation, null),
          holder);
    }
    assertEquals(List.of(), own(null, holder));
    EntityReceipt one = registry.create("SignedAndAttested", "{\"name\": \"A\"}", holder);
    EntityReceipt other = registry.create("SignedAndAttested", "{\"name\": \"B\"}", holder);

    assertEquals(
        Set.of(
            new OwnCredential(one.osid(), null, List.of("holder")),
            new OwnCredential(other.osid(), null, List.of("holder"))),
        Set.copyOf(own(null, holder)));
    revoke(new RevokeCredentialRequest("SignedAndAttested", one.osid()), holder);
    assertEquals(
        List.of(new OwnCredential(other.osid(), null, List.of("holder"))), own(null, holder));
    assertEquals(
        Stream.of(one, other)
            .map(
                record ->
                    new OwnCredential(
                        record.osid(),
                        registry.read(record, holder).at("/named/0/osid").textValue(),
                        List.of("holder")))
            .collect(Collectors.toSet()),
        Set.copyOf(own("named", holder)));
    assertEquals(List.of(), own(null, Caller.NOBODY));
  }

  private static void revoke(RevokeCredentialRequest request, Caller caller) {
    registry.request(EntityOperations.REVOKE_CREDENTIAL, request, caller);
  }

  private static List<OwnCredential> own(String policy, Caller caller) {
    return registry
        .request(
            AttestationOperations.FIND_OWN_CREDENTIALS,
            new FindOwnCredentialsRequest("SignedAndAttested", policy),
            caller)
        .found();
  }

  private static RevokeCredentialsRequest byFilter(String filters) {
    return new RevokeCredentialsRequest(
        "Signed", null, null, "entity", null, JsonBytes.of(filters), null);
  }

  private static RevokeCredentialsRequest running(String id) {
    return new RevokeCredentialsRequest("Signed", id, false, null, null, null, "recall");
  }

  private static RevocationView run(RevocationView counted) {
    RevocationView view = counted;
    do {
      view =
          registry.request(
              BulkOperations.REVOKE_CREDENTIALS, running(counted.id()), Callers.admin());
    } while (view.state().equals("OPEN"));
    return view;
  }

  private static long count() {
    CountEntitiesRequest request = new CountEntitiesRequest(List.of("Signed"));
    return registry.request(TypeOperations.COUNT_ENTITIES, request, Caller.NOBODY).count();
  }

  private static JsonNode credential(EntityReceipt receipt, Caller caller) {
    return Json.read(registry.read(receipt, caller).path("_osSignedData").textValue());
  }

  private static List<Reason> reasons(String credentialId) {
    return registry.credentials.withdrawn.stream()
        .filter(withdrawn -> withdrawn.credentialId().equals(credentialId))
        .map(CredentialWithdrawn::reason)
        .toList();
  }
}

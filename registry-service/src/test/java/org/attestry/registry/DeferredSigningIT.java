package org.attestry.registry;

import static org.attestry.registry.RunningRegistry.TEACHER;
import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.registry.RunningRegistry.decision;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.AttestationReceipt;
import org.attestry.contracts.registry.AttestationOperations.CurrentCredential;
import org.attestry.contracts.registry.AttestationOperations.OfferedCredential;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestedDataRequest;
import org.attestry.contracts.registry.AttestationOperations.ReadCurrentCredentialRequest;
import org.attestry.contracts.registry.AttestationOperations.ReadOfferedCredentialRequest;
import org.attestry.contracts.registry.BulkOperations;
import org.attestry.contracts.registry.BulkOperations.ImportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ImportRow;
import org.attestry.contracts.registry.BulkOperations.RevokeCredentialsRequest;
import org.attestry.contracts.registry.BulkOperations.StartImportRequest;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.CredentialWithdrawn.Reason;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.EntityView;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SearchEntitiesRequest;
import org.attestry.contracts.registry.EntityOperations.SuspendCredentialRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.HeldCredentials;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Callers;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is written while the signer is away, with SIGNING=deferred. */
class DeferredSigningIT {

  private static final Caller ANNA = user("anna");
  private static final String TEMPLATE = "{\"type\": [\"VerifiableCredential\"]}";
  private static final Map<String, String> DEFERRED = Map.of("SIGNING", "deferred");

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.with(DEFERRED);
    registry.publish(TestType.named("Teacher"));
    registry.publish(TestType.named("Signed").template(TEMPLATE));
    registry.publish(TestType.named("SignedHidden").template(TEMPLATE).privateFields("phone"));
    registry.publish(
        TestType.named("Attested").policy("identity", JsonBytes.of(TEMPLATE), "$.name"));
    registry.publish(
        TestType.named("AttestedHidden")
            .policy("identity", JsonBytes.of(TEMPLATE), "$.phone")
            .privateFields("phone"));
    registry.teacher(TEACHER, "Ulm");
  }

  @AfterEach
  void signerIsThere() {
    registry.credentials.down.set(false);
    registry.credentials.refusing.set(null);
    registry.credentials.refusingOf.clear();
    registry.credentials.losingReplies.set(false);
    registry.credentials.issuing.set(Future.succeededFuture());
    Eventually.until(DeferredSigningIT::due, none -> none == 0);
  }

  @Test
  void entityIsStoredWithoutTheSignerAndSignedWhenItIsThere() {
    registry.credentials.down.set(true);
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"New\"}", ANNA);
    EntityView unsigned = view(receipt, ANNA);
    assertEquals("registry.credential.pending", unsigned.pending().code());
    assertEquals(FailureKind.UNAVAILABLE, unsigned.pending().kind());
    assertFalse(Json.read(unsigned.entity()).has("_osSignedData"));
    assertEquals(1, due());

    registry.credentials.down.set(false);
    JsonNode credential = signed(receipt);
    assertEquals("New", credential.at("/credentialSubject/name").textValue());
    EntityView after = view(receipt, ANNA);
    assertNull(after.pending());
    assertEquals(2, after.version());
    assertEquals("anna", Json.read(after.entity()).get("osUpdatedBy").textValue());
    assertEquals("createEntity issueCredential", operations(receipt));
  }

  @Test
  void changeDoesNotWaitForASignerThatHangs() {
    Promise<Void> release = Promise.promise();
    registry.credentials.issuing.set(release.future());
    int before = registry.credentials.requests.get();
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Hang\"}", ANNA);
    Eventually.until(registry.credentials.requests::get, requests -> requests > before);
    CallContext call = new CallContext(ANNA, "test", Deadline.in(Duration.ofMinutes(2)), null);
    await(
        registry.bus.request(
            EntityOperations.CHANGE_PROPERTY, change(receipt, "name", "\"Now\"", false), call));
    release.complete();
    assertEquals("Now", signed(receipt).at("/credentialSubject/name").textValue());
    try (KafkaPeer facts = new KafkaPeer(registry)) {
      String unused = registry.credentials.issuedIds.get(registry.credentials.issuedIds.size() - 2);
      Eventually.isTrue(() -> facts.withdrawnCredentials().contains(unused));
    }
  }

  @Test
  void formerCredentialIsValidUntilTheNewOneIsStored() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Old\"}", ANNA);
    String former = credentialOf(receipt);
    registry.credentials.down.set(true);
    rename(receipt, "\"Between\"");
    rename(receipt, "\"Last\"");
    assertFalse(registry.read(receipt, ANNA).has("_osSignedData"), "it is of another version");
    assertEquals(List.of(), reasons(former));

    registry.credentials.down.set(false);
    assertEquals("Last", signed(receipt).at("/credentialSubject/name").textValue());
    Eventually.until(() -> reasons(former), List.of(Reason.REPLACED)::equals);
  }

  /** Values of an entity are signed only while the credential is that of its content. */
  @Test
  void aCredentialIsOfTheContentUntilThatChanges() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Old\"}", ANNA);
    String id = credentialOf(receipt);
    String text = registry.read(receipt, ANNA).get("_osSignedData").textValue();
    Issued issued = new Issued(receipt.type(), receipt.osid(), id, Sha256.hex(text));
    assertEquals(view(receipt, ANNA).version(), held(issued).versionOf(issued));

    registry.credentials.down.set(true);
    rename(receipt, "\"New\"");
    assertTrue(held(issued).holds(issued));
    assertEquals(0, held(issued).versionOf(issued));
  }

  /** Wallets get a credential that was offered before it was signed. */
  @Test
  void anUnsignedCredentialIsOfferedAndReadWhenItIsSigned() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Early\"}", ANNA);
    signed(receipt);
    String former = registry.read(receipt, ANNA).get("_osSignedData").textValue();
    assertEquals(former, current(receipt).credential().text());
    assertEquals(former, offered(receipt).credential().text());
    registry.credentials.down.set(true);
    rename(receipt, "\"Later\"");

    assertNull(current(receipt).credential());
    assertTrue(current(receipt).due());
    assertNull(offered(receipt).credential());

    registry.credentials.down.set(false);
    signed(receipt);
    assertFalse(current(receipt).due());
    assertEquals(offered(receipt).credential(), current(receipt).credential());
    EntityReceipt none =
        new EntityReceipt(receipt.type(), UUID.randomUUID().toString(), receipt.version());
    assertEquals(new CurrentCredential(null, false, List.of()), current(none));
  }

  private static CurrentCredential current(EntityReceipt receipt) {
    return current(receipt, null, null);
  }

  private static CurrentCredential current(
      EntityReceipt receipt, String policy, String attestationId) {
    return registry.request(
        AttestationOperations.READ_CURRENT_CREDENTIAL,
        new ReadCurrentCredentialRequest(receipt.type(), receipt.osid(), policy, attestationId),
        Caller.NOBODY);
  }

  private static OfferedCredential offered(EntityReceipt receipt) {
    return registry.request(
        AttestationOperations.READ_OFFERED_CREDENTIAL,
        new ReadOfferedCredentialRequest(receipt.type(), receipt.osid(), null, null),
        Callers.admin());
  }

  private static HeldCredentials held(Issued issued) {
    return registry.request(
        AttestationOperations.FIND_HELD_CREDENTIALS,
        new FindHeldCredentialsRequest(List.of(issued)),
        Caller.NOBODY);
  }

  @Test
  void credentialOfALostReplyIsHeldByNobody() {
    registry.credentials.losingReplies.set(true);
    int before = registry.credentials.issuedIds.size();
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Once\"}", ANNA);
    Eventually.until(() -> attempts(receipt), tried -> tried > 1);
    registry.credentials.losingReplies.set(false);
    String id = credentialOf(receipt);
    List<String> issued = registry.credentials.issuedIds.stream().skip(before).toList();
    assertTrue(issued.size() > 1, issued.toString());
    assertEquals(Set.of(id), held(receipt, issued));
    assertEquals(List.of(), reasons(id));
  }

  @Test
  void replicasAndCallersAtOnceLeaveOneValidCredentialOfEach() {
    try (RunningRegistry other = RunningRegistry.sharing(registry, DEFERRED);
        KafkaPeer facts = new KafkaPeer(registry)) {
      List<RunningRegistry> replicas = List.of(registry, other);
      List<String> issuedBefore = issuedBy(replicas);
      List<EntityReceipt> all =
          IntStream.range(0, 30)
              .mapToObj(i -> registry.create("Signed", "{\"name\": \"R%d\"}".formatted(i), ANNA))
              .toList();
      await(Future.join(changesByBoth(replicas, all)));
      Eventually.until(DeferredSigningIT::due, none -> none == 0);
      List<String> issued = new ArrayList<>(issuedBy(replicas));
      issued.removeAll(issuedBefore);
      Set<String> held =
          all.stream().map(DeferredSigningIT::credentialOf).collect(Collectors.toSet());
      assertEquals(all.size(), held.size());
      assertTrue(issued.containsAll(held));
      issued.removeAll(held);
      Eventually.isTrue(() -> facts.withdrawnCredentials().containsAll(issued));
      assertTrue(Collections.disjoint(held, facts.withdrawnCredentials()));
    }
  }

  /** Each entity is changed on every replica, and its row says again and again that it is due. */
  private static List<Future<?>> changesByBoth(
      List<RunningRegistry> replicas, List<EntityReceipt> all) {
    List<Future<?>> begun = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      registry.database.execute("UPDATE due_credential SET due = now()");
      for (EntityReceipt entity : all) {
        for (RunningRegistry replica : replicas) {
          String name = "\"N%d\"".formatted(begun.size());
          begun.add(
              replica.begin(
                  EntityOperations.CHANGE_PROPERTY, change(entity, "name", name, false), ANNA));
        }
      }
    }
    return begun;
  }

  @Test
  void faultOfTheSignerIsTriedAgainAfterPausesAndNotShown() {
    registry.credentials.refusing.set(
        Failure.of(FailureKind.INTERNAL, "suite.internal", "A fault."));
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Fault\"}", ANNA);
    Eventually.until(() -> attempts(receipt), tried -> tried > 0);
    registry.database.execute("UPDATE due_credential SET attempts = 9, due = now()");
    Eventually.isTrue(
        () ->
            registry
                .database
                .single(
                    "SELECT (due > now() + interval '1 minute')::text FROM due_credential"
                        + " WHERE entity_id = ?::uuid",
                    receipt.osid())
                .equals("true"));
    assertEquals("registry.credential.pending", view(receipt, ANNA).pending().code());
    registry.credentials.refusing.set(null);
    rename(receipt, "\"Mended\"");
    assertEquals("Mended", signed(receipt).at("/credentialSubject/name").textValue());
  }

  @Test
  void entityOfNobodyIsSigned() {
    registry.publish(TestType.named("Open").roles("anonymous").template(TEMPLATE));
    EntityReceipt receipt = registry.create("Open", "{\"name\": \"Any\"}", Caller.NOBODY);
    assertEquals("Any", signed(receipt).at("/credentialSubject/name").textValue());
  }

  @Test
  void typeThatSignsNoMoreEndsWhatIsDue() {
    registry.publish(TestType.named("Ending").template(TEMPLATE));
    EntityReceipt receipt = registry.create("Ending", "{\"name\": \"E\"}", ANNA);
    String former = credentialOf(receipt);
    registry.credentials.refusing.set(away());
    rename(receipt, "\"Due\"");
    registry.publish(TestType.named("Ending"));
    registry.credentials.refusing.set(null);
    Eventually.until(DeferredSigningIT::due, none -> none == 0);
    assertNull(view(receipt, ANNA).pending());
    assertEquals("", registry.read(receipt, ANNA).get("_osSignedData").textValue());
    Eventually.until(() -> reasons(former), List.of(Reason.REPLACED)::equals);
  }

  /** The first attempt to sign has failed, and the next one comes after a second at the soonest. */
  private static EntityReceipt grantedWhileTheSignerIsAway() {
    EntityReceipt entity = registry.create("Attested", "{\"name\": \"Anna\"}", ANNA);
    String claim = registry.send(entity, "name", "\"Berta\"", ANNA);
    int before = registry.credentials.requests.get();
    registry.credentials.refusing.set(away());
    registry.deliver(decision(entity, claim, Decision.GRANTED));
    Eventually.until(registry.credentials.requests::get, requests -> requests > before);
    return entity;
  }

  @Test
  void grantOfADeletedEntityGetsNoCredential() {
    EntityReceipt entity = grantedWhileTheSignerIsAway();
    int before = registry.credentials.issuedIds.size();
    registry.request(
        EntityOperations.DELETE_ENTITY,
        new DeleteEntityRequest("Attested", entity.osid(), null),
        ANNA);
    registry.credentials.refusing.set(null);
    Eventually.until(DeferredSigningIT::due, none -> none == 0);
    assertEquals(before, registry.credentials.issuedIds.size());
  }

  @Test
  void entityThatIsDueAgainThoughItIsSignedIsNotSignedAgain() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Again\"}", ANNA);
    String id = credentialOf(receipt);
    Eventually.until(DeferredSigningIT::due, none -> none == 0);
    registry.database.execute(
        "INSERT INTO due_credential SELECT id, type, version, now(), now() FROM entity WHERE id = '%s'"
            .formatted(receipt.osid()));
    Eventually.until(DeferredSigningIT::due, none -> none == 0);
    assertEquals(id, credentialOf(receipt));
    assertEquals("createEntity issueCredential", operations(receipt));
  }

  @Test
  void replicasShareTheWork() {
    try (RunningRegistry other = RunningRegistry.sharing(registry, DEFERRED)) {
      int before = issued(other);
      List<EntityReceipt> all =
          Stream.iterate(0, i -> i + 1)
              .limit(50)
              .map(i -> registry.create("Signed", "{\"name\": \"N%d\"}".formatted(i), ANNA))
              .toList();
      all.forEach(DeferredSigningIT::signed);
      assertEquals(before + 50, issued(other));
    }
  }

  @Test
  void whatIsDueIsSignedAfterARestartThatDefersNoMore() {
    RunningRegistry first = RunningRegistry.with(DEFERRED);
    first.publish(TestType.named("Signed").template(TEMPLATE));
    first.credentials.down.set(true);
    EntityReceipt receipt = first.create("Signed", "{\"name\": \"Kept\"}", ANNA);
    first.close();
    try (RunningRegistry second = RunningRegistry.sharing(first)) {
      Eventually.isTrue(() -> second.read(receipt, ANNA).has("_osSignedData"));
    }
  }

  @Test
  void nothingIsSignedForADeletedEntity() {
    registry.credentials.down.set(true);
    int before = registry.credentials.issuedIds.size();
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Gone\"}", ANNA);
    registry.request(
        EntityOperations.DELETE_ENTITY,
        new DeleteEntityRequest("Signed", receipt.osid(), null),
        ANNA);
    registry.credentials.down.set(false);
    Eventually.until(DeferredSigningIT::due, none -> none == 0);
    assertEquals(before, registry.credentials.issuedIds.size());
    assertEquals("createEntity deleteEntity", operations(receipt));
  }

  @Test
  void revocationBeforeTheSigningIsTheEndOfIt() {
    registry.credentials.down.set(true);
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Rev\"}", ANNA);
    registry.credentials.down.set(false);
    registry.credentials.refusing.set(away());
    registry.request(
        EntityOperations.REVOKE_CREDENTIAL,
        new RevokeCredentialRequest("Signed", receipt.osid()),
        ANNA);
    registry.credentials.refusing.set(null);
    Eventually.until(DeferredSigningIT::due, none -> none == 0);
    assertEquals("", registry.read(receipt, ANNA).get("_osSignedData").textValue());
  }

  @Test
  void suspensionOfTheFormerCredentialLeavesTheNewOneDue() {
    EntityReceipt receipt = registry.create("Signed", "{\"name\": \"Sus\"}", ANNA);
    String former = credentialOf(receipt);
    registry.credentials.refusing.set(away());
    rename(receipt, "\"Suspended\"");
    registry.request(
        EntityOperations.SUSPEND_CREDENTIAL,
        new SuspendCredentialRequest("Signed", receipt.osid()),
        ANNA);
    assertEquals("registry.credential.pending", view(receipt, ANNA).pending().code());
    registry.credentials.refusing.set(null);
    assertEquals("Suspended", signed(receipt).at("/credentialSubject/name").textValue());
    Eventually.until(() -> reasons(former), List.of(Reason.REPLACED)::equals);
  }

  @Test
  void whatCannotBeSignedSaysWhyToWhoSeesTheCredential() {
    Violation violation = new Violation("/credentialSubject/born", "date", "It is no date.");
    registry.credentials.refusing.set(
        new Failure(
            FailureKind.INVALID, "credential.invalid", "A date is wrong.", List.of(violation)));
    EntityReceipt receipt = registry.create("SignedHidden", "{\"name\": \"Bad\"}", ANNA);
    Failure why =
        Eventually.until(
            () -> view(receipt, ANNA).pending(),
            failure -> failure.code().equals("registry.credential.refused"));
    assertEquals(FailureKind.UNPROCESSABLE, why.kind());
    assertEquals(List.of(violation), why.violations());
    assertNull(view(receipt, user("other")).pending());
    assertEquals(1, await(registry.health.details()).get("credentials").get("credentialsRefused"));

    registry.credentials.refusing.set(null);
    rename(receipt, "\"Good\"");
    assertEquals("Good", signed(receipt).at("/credentialSubject/name").textValue());
  }

  @Test
  void eachCredentialThatCannotBeSignedSaysItsOwnReasonAndTheOthersArePending() {
    TestType type =
        TestType.named("SignedTwice")
            .template(TEMPLATE)
            .policy("identity", JsonBytes.of(TEMPLATE), "$.name")
            .policy("reach", JsonBytes.of(TEMPLATE), "$.phone");
    registry.publish(type);
    EntityReceipt entity = registry.create("SignedTwice", "{\"name\": \"A\"}", ANNA);
    signed(entity);
    String identity = registry.send(entity, "name", "\"B\"", ANNA);
    String reach = registry.send(entity, "phone", "\"1\"", ANNA);
    registry.credentials.refusingOf.putAll(
        Map.of(
            "",
            Failure.invalid("credential.invalid", "/content", "date", "Of the content."),
            "identity",
            Failure.invalid("credential.invalid", "/name", "date", "Of the name."),
            "reach",
            Failure.of(FailureKind.INTERNAL, "suite.internal", "A fault.")));
    registry.request(EntityOperations.CHANGE_PROPERTY, change(entity, "age", "3", false), ANNA);
    registry.deliver(decision(entity, identity, Decision.GRANTED));
    registry.deliver(decision(entity, reach, Decision.GRANTED));

    Failure content =
        Eventually.until(() -> view(entity, ANNA).pending(), why -> !why.violations().isEmpty());
    assertEquals("/content", content.violations().getFirst().pointer());
    assertEquals("/name", attested(entity, "identity", "name").violations().getFirst().pointer());
    assertEquals("registry.credential.pending", attested(entity, "reach", "phone").code());

    registry.credentials.refusingOf.clear();
    registry.publish(type);
    assertEquals("B", signed(entity).at("/credentialSubject/name").textValue());
  }

  private static Failure attested(EntityReceipt entity, String policy, String property) {
    return registry.refusal(
        AttestationOperations.READ_ATTESTED_DATA,
        new ReadAttestedDataRequest(entity.type(), entity.osid(), policy, property),
        ANNA);
  }

  @Test
  void whatWasRefusedIsTriedAgainWhenItsTypeIsPublishedAnew() {
    registry.publish(TestType.named("Repaired").template(TEMPLATE));
    registry.credentials.refusing.set(
        Failure.of(FailureKind.INVALID, "credential.invalid", "The template is wrong."));
    EntityReceipt receipt = registry.create("Repaired", "{\"name\": \"Late\"}", ANNA);
    Eventually.until(
        () -> view(receipt, ANNA).pending().code(),
        code -> code.equals("registry.credential.refused"));
    registry.database.execute(
        "UPDATE due_credential SET attempts = 9, due = now() + interval '1 hour'"
            + " WHERE entity_id = '%s'".formatted(receipt.osid()));
    registry.credentials.refusing.set(null);

    registry.publish(TestType.named("Repaired").template(TEMPLATE));
    assertEquals("Late", signed(receipt).at("/credentialSubject/name").textValue());
  }

  @Test
  void grantDoesNotWaitForTheSigner() {
    EntityReceipt entity = registry.create("Attested", "{\"name\": \"Anna\"}", ANNA);
    String claim = registry.send(entity, "name", "\"Berta\"", ANNA);
    registry.credentials.refusing.set(away());
    assertEquals("PUBLISHED", registry.deliver(decision(entity, claim, Decision.GRANTED)).state());
    ReadAttestedDataRequest read =
        new ReadAttestedDataRequest("Attested", entity.osid(), "identity", "name");
    Failure pending = registry.refusal(AttestationOperations.READ_ATTESTED_DATA, read, ANNA);
    assertEquals("registry.credential.pending", pending.code());
    assertFalse(registry.read(entity, ANNA).has("_osAttestedData/name"));

    registry.credentials.refusing.set(null);
    Eventually.isTrue(() -> registry.read(entity, ANNA).has("_osAttestedData/name"));
    JsonBytes credential =
        registry.request(AttestationOperations.READ_ATTESTED_DATA, read, ANNA).credential();
    assertEquals("Berta", Json.read(credential).at("/credentialSubject/name").textValue());
    assertEquals("PUBLISHED", registry.read(entity, ANNA).path("_osState/name").textValue());
  }

  @Test
  void credentialOfARenewalReplacesTheFormerOneWhenItIsSigned() {
    EntityReceipt entity = registry.create("Attested", "{\"name\": \"Anna\"}", ANNA);
    registry.deliver(
        decision(entity, registry.send(entity, "name", "\"Anna\"", ANNA), Decision.GRANTED));
    Eventually.isTrue(() -> registry.read(entity, ANNA).has("_osAttestedData/name"));
    String former = registry.read(entity, ANNA).path("_osAttestedData/name").textValue();

    String claim = registry.send(entity, "name", "\"Anna\"", ANNA);
    registry.credentials.refusing.set(away());
    registry.deliver(decision(entity, claim, Decision.GRANTED));
    ReadAttestedDataRequest read =
        new ReadAttestedDataRequest("Attested", entity.osid(), "identity", "name");
    assertEquals(
        former,
        registry.request(AttestationOperations.READ_ATTESTED_DATA, read, ANNA).credential().text());
    assertEquals("PUBLISHED", registry.read(entity, ANNA).path("_osState/name").textValue());

    registry.credentials.refusing.set(null);
    Eventually.until(
        () -> registry.read(entity, ANNA).path("_osAttestedData/name").textValue(),
        now -> !now.equals(former));
    assertEquals(
        Json.read(former).path("id").textValue(),
        registry.credentials.withdrawn.getLast().credentialId());
  }

  @Test
  void grantIsSignedThoughItIsSentAgainBeforeAndRejectedThen() {
    EntityReceipt entity = registry.create("Attested", "{\"name\": \"Anna\"}", ANNA);
    registry.credentials.refusing.set(away());
    registry.deliver(
        decision(entity, registry.send(entity, "name", "\"Anna\"", ANNA), Decision.GRANTED));
    String again = registry.send(entity, "name", "\"Anna\"", ANNA);
    assertEquals(1, due());
    assertEquals(1, countedForRevocation("{\"osid\": {\"eq\": \"%s\"}}".formatted(entity.osid())));
    assertEquals(
        "registry.credential.pending",
        registry.refusal(AttestationOperations.READ_ATTESTED_DATA, name(entity), ANNA).code());
    registry.deliver(decision(entity, again, Decision.REJECTED));

    registry.credentials.refusing.set(null);
    Eventually.isTrue(() -> registry.read(entity, ANNA).has("_osAttestedData/name"));
    assertEquals("PUBLISHED", registry.read(entity, ANNA).path("_osState/name").textValue());
    assertNotNull(current(entity, "identity", "name").credential());
  }

  @Test
  void grantOfARenewalReplacesTheFormerCredentialThoughItIsSentAgainBefore() {
    EntityReceipt entity = registry.create("Attested", "{\"name\": \"Anna\"}", ANNA);
    registry.deliver(decision(entity, sentForIdentity(entity).claimId(), Decision.GRANTED));
    JsonNode former = recordWhen(entity, record -> record.has("_osAttestedData"));
    String claim = sentForIdentity(entity).claimId();
    registry.credentials.refusing.set(away());
    registry.deliver(decision(entity, claim, Decision.GRANTED));
    String again = sentForIdentity(entity).claimId();
    assertEquals(former.path("_osAttestedData"), record(entity).path("_osAttestedData"));
    String grantedAt =
        "{\"identity\": {\"_osGrantedAt\": {\"eq\": %s}}}".formatted(former.path("_osGrantedAt"));
    assertEquals(List.of(entity.osid()), found(grantedAt));
    assertEquals(1, countedForRevocation(grantedAt));
    registry.request(
        AttestationOperations.DECIDE_ATTESTATION,
        decision(entity, again, Decision.WITHDRAWN, null),
        ANNA);

    registry.credentials.refusing.set(null);
    JsonNode now =
        recordWhen(
            entity, one -> !one.path("_osAttestedData").equals(former.path("_osAttestedData")));
    assertEquals(claim, now.path("_osClaimId").textValue());
    String ended = Json.read(former.path("_osAttestedData").textValue()).path("id").textValue();
    Eventually.until(() -> reasons(ended), List.of(Reason.ATTESTATION_ENDED)::equals);
  }

  private static AttestationReceipt sentForIdentity(EntityReceipt entity) {
    RaiseAttestationRequest request =
        new RaiseAttestationRequest(entity.type(), entity.osid(), "identity", null, null);
    return registry.request(AttestationOperations.RAISE_ATTESTATION, request, ANNA);
  }

  private static JsonNode record(EntityReceipt entity) {
    return registry.read(entity, ANNA).path("identity").path(0);
  }

  private static JsonNode recordWhen(EntityReceipt entity, Predicate<JsonNode> condition) {
    return Eventually.until(() -> record(entity), condition);
  }

  private static ReadAttestedDataRequest name(EntityReceipt entity) {
    return new ReadAttestedDataRequest(entity.type(), entity.osid(), "identity", "name");
  }

  private static List<String> found(String filters) {
    String query = "{\"filters\": %s}".formatted(filters);
    return registry
        .request(
            EntityOperations.SEARCH_ENTITIES,
            new SearchEntitiesRequest("Attested", JsonBytes.of(query)),
            ANNA)
        .data()
        .stream()
        .map(one -> Json.read(one).path("osid").textValue())
        .toList();
  }

  private static long countedForRevocation(String filters) {
    return registry
        .request(
            BulkOperations.REVOKE_CREDENTIALS,
            new RevokeCredentialsRequest(
                "Attested", null, null, "attestation", "identity", JsonBytes.of(filters), null),
            Callers.admin())
        .count();
  }

  @Test
  void whoDoesNotSeeAPropertyDoesNotLearnThatItIsToBeSigned() {
    EntityReceipt entity =
        registry.create("AttestedHidden", "{\"name\": \"A\", \"phone\": \"1\"}", ANNA);
    String claim = registry.send(entity, "phone", "\"2\"", ANNA);
    registry.credentials.refusing.set(away());
    registry.deliver(decision(entity, claim, Decision.GRANTED));
    ReadAttestedDataRequest read =
        new ReadAttestedDataRequest("AttestedHidden", entity.osid(), "identity", "phone");

    assertEquals(
        "registry.credential.pending",
        registry.refusal(AttestationOperations.READ_ATTESTED_DATA, read, ANNA).code());
    assertEquals(
        "registry.attestation.no-credential",
        registry.refusal(AttestationOperations.READ_ATTESTED_DATA, read, user("other")).code());
  }

  /** Neither of an attestation by policy, nor of a property with a hidden member. */
  @Test
  void anUnsignedCredentialOverHiddenValuesIsNotOfferedByACallerWithThePublicView() {
    registry.publish(
        TestType.named("Ownerless")
            .policy("identity", JsonBytes.of(TEMPLATE), "$.phone")
            .policy("reach", JsonBytes.of(TEMPLATE), "$.contact")
            .roles("anonymous")
            .privateFields("phone", "contact.mobile"));
    String json = "{\"name\": \"A\", \"phone\": \"1\", \"contact\": {\"mobile\": \"2\"}}";
    EntityReceipt entity = registry.create("Ownerless", json, Caller.NOBODY);
    registry.credentials.refusing.set(away());
    AttestationReceipt sent = sentForIdentity(entity);
    registry.deliver(decision(entity, sent.claimId(), Decision.GRANTED));
    String reach = registry.send(entity, "contact", "{\"mobile\": \"2\"}", Callers.admin());
    registry.deliver(decision(entity, reach, Decision.GRANTED));

    for (ReadOfferedCredentialRequest offer :
        List.of(
            new ReadOfferedCredentialRequest(
                "Ownerless", entity.osid(), "identity", sent.attestationOSID()),
            new ReadOfferedCredentialRequest("Ownerless", entity.osid(), "reach", "contact"))) {
      assertNull(
          registry
              .request(AttestationOperations.READ_OFFERED_CREDENTIAL, offer, Callers.admin())
              .credential());
      assertEquals(
          "registry.attestation.no-credential",
          registry
              .refusal(AttestationOperations.READ_OFFERED_CREDENTIAL, offer, user("other"))
              .code());
      assertEquals(
          "registry.attestation.no-credential",
          registry
              .refusal(
                  AttestationOperations.READ_ATTESTED_DATA,
                  new ReadAttestedDataRequest(
                      offer.type(), offer.id(), offer.policy(), offer.attestationId()),
                  user("other"))
              .code());
    }
  }

  @Test
  void grantedValueThatChangesBeforeTheSigningGetsNoCredential() {
    EntityReceipt entity = grantedWhileTheSignerIsAway();
    int before = registry.credentials.issuedIds.size();
    rename(entity, "\"Clara\"");
    registry.credentials.refusing.set(null);
    Eventually.until(DeferredSigningIT::due, none -> none == 0);
    assertEquals(before, registry.credentials.issuedIds.size());
    assertEquals("DRAFT", registry.read(entity, ANNA).path("_osState/name").textValue());
  }

  @Test
  void rowsOfAnImportAreSignedLater() {
    registry.credentials.refusing.set(away());
    var run =
        registry.request(
            BulkOperations.START_IMPORT,
            new StartImportRequest("Signed", UUID.randomUUID().toString(), false, null),
            ANNA);
    List<ImportRow> rows = List.of(row(1, "Ina"), row(2, "Ida"));
    int before = registry.credentials.issuedIds.size();
    registry.request(
        BulkOperations.IMPORT_ENTITIES,
        new ImportEntitiesRequest("Signed", run.id(), 0, 0L, null, rows, true),
        ANNA);
    assertEquals(2, due());
    registry.credentials.refusing.set(null);
    Eventually.until(DeferredSigningIT::due, none -> none == 0);
    assertEquals(before + 2, registry.credentials.issuedIds.size());
  }

  private static ImportRow row(int number, String name) {
    JsonBytes value = JsonBytes.of("{\"name\": \"%s\"}".formatted(name));
    return new ImportRow(number, 7L * number, value, null);
  }

  private static Failure away() {
    return Failure.of(FailureKind.UNAVAILABLE, "credential.signer.unavailable", "Not now.");
  }

  private static int issued(RunningRegistry other) {
    return registry.credentials.issuedIds.size() + other.credentials.issuedIds.size();
  }

  private static List<String> issuedBy(List<RunningRegistry> replicas) {
    return replicas.stream().flatMap(one -> one.credentials.issuedIds.stream()).toList();
  }

  private static String credentialOf(EntityReceipt entity) {
    return signed(entity).get("id").textValue();
  }

  private static Set<String> held(EntityReceipt entity, List<String> ids) {
    List<Issued> issued =
        ids.stream().map(id -> new Issued(entity.type(), entity.osid(), id, null)).toList();
    return registry
        .request(
            AttestationOperations.FIND_HELD_CREDENTIALS,
            new FindHeldCredentialsRequest(issued),
            Caller.NOBODY)
        .credentialIds();
  }

  private static void rename(EntityReceipt entity, String json) {
    registry.request(EntityOperations.CHANGE_PROPERTY, change(entity, "name", json, false), ANNA);
  }

  private static EntityView view(EntityReceipt entity, Caller caller) {
    ReadEntityRequest request = new ReadEntityRequest(entity.type(), entity.osid());
    return registry.request(EntityOperations.READ_ENTITY, request, caller);
  }

  private static JsonNode signed(EntityReceipt entity) {
    return Json.read(
        Eventually.until(
                () -> registry.read(entity, ANNA).get("_osSignedData"), node -> node != null)
            .textValue());
  }

  private static List<Reason> reasons(String credentialId) {
    return registry.credentials.withdrawn.stream()
        .filter(withdrawn -> withdrawn.credentialId().equals(credentialId))
        .map(CredentialWithdrawn::reason)
        .toList();
  }

  private static String operations(EntityReceipt entity) {
    return registry.database.single(
        "SELECT string_agg(operation, ' ' ORDER BY version) FROM history WHERE id = ?::uuid",
        entity.osid());
  }

  private static int attempts(EntityReceipt entity) {
    return Integer.parseInt(
        registry.database.single(
            "SELECT attempts::text FROM due_credential WHERE entity_id = ?::uuid", entity.osid()));
  }

  /** As health shows it. */
  private static long due() {
    return await(registry.health.details()).get("credentials").get("credentialsDue");
  }
}

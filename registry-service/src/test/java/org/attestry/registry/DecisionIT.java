package org.attestry.registry;

import static org.attestry.registry.RunningRegistry.SAME_CITY;
import static org.attestry.registry.RunningRegistry.TEACHER;
import static org.attestry.registry.RunningRegistry.change;
import static org.attestry.registry.RunningRegistry.decision;
import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.Violation;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.DecideAttestationRequest;
import org.attestry.contracts.registry.AttestationOperations.DecidedAttestation;
import org.attestry.contracts.registry.AttestationOperations.RaiseAttestationRequest;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.ChangePropertyRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.HistoryView;
import org.attestry.contracts.registry.EntityOperations.ReadHistoryRequest;
import org.attestry.contracts.registry.EntityOperations.ReinstateCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SuspendCredentialRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.RegistryFacts.EndedAttestation;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.DecisionRules;
import org.attestry.registry.claim.DecideAttestation;
import org.attestry.testkit.Calls;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/** The effect of a decision is that of its reply; who may take one. */
class DecisionIT {

  /** More by {@code -Ddecision.races=10000}. */
  private static final int RACES = Integer.getInteger("decision.races", 200);

  private static final Caller ANNA = user("anna");
  private static final JsonBytes TEMPLATE = JsonBytes.of("{\"type\": [\"VerifiableCredential\"]}");
  private static final String IN_ULM = "{\"name\": \"A\", \"contact\": {\"city\": \"Ulm\"}}";

  @AutoClose private static RunningRegistry registry;

  @BeforeAll
  static void start() {
    registry = RunningRegistry.start();
    registry.publish(TestType.named("Teacher"));
    registry.publish(TestType.named("Pupil").policy("identity", TEMPLATE, "$.name"));
    registry.publish(TestType.named("Plain").policy("identity", null, "$.name"));
    registry.publish(TestType.named("Local").policy("identity", SAME_CITY, null, "$.name"));
    registry.teacher(TEACHER, "Ulm");
  }

  @AfterEach
  void signerIsThere() {
    registry.credentials.refusing.set(null);
  }

  @Test
  void grantWhoseCredentialCannotBeMadeLeavesTheClaimOpenAndGivesTheReason() {
    EntityReceipt pupil = pupil("Pupil");
    String claim = raise(pupil, ANNA);
    Violation violation = new Violation("/credentialSubject/born", "date", "It is no date.");
    registry.credentials.refusing.set(
        new Failure(
            FailureKind.INVALID, "credential.invalid", "A date is wrong.", List.of(violation)));

    Failure refused = refusal(decision(pupil, claim, Decision.GRANTED), TEACHER);

    assertEquals(FailureKind.UNPROCESSABLE, refused.kind());
    assertEquals(List.of(violation), refused.violations());
    assertTrue(refused.message().endsWith("A date is wrong."), refused.message());
    assertEquals("ATTESTATION_REQUESTED", state(pupil));
    assertEquals(claim, registry.read(pupil, ANNA).path("_osClaimId/name").textValue());

    registry.credentials.refusing.set(null);
    assertEquals("PUBLISHED", registry.deliver(decision(pupil, claim, Decision.GRANTED)).state());
  }

  @Test
  void grantWhoseSignerIsAwaySaysWhyInTheLogAlone() {
    EntityReceipt pupil = pupil("Pupil");
    String claim = raise(pupil, ANNA);
    registry.credentials.refusing.set(
        Failure.of(FailureKind.UNAVAILABLE, "credential.signer.unavailable", "Vault is away."));
    Logger logger = (Logger) LoggerFactory.getLogger(DecideAttestation.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    try {
      Failure refused = refusal(decision(pupil, claim, Decision.GRANTED), TEACHER);

      assertEquals("registry.attestation.signer-away", refused.code());
      assertFalse(refused.message().contains("Vault"), refused.message());
      ILoggingEvent warned = log.list.getFirst();
      assertEquals(Level.WARN, warned.getLevel());
      assertTrue(
          warned
              .getKeyValuePairs()
              .contains(new KeyValuePair("reason", "credential.signer.unavailable")));
    } finally {
      logger.detachAppender(log);
    }
  }

  @Test
  void everyReplyIsTrueWhenAGrantRacesAChangeOfTheValue() {
    int granted = 0;
    for (int round = 0; round < RACES; round++) {
      EntityReceipt pupil = pupil("Pupil");
      String claim = raise(pupil, ANNA);
      ChangePropertyRequest change = change(pupil, "name", "\"Changed\"", false);
      Future<DecidedAttestation> grant = grant(pupil, claim, round);
      Future<?> changed = later(round, EntityOperations.CHANGE_PROPERTY, change, ANNA);
      await(Future.join(grant, changed).otherwiseEmpty());

      assertTrue(changed.succeeded(), "nothing stands against the change");
      assertEquals("DRAFT", state(pupil));
      granted += answered(grant) ? 1 : 0;
    }
    System.out.printf("%d of %d grants came before the change%n", granted, RACES);
  }

  @Test
  void everyReplyIsTrueWhenAGrantRacesADeletion() {
    for (int round = 0; round < RACES / 4; round++) {
      EntityReceipt pupil = pupil("Pupil");
      String claim = raise(pupil, ANNA);
      DeleteEntityRequest delete = new DeleteEntityRequest("Pupil", pupil.osid(), null);
      Future<DecidedAttestation> grant = grant(pupil, claim, round);
      Future<?> deleted = later(round, EntityOperations.DELETE_ENTITY, delete, ANNA);
      await(Future.join(grant, deleted).otherwiseEmpty());

      assertTrue(deleted.succeeded());
      boolean wasGranted = answered(grant);
      String operations =
          registry.database.single(
              "SELECT string_agg(operation, ' ' ORDER BY version) FROM history WHERE id = ?::uuid",
              pupil.osid());
      assertEquals(
          "createEntity changeProperty " + (wasGranted ? "grantClaim " : "") + "deleteEntity",
          operations);
    }
  }

  private static Future<DecidedAttestation> grant(EntityReceipt pupil, String claim, int round) {
    DecideAttestationRequest request = decision(pupil, claim, Decision.GRANTED);
    return later(round / 4, AttestationOperations.DECIDE_ATTESTATION, request, TEACHER);
  }

  /** From at once to three milliseconds later, so that neither of two is always first. */
  private static <Q, R> Future<R> later(
      int round, Operation<Q, R> operation, Q request, Caller caller) {
    int pause = round % 4;
    return pause == 0
        ? registry.begin(operation, request, caller)
        : registry.vertx.timer(pause).compose(later -> registry.begin(operation, request, caller));
  }

  /** Whether it was granted. */
  private static boolean answered(Future<DecidedAttestation> grant) {
    if (grant.succeeded()) {
      assertEquals("PUBLISHED", grant.result().state());
      return true;
    }
    assertEquals(FailureKind.CONFLICT, ((FailureException) grant.cause()).failure().kind());
    return false;
  }

  @Test
  void ofManyWhoGrantAtOnceOneWins() {
    EntityReceipt pupil = pupil("Pupil");
    String claim = raise(pupil, ANNA);
    List<Future<DecidedAttestation>> all =
        IntStream.range(0, 64)
            .mapToObj(i -> decision(pupil, claim, Decision.GRANTED))
            .map(one -> registry.begin(AttestationOperations.DECIDE_ATTESTATION, one, TEACHER))
            .toList();
    await(Future.join(all).otherwiseEmpty());
    assertEquals(1, all.stream().filter(Future::succeeded).count());
    assertEquals("PUBLISHED", state(pupil));
  }

  @Test
  void aClaimThatIsNotWaitedForIsClosedBeforeTheAttestorIsRefused() {
    EntityReceipt pupil = pupil("Plain");
    String claim = raise(pupil, ANNA);
    DecideAttestationRequest grant = decision(pupil, claim, Decision.GRANTED);
    registry.deliver(grant);
    registry.deliver(grant);
    assertEquals(List.of(), granted(pupil));

    assertEquals(
        FailureKind.CONFLICT, refusal(decision(pupil, claim, Decision.REJECTED), TEACHER).kind());
    assertEquals(List.of(grant.attempt()), attemptsThatGranted(pupil));

    String unknown = UUID.randomUUID().toString();
    refusal(decision(pupil, unknown, Decision.GRANTED), TEACHER);
    List<EndedAttestation> withdrawn =
        registry.claims.received(RegistryFacts.ATTESTATION_WITHDRAWN, pupil.osid());
    assertEquals(List.of(unknown), withdrawn.stream().map(EndedAttestation::claimId).toList());
  }

  @Test
  void aDeletedAttestorAttestsNoMore() {
    Caller left = user("left-" + UUID.randomUUID(), "Teacher");
    EntityReceipt record = registry.teacher(left, "Ulm");
    EntityReceipt first = pupil("Plain");
    grantBy(first, raise(first, ANNA), left);

    registry.request(
        EntityOperations.DELETE_ENTITY,
        new DeleteEntityRequest("Teacher", record.osid(), null),
        left);

    EntityReceipt second = pupil("Plain");
    DecideAttestationRequest grant = decision(second, raise(second, ANNA), Decision.GRANTED);
    assertEquals(FailureKind.FORBIDDEN, refusal(grant, left).kind());
    assertEquals("ATTESTATION_REQUESTED", state(second));
  }

  @Test
  void nobodyGrantsTheirOwnClaim() {
    Caller both = user("both-" + UUID.randomUUID(), "Teacher");
    registry.teacher(both, "Ulm");
    EntityReceipt own = registry.create("Plain", "{\"name\": \"Anna\"}", both);
    DecideAttestationRequest grant = decision(own, raise(own, both), Decision.GRANTED);
    Failure refused = refusal(grant, both);
    assertEquals(FailureKind.FORBIDDEN, refused.kind());
    assertEquals("registry.attestation.own", refused.code());
    registry.deliver(grant);
  }

  @Test
  void whoRaisedAClaimForSomebodyElseDoesNotGrantIt() {
    EntityReceipt pupil = pupil("Plain");
    Caller adminAndTeacher =
        new Caller(TEACHER.userId(), null, Set.of("admin", "Teacher"), Set.of(), Set.of(), true);
    DecideAttestationRequest grant =
        decision(pupil, raise(pupil, adminAndTeacher), Decision.GRANTED);
    assertEquals("registry.attestation.own", refusal(grant, TEACHER).code());
  }

  /** An attestor who leaves the token out would raise a claim as nobody, and then grant it. */
  @Test
  void nobodyGrantsAClaimThatWasRaisedWithoutATokenUnlessItMayBeTheirOwn() {
    TestType guarded = TestType.named("Walkin").roles("anonymous").policy("vouch", null, "$.name");
    TestType lenient =
        TestType.named("Kiosk")
            .roles("anonymous")
            .policy("vouch", null, "$.name")
            .selfAttestation();
    registry.publish(guarded);
    registry.publish(lenient);

    assertEquals("registry.attestation.own", refusal(raisedByNobody("Walkin"), TEACHER).code());
    assertEquals("PUBLISHED", request(raisedByNobody("Kiosk"), TEACHER).state());
  }

  private static DecideAttestationRequest raisedByNobody(String type) {
    EntityReceipt entity = registry.create(type, "{\"name\": \"Anna\"}", Caller.NOBODY);
    RaiseAttestationRequest raise =
        new RaiseAttestationRequest(type, entity.osid(), "vouch", null, null);
    String claim =
        registry.request(AttestationOperations.RAISE_ATTESTATION, raise, Caller.NOBODY).claimId();
    return decision(entity, claim, Decision.GRANTED);
  }

  @Test
  void aTypeThatIsItsOwnAttestorIsNotOneOfItsOwnRecords() {
    registry.publish(TestType.named("Peer").policy("vouch", null, "$.name").attestors("Peer"));
    Caller one = user("peer-1", "Peer");
    Caller other = user("peer-2", "Peer");
    EntityReceipt first = registry.create("Peer", "{\"name\": \"Anna\"}", one);
    registry.create("Peer", "{\"name\": \"Bert\"}", other);
    DecideAttestationRequest grant = decision(first, raise(first, one), Decision.GRANTED, "Peer");
    assertEquals("registry.attestation.own", refusal(grant, one).code());
    assertEquals("PUBLISHED", request(grant, other).state());
  }

  @Test
  void selfAttestationAllowsOnesOwnClaim() {
    registry.publish(
        TestType.named("Self").policy("vouch", null, "$.name").attestors("Self").selfAttestation());
    Caller one = user("self-1", "Self");
    EntityReceipt own = registry.create("Self", "{\"name\": \"Anna\"}", one);
    assertEquals(
        "PUBLISHED",
        request(decision(own, raise(own, one), Decision.GRANTED, "Self"), one).state());
  }

  @Test
  void asManyAttestorsGrantAsThePolicyRequiresAndNoneTwice() {
    registry.publish(ruled("Shared", new DecisionRules(2, null, false, null)));
    EntityReceipt pupil = pupil("Shared");
    String claim = raise(pupil, ANNA);
    Caller second = user("second-" + UUID.randomUUID(), "Teacher");
    registry.teacher(second, "Ulm");

    DecideAttestationRequest first = decision(pupil, claim, Decision.GRANTED);
    assertEquals("ATTESTATION_REQUESTED", registry.deliver(first).state());
    assertEquals("ATTESTATION_REQUESTED", registry.deliver(first).state());
    Failure again = refusal(decision(pupil, claim, Decision.GRANTED), TEACHER);
    assertEquals("registry.attestation.granted-before", again.code());
    assertEquals(1, registry.claims.received(RegistryFacts.GRANT_ADDED, pupil.osid()).size());
    assertEquals("ATTESTATION_REQUESTED", state(pupil));

    DecideAttestationRequest last = decision(pupil, claim, Decision.GRANTED);
    assertEquals("PUBLISHED", request(last, second).state());
    assertEquals("PUBLISHED", state(pupil));
    assertEquals(List.of(), granted(pupil));
    assertEquals("PUBLISHED", registry.deliver(first).state());
    assertEquals(1, registry.claims.received(RegistryFacts.GRANT_ADDED, pupil.osid()).size());
    assertEquals(List.of(last.attempt()), attemptsThatGranted(pupil));
  }

  @Test
  void grantsOfAFormerClaimDoNotCountForTheNext() {
    registry.publish(ruled("Renewed", new DecisionRules(2, null, false, null)));
    EntityReceipt pupil = pupil("Renewed");
    registry.deliver(decision(pupil, raise(pupil, ANNA), Decision.GRANTED));
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(pupil, "name", "\"Bert\"", false), ANNA);
    assertEquals("DRAFT", state(pupil));

    DecideAttestationRequest grant = decision(pupil, raise(pupil, ANNA), Decision.GRANTED);
    assertEquals("ATTESTATION_REQUESTED", registry.deliver(grant).state());
  }

  @Test
  void fewerAttestorsAreEnoughOnceThePolicyRequiresFewer() {
    registry.publish(ruled("Eased", new DecisionRules(3, null, false, null)));
    EntityReceipt pupil = pupil("Eased");
    String claim = raise(pupil, ANNA);
    registry.deliver(decision(pupil, claim, Decision.GRANTED));
    registry.publish(ruled("Eased", new DecisionRules(1, null, false, null)));

    assertEquals("PUBLISHED", registry.deliver(decision(pupil, claim, Decision.GRANTED)).state());
  }

  @Test
  void ofManyAttestorsAtOnceAsManyGrantAsThePolicyRequires() {
    registry.publish(ruled("Raced", new DecisionRules(3, null, false, null)));
    EntityReceipt pupil = pupil("Raced");
    String claim = raise(pupil, ANNA);
    List<Caller> attestors =
        IntStream.range(0, 8)
            .mapToObj(i -> user("raced-" + i + UUID.randomUUID(), "Teacher"))
            .toList();
    attestors.forEach(attestor -> registry.teacher(attestor, "Ulm"));

    List<Future<DecidedAttestation>> all =
        attestors.stream()
            .map(
                attestor ->
                    registry.begin(
                        AttestationOperations.DECIDE_ATTESTATION,
                        decision(pupil, claim, Decision.GRANTED),
                        attestor))
            .toList();
    await(Future.join(all).otherwiseEmpty());
    List<String> states =
        all.stream().filter(Future::succeeded).map(one -> one.result().state()).sorted().toList();
    assertEquals(List.of("ATTESTATION_REQUESTED", "ATTESTATION_REQUESTED", "PUBLISHED"), states);
    assertEquals("PUBLISHED", state(pupil));
    assertEquals(2, registry.claims.received(RegistryFacts.GRANT_ADDED, pupil.osid()).size());
  }

  @Test
  void oneRejectionEndsAClaimThatSeveralMustGrant() {
    registry.publish(ruled("Vetoed", new DecisionRules(3, null, false, null)));
    EntityReceipt pupil = pupil("Vetoed");
    String claim = raise(pupil, ANNA);
    registry.deliver(decision(pupil, claim, Decision.GRANTED));
    assertEquals("REJECTED", registry.deliver(decision(pupil, claim, Decision.REJECTED)).state());
  }

  @Test
  void rejectionWithoutTheNoteThatThePolicyRequiresLeavesTheClaimOpen() {
    registry.publish(ruled("Noted", new DecisionRules(1, null, true, null)));
    EntityReceipt pupil = pupil("Noted");
    String claim = raise(pupil, ANNA);
    DecideAttestationRequest rejection = decision(pupil, claim, Decision.REJECTED);
    Failure refused = refusal(rejection, TEACHER);
    assertEquals("registry.attestation.note-required", refused.code());
    assertEquals("/notes", refused.violations().getFirst().pointer());
    assertEquals("ATTESTATION_REQUESTED", state(pupil));

    DecideAttestationRequest noted =
        new DecideAttestationRequest(
            "Noted", pupil.osid(), claim, Decision.REJECTED, UUID.randomUUID(), "Teacher", true);
    assertEquals("REJECTED", registry.deliver(noted).state());
  }

  @Test
  void decisionAfterTheExpiryIsRefusedAndEndsTheClaim() {
    registry.publish(ruled("Expired", new DecisionRules(1, "PT0.001S", false, null)));
    EntityReceipt pupil = pupil("Expired");
    String claim = raise(pupil, ANNA);
    Failure refused =
        Eventually.until(
            () -> refusal(decision(pupil, claim, Decision.GRANTED), TEACHER),
            failure -> failure.code().startsWith("registry.attestation."));
    assertEquals("registry.attestation.expired", refused.code());
    assertEquals("DRAFT", state(pupil));
    assertEquals(
        claim,
        registry
            .claims
            .received(RegistryFacts.ATTESTATION_EXPIRED, pupil.osid())
            .getFirst()
            .claimId());
  }

  @Test
  void grantRaisesThePolicyThatFollowsWithWhatWasGranted() {
    DecisionRules rules = new DecisionRules(1, null, false, "second");
    registry.publish(
        TestType.named("Chained")
            .policy("identity", null, "$.name")
            .policy("second", null, "$.contact")
            .rules("identity", rules));
    EntityReceipt pupil =
        registry.create("Chained", "{\"name\": \"Anna\", \"contact\": {\"city\": \"Ulm\"}}", ANNA);
    registry.deliver(decision(pupil, raise(pupil, ANNA), Decision.GRANTED));

    JsonNode next = registry.read(pupil, ANNA).path("second").path(0);
    assertEquals("ATTESTATION_REQUESTED", next.path("_osState").textValue());
    assertEquals("Anna", next.path("additionalInput").path("name").textValue());
    DecideAttestationRequest grant =
        decision(pupil, next.path("_osClaimId").textValue(), Decision.GRANTED);
    assertEquals("PUBLISHED", registry.deliver(grant).state());
  }

  @Test
  void attestorsRevokeTheCredentialsOfAPolicyThatLetsThem() {
    for (boolean may : List.of(true, false)) {
      String type = may ? "Revocable" : "Irrevocable";
      registry.publish(
          TestType.named(type)
              .policy("identity", JsonBytes.of("{\"type\": [\"VerifiableCredential\"]}"), "$.name")
              .rules("identity", new DecisionRules(1, null, false, may, null)));
      EntityReceipt pupil = registry.create(type, "{\"name\": \"A\"}", ANNA);
      registry.deliver(
          decision(pupil, registry.send(pupil, "name", "\"A\"", ANNA), Decision.GRANTED));
      RevokeCredentialRequest revoke =
          new RevokeCredentialRequest(type, pupil.osid(), null, "identity", "name", null);
      assertEquals(
          FailureKind.UNAUTHENTICATED,
          registry
              .refusal(EntityOperations.REVOKE_CREDENTIAL, revoke, user("any", "Clerk"))
              .kind());
      if (may) {
        registry.request(EntityOperations.REVOKE_CREDENTIAL, revoke, RunningRegistry.TEACHER);
      } else {
        assertEquals(
            FailureKind.UNAUTHENTICATED,
            registry
                .refusal(EntityOperations.REVOKE_CREDENTIAL, revoke, RunningRegistry.TEACHER)
                .kind());
      }
    }
  }

  @Test
  void attestorsWhoMayRevokeReadThatAnAttestationIsNotThere() {
    JsonBytes template = JsonBytes.of("{\"type\": [\"VerifiableCredential\"]}");
    DecisionRules revocable = new DecisionRules(1, null, false, true, null);
    registry.publish(
        TestType.named("Sought")
            .policy("identity", template, "$.name")
            .policy("city", SAME_CITY, template, "$.name")
            .policy("fixed", template, "$.name")
            .rules("identity", revocable)
            .rules("city", revocable));
    EntityReceipt ulm =
        registry.create("Sought", "{\"name\": \"A\", \"contact\": {\"city\": \"Ulm\"}}", ANNA);
    EntityReceipt kiel =
        registry.create("Sought", "{\"name\": \"A\", \"contact\": {\"city\": \"Kiel\"}}", ANNA);
    Caller clerk = user("any", "Clerk");
    String unknown = "registry.attestation.unknown";
    String denied = "registry.access.denied";

    assertEquals(unknown, refusalOfUnknown(ulm, "identity", TEACHER));
    assertEquals(denied, refusalOfUnknown(ulm, "identity", clerk));
    assertEquals(unknown, refusalOfUnknown(ulm, "city", TEACHER));
    assertEquals(denied, refusalOfUnknown(kiel, "city", TEACHER));
    assertEquals(denied, refusalOfUnknown(ulm, "fixed", TEACHER));
    assertEquals(denied, refusalOfUnknown(ulm, "none", TEACHER));
    assertEquals(unknown, refusalOfUnknown(ulm, "fixed", ANNA));
  }

  private static String refusalOfUnknown(EntityReceipt entity, String policy, Caller caller) {
    String id = UUID.randomUUID().toString();
    return registry
        .refusal(
            EntityOperations.REVOKE_CREDENTIAL,
            new RevokeCredentialRequest(entity.type(), entity.osid(), null, policy, id, null),
            caller)
        .code();
  }

  @Test
  void attestorsKeepTheirRightWhenThePropertyIsSentUnderAnotherPolicy() {
    registry.publish(
        TestType.named("Sailor")
            .policy("licence", TEMPLATE, "$.name")
            .policy("hobby", TEMPLATE, "$.name")
            .rules("licence", new DecisionRules(1, null, false, true, null)));
    EntityReceipt sailor = registry.create("Sailor", "{\"name\": \"A\"}", ANNA);
    ChangePropertyRequest licence = sent(sailor, "licence");
    registry.request(EntityOperations.CHANGE_PROPERTY, licence, ANNA);
    String claim = registry.read(sailor, ANNA).path("_osClaimId/name").textValue();
    registry.deliver(decision(sailor, claim, Decision.GRANTED));

    assertEquals(
        "registry.attestation.other-policy",
        registry.refusal(EntityOperations.CHANGE_PROPERTY, sent(sailor, "hobby"), ANNA).code());

    registry.request(EntityOperations.CHANGE_PROPERTY, licence, ANNA);
    registry.request(
        EntityOperations.REVOKE_CREDENTIAL,
        new RevokeCredentialRequest("Sailor", sailor.osid(), null, "licence", "name", null),
        TEACHER);
  }

  private static ChangePropertyRequest sent(EntityReceipt entity, String policy) {
    ChangePropertyRequest any = change(entity, "name", "\"A\"", true);
    return new ChangePropertyRequest(
        any.type(), any.id(), any.path(), any.value(), true, policy, null);
  }

  @Test
  void attestorsKeepTheirRightWhenTheHolderWithdrawsARenewal() {
    Condition ofTheCity =
        new Condition.Comparison(
            Condition.Comparator.EQUALS,
            new Condition.Values(Condition.Side.ATTESTOR, FieldPath.parse("contact.city")),
            new Condition.Values(Condition.Side.REQUESTER, FieldPath.parse("city")));
    registry.publish(
        TestType.named("Citizen")
            .policy("home", ofTheCity, TEMPLATE, "$.contact.city")
            .rules("home", new DecisionRules(1, null, false, true, null)));
    EntityReceipt citizen = registry.create("Citizen", IN_ULM, ANNA);
    String city = "{\"city\": \"Ulm\"}";
    registry.deliver(
        decision(citizen, registry.send(citizen, "contact", city, ANNA), Decision.GRANTED));
    String renewal = registry.send(citizen, "contact", city, ANNA);
    registry.request(
        AttestationOperations.DECIDE_ATTESTATION,
        decision(citizen, renewal, Decision.WITHDRAWN),
        ANNA);

    registry.request(
        EntityOperations.SUSPEND_CREDENTIAL, suspending(citizen, "home", "contact"), TEACHER);
  }

  @Test
  void attestorsKeepTheirRightWhenTheHolderChangesWhatTheConditionReads() {
    registry.publish(
        TestType.named("Resident")
            .policy("home", SAME_CITY, TEMPLATE, "$.name")
            .rules("home", new DecisionRules(1, null, false, true, null)));
    EntityReceipt resident = registry.create("Resident", IN_ULM, ANNA);
    registry.deliver(
        decision(resident, registry.send(resident, "name", "\"A\"", ANNA), Decision.GRANTED));
    Caller elsewhere = user("elsewhere", "Teacher");
    registry.teacher(elsewhere, "Bonn");
    registry.request(
        EntityOperations.CHANGE_PROPERTY,
        change(resident, "contact/city", "\"Bonn\"", false),
        ANNA);
    SuspendCredentialRequest suspend = suspending(resident, "home", "name");

    assertEquals(
        FailureKind.UNAUTHENTICATED,
        registry.refusal(EntityOperations.SUSPEND_CREDENTIAL, suspend, elsewhere).kind());
    registry.request(EntityOperations.SUSPEND_CREDENTIAL, suspend, TEACHER);

    registry.send(resident, "name", "\"A\"", ANNA);
    registry.request(EntityOperations.SUSPEND_CREDENTIAL, suspend, TEACHER);
  }

  @Test
  void claimsThatWereSentBeforeARevocationByAnAdminAreWithdrawn() {
    EntityReceipt pupil = pupil("Pupil");
    registry.deliver(decision(pupil, raise(pupil, ANNA), Decision.GRANTED));
    String renewal = raise(pupil, ANNA);
    registry.request(
        EntityOperations.REVOKE_CREDENTIAL,
        new RevokeCredentialRequest("Pupil", pupil.osid(), null, "identity", "name", "fraud"),
        admin());

    assertEquals(
        FailureKind.CONFLICT, refusal(decision(pupil, renewal, Decision.GRANTED), TEACHER).kind());
    assertEquals(
        renewal,
        registry
            .claims
            .received(RegistryFacts.ATTESTATION_WITHDRAWN, pupil.osid())
            .getFirst()
            .claimId());
    assertEquals("", registry.read(pupil, ANNA).path("_osAttestedData/name").textValue());
    assertEquals(
        "PUBLISHED",
        registry.deliver(decision(pupil, raise(pupil, ANNA), Decision.GRANTED)).state());
  }

  private static SuspendCredentialRequest suspending(
      EntityReceipt entity, String policy, String property) {
    return new SuspendCredentialRequest(
        entity.type(), entity.osid(), null, policy, property, null, null);
  }

  @Test
  void suspensionIsLiftedByAnEqualOrHigherRightOnly() {
    registry.publish(
        TestType.named("Licensed")
            .policy("identity", JsonBytes.of("{\"type\": [\"VerifiableCredential\"]}"), "$.name")
            .rules("identity", new DecisionRules(1, null, false, true, null)));
    EntityReceipt pupil = registry.create("Licensed", "{\"name\": \"A\"}", ANNA);
    registry.deliver(
        decision(pupil, registry.send(pupil, "name", "\"A\"", ANNA), Decision.GRANTED));
    SuspendCredentialRequest suspend =
        new SuspendCredentialRequest(
            "Licensed", pupil.osid(), null, "identity", "name", null, "inquiry");
    ReinstateCredentialRequest reinstate =
        new ReinstateCredentialRequest("Licensed", pupil.osid(), null, "identity", "name", null);
    RevokeCredentialRequest revoke =
        new RevokeCredentialRequest("Licensed", pupil.osid(), null, "identity", "name", null);
    List<Caller> ascending = List.of(ANNA, RunningRegistry.TEACHER, admin());
    for (int by = 0; by < ascending.size(); by++) {
      registry.request(EntityOperations.SUSPEND_CREDENTIAL, suspend, ascending.get(by));
      for (Caller lower : ascending.subList(0, by)) {
        for (Failure refused :
            List.of(
                registry.refusal(EntityOperations.SUSPEND_CREDENTIAL, suspend, lower),
                registry.refusal(EntityOperations.REINSTATE_CREDENTIAL, reinstate, lower),
                registry.refusal(EntityOperations.REVOKE_CREDENTIAL, revoke, lower))) {
          assertEquals(FailureKind.FORBIDDEN, refused.kind());
          assertEquals("registry.credential.suspended-by-higher", refused.code());
        }
      }
      registry.request(EntityOperations.REINSTATE_CREDENTIAL, reinstate, ascending.get(by));
    }
  }

  /** Else the owner would have a new credential by changing the value and changing it back. */
  @Test
  void suspensionOfAPropertyStaysWhenItsValueChanges() {
    registry.publish(
        TestType.named("Kept")
            .policy("identity", JsonBytes.of("{\"type\": [\"VerifiableCredential\"]}"), "$.name"));
    EntityReceipt pupil = registry.create("Kept", "{\"name\": \"A\"}", ANNA);
    registry.deliver(
        decision(pupil, registry.send(pupil, "name", "\"A\"", ANNA), Decision.GRANTED));
    registry.request(
        EntityOperations.SUSPEND_CREDENTIAL,
        new SuspendCredentialRequest("Kept", pupil.osid(), null, "identity", "name", null, null),
        admin());

    registry.request(EntityOperations.CHANGE_PROPERTY, change(pupil, "name", "\"B\"", false), ANNA);
    ObjectNode read = registry.read(pupil, ANNA);
    assertEquals("DRAFT", read.path("_osState/name").textValue());
    assertEquals("SUSPENDED", read.path("_osCredentialStatus/name").path("status").textValue());
    registry.deliver(
        decision(pupil, registry.send(pupil, "name", "\"A\"", ANNA), Decision.GRANTED));

    assertNotNull(registry.credentials.suspensions.getLast());
  }

  private static TestType ruled(String type, DecisionRules rules) {
    return TestType.named(type).policy("identity", null, "$.name").rules("identity", rules);
  }

  @Test
  void theConditionHoldsAsBothSidesAreNowNotAsTheyWereAtTheRaise() {
    Caller ulm = user("ulm-" + UUID.randomUUID(), "Teacher");
    Caller kiel = user("kiel-" + UUID.randomUUID(), "Teacher");
    registry.teacher(ulm, "Ulm");
    EntityReceipt moving = registry.teacher(kiel, "Bonn");
    EntityReceipt pupil =
        registry.create("Local", "{\"name\": \"Anna\", \"contact\": {\"city\": \"Ulm\"}}", ANNA);
    String claim = raise(pupil, ANNA);
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(pupil, "contact/city", "\"Kiel\"", false), ANNA);
    assertEquals("ATTESTATION_REQUESTED", state(pupil));

    DecideAttestationRequest grant = decision(pupil, claim, Decision.GRANTED);
    assertEquals(FailureKind.FORBIDDEN, refusal(grant, ulm).kind());
    assertEquals(FailureKind.FORBIDDEN, refusal(grant, kiel).kind());
    registry.request(
        EntityOperations.CHANGE_PROPERTY, change(moving, "contact/city", "\"Kiel\"", false), kiel);
    assertEquals("PUBLISHED", request(grant, kiel).state());
  }

  @Test
  void attestorsHoldTheRoleOwnARecordAndAreNoAdmins() {
    EntityReceipt pupil = pupil("Plain");
    DecideAttestationRequest grant = decision(pupil, raise(pupil, ANNA), Decision.GRANTED);
    for (Caller refused :
        List.of(user("role-alone", "Teacher"), user("none"), admin(), user(TEACHER.userId()))) {
      assertEquals(FailureKind.FORBIDDEN, refusal(grant, refused).kind(), refused.userId());
    }
    assertEquals(FailureKind.UNAUTHENTICATED, refusal(grant, Caller.NOBODY).kind());
    DecideAttestationRequest inAnotherName =
        decision(pupil, grant.claimId(), Decision.GRANTED, "Plain");
    assertEquals(FailureKind.FORBIDDEN, refusal(inAnotherName, TEACHER).kind());
    assertEquals("ATTESTATION_REQUESTED", state(pupil));
  }

  @Test
  void adminRoleIsNeverAnAttestorAlsoWhereAPolicyNamesIt() {
    registry.publish(TestType.named("Ruled").policy("rule", null, "$.name").attestors("admin"));
    EntityReceipt ruled = registry.create("Ruled", "{\"name\": \"Anna\"}", ANNA);
    DecideAttestationRequest grant = decision(ruled, raise(ruled, ANNA), Decision.GRANTED, "admin");
    assertEquals(FailureKind.FORBIDDEN, refusal(grant, admin()).kind());
  }

  @Test
  void roleWithoutATypeIsEnough() {
    registry.publish(TestType.named("Checked").policy("check", null, "$.name").attestors("clerk"));
    EntityReceipt checked = registry.create("Checked", "{\"name\": \"Anna\"}", ANNA);
    DecideAttestationRequest grant =
        decision(checked, raise(checked, ANNA), Decision.GRANTED, "clerk");
    assertEquals(FailureKind.FORBIDDEN, refusal(grant, user("other")).kind());
    assertEquals("PUBLISHED", request(grant, user("any", "clerk")).state());
  }

  @Test
  void decisionUnderAPolicyThatIsGoneFreesTheEntity() {
    registry.publish(TestType.named("Former").policy("identity", null, "$.name"));
    EntityReceipt former = pupil("Former");
    String claim = raise(former, ANNA);
    registry.publish(TestType.named("Former").policy("another", null, "$.phone"));

    Failure refused = refusal(decision(former, claim, Decision.GRANTED), TEACHER);

    assertEquals(FailureKind.CONFLICT, refused.kind());
    assertEquals("registry.attestation.policy-gone", refused.code());
    assertFalse(registry.read(former, ANNA).has("_osClaimId/name"));
    assertEquals(
        claim,
        registry
            .claims
            .received(RegistryFacts.ATTESTATION_WITHDRAWN, former.osid())
            .getFirst()
            .claimId());
  }

  @Test
  void credentialsThatAnEntityHasAreHeldAndNoOthers() {
    registry.publish(
        TestType.named("Signed")
            .template("{\"type\": [\"VerifiableCredential\"]}")
            .policy("identity", TEMPLATE, "$.name"));
    EntityReceipt signed = pupil("Signed");
    registry.deliver(decision(signed, raise(signed, ANNA), Decision.GRANTED));
    List<String> has =
        registry.database.query(
            "SELECT credential_id FROM entity WHERE id = ?::uuid"
                + " UNION SELECT attestations -> 0 ->> 'credentialId' FROM entity"
                + " WHERE id = ?::uuid",
            signed.osid(),
            signed.osid());
    assertEquals(2, has.size());
    assertEquals(Set.copyOf(has), held(signed, has.get(0), has.get(1), "urn:uuid:unheld"));
    assertEquals(Set.of(), held(new EntityReceipt("Nowhere", signed.osid(), 1), has.get(0)));

    registry.request(
        EntityOperations.DELETE_ENTITY,
        new DeleteEntityRequest("Signed", signed.osid(), null),
        ANNA);
    assertEquals(Set.of(), held(signed, has.get(0), has.get(1)));
  }

  private static Set<String> held(EntityReceipt entity, String... credentialIds) {
    List<Issued> issued =
        Stream.of(credentialIds)
            .map(id -> new Issued(entity.type(), entity.osid(), id, null))
            .toList();
    return registry
        .request(
            AttestationOperations.FIND_HELD_CREDENTIALS,
            new FindHeldCredentialsRequest(issued),
            Caller.NOBODY)
        .credentialIds();
  }

  @Test
  void ownerWithdrawsAndNobodyElse() {
    EntityReceipt pupil = pupil("Plain");
    String claim = raise(pupil, ANNA);
    DecideAttestationRequest withdrawal = decision(pupil, claim, Decision.WITHDRAWN);
    assertEquals(FailureKind.FORBIDDEN, refusal(withdrawal, TEACHER).kind());
    assertEquals("DRAFT", request(withdrawal, ANNA).state());
    assertEquals("DRAFT", request(withdrawal, ANNA).state());
    assertEquals(
        List.of(), registry.claims.received(RegistryFacts.ATTESTATION_WITHDRAWN, pupil.osid()));
    try (KafkaPeer kafka = new KafkaPeer(registry)) {
      EndedAttestation expected =
          new EndedAttestation(claim, "Plain", pupil.osid(), withdrawal.attempt(), "anna");
      Eventually.isTrue(
          () -> kafka.received(RegistryFacts.ATTESTATION_WITHDRAWN).contains(expected));
    }
    List<HistoryView.Entry> past =
        registry
            .request(
                EntityOperations.READ_HISTORY,
                new ReadHistoryRequest("Plain", pupil.osid(), 20, 0),
                ANNA)
            .data();
    assertEquals("withdrawClaim", past.getFirst().operation());
  }

  private static List<EndedAttestation> granted(EntityReceipt entity) {
    return registry.claims.received(RegistryFacts.ATTESTATION_GRANTED, entity.osid());
  }

  private static List<UUID> attemptsThatGranted(EntityReceipt entity) {
    return granted(entity).stream().map(EndedAttestation::attempt).toList();
  }

  private static EntityReceipt pupil(String type) {
    return registry.create(type, "{\"name\": \"Anna\"}", ANNA);
  }

  private static String raise(EntityReceipt entity, Caller caller) {
    return registry.send(entity, "name", "\"Anna\"", caller);
  }

  private static void grantBy(EntityReceipt entity, String claim, Caller caller) {
    assertEquals("PUBLISHED", request(decision(entity, claim, Decision.GRANTED), caller).state());
  }

  private static String state(EntityReceipt entity) {
    return registry.read(entity, admin()).path("_osState/name").textValue();
  }

  private static DecidedAttestation request(DecideAttestationRequest request, Caller caller) {
    return await(
        registry.bus.request(AttestationOperations.DECIDE_ATTESTATION, request, Calls.by(caller)));
  }

  private static Failure refusal(DecideAttestationRequest request, Caller caller) {
    return registry.refusal(AttestationOperations.DECIDE_ATTESTATION, request, caller);
  }
}

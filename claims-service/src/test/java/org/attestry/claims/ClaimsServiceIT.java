package org.attestry.claims;

import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FactType;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimView;
import org.attestry.contracts.claims.ClaimView.Note;
import org.attestry.contracts.claims.ClaimsFacts;
import org.attestry.contracts.claims.ClaimsFacts.ClaimRaised;
import org.attestry.contracts.claims.ClaimsOperations;
import org.attestry.contracts.claims.ClaimsOperations.AddClaimNoteRequest;
import org.attestry.contracts.claims.ClaimsOperations.AttestClaimRequest;
import org.attestry.contracts.claims.ClaimsOperations.AttestedClaim;
import org.attestry.contracts.claims.ClaimsOperations.ClaimHistoryView;
import org.attestry.contracts.claims.ClaimsOperations.ClaimHistoryView.Entry;
import org.attestry.contracts.claims.ClaimsOperations.ClaimHistoryView.Event;
import org.attestry.contracts.claims.ClaimsOperations.ClaimsView;
import org.attestry.contracts.claims.ClaimsOperations.ImportClaimsRequest;
import org.attestry.contracts.claims.ClaimsOperations.ImportedClaims;
import org.attestry.contracts.claims.ClaimsOperations.ListClaimsRequest;
import org.attestry.contracts.claims.ClaimsOperations.ReadClaimRequest;
import org.attestry.contracts.claims.ClaimsOperations.WithdrawClaimRequest;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations.AttestationView;
import org.attestry.contracts.registry.AttestationOperations.FindCallerRecordsRequest;
import org.attestry.contracts.registry.EntityDeleted;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.RegistryFacts.AddedGrant;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;
import org.attestry.contracts.registry.RegistryFacts.EndedAttestation;
import org.attestry.contracts.registry.RegistryFacts.EntityChanged;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.AttestationPolicy.Kind;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.Condition.Comparator;
import org.attestry.contracts.schema.Condition.Comparison;
import org.attestry.contracts.schema.Condition.Literal;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.Condition.Values;
import org.attestry.contracts.schema.DecisionRules;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaFacts.SchemaChanged;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.facts.FactConsumer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.outbox.Facts;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.outbox.OutboxRelay;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.testkit.Calls;
import org.attestry.testkit.Eventually;
import org.attestry.testkit.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimsServiceIT {

  private static final String PATH = "Student";
  private static final JsonBytes ANN = JsonBytes.of("{\"name\":\"Ann\"}");
  private static final Condition SAME_SCHOOL =
      new Comparison(
          Comparator.EQUALS,
          new Values(Side.ATTESTOR, FieldPath.of("school")),
          new Values(Side.REQUESTER, FieldPath.of("school")));

  private static final List<FactConsumer> WATCHERS = new CopyOnWriteArrayList<>();

  private static Vertx vertx;
  private static BusClient bus;
  private static RegistryPeer registry;
  private static FilePeer files;
  private static Database database;
  private static ClaimsConfig config;

  /** The registry's own way to Kafka, with a database of its own. */
  private static Database registryDatabase;

  private static OutboxRelay registryRelay;

  private final String school = "school-" + UUID.randomUUID();
  private final String studentId = Ids.next().toString();
  private final Caller student = user("student-" + studentId);
  private final Caller teacher = teacherOf(school);

  @BeforeAll
  static void start() throws Exception {
    vertx = Vertx.vertx();
    bus = new BusClient(vertx);
    registry = new RegistryPeer(vertx);
    registry.appear();
    files = new FilePeer(vertx);
    files.appear();
    config = config("claims");
    ClaimsConfig peer = config("registry");
    await(Migrations.run(vertx, peer.postgres(), "none"));
    registryDatabase = Database.open(vertx, peer.postgres());
    registryRelay = new OutboxRelay(vertx, registryDatabase, peer.kafka(), "registry");
    registryRelay.start();
    ServiceContext context =
        new ServiceContext(new Health("claims-service"), new SimpleMeterRegistry());
    await(vertx.deployVerticle(new ClaimsVerticle(config, context)));
    database = Database.open(vertx, config.postgres());
  }

  @AfterAll
  static void stop() throws Exception {
    Promise<Void> closed = Promise.promise();
    vertx.runOnContext(now -> closeKafkaClients().onComplete(closed));
    await(closed.future());
    await(vertx.close());
  }

  private static Future<Void> closeKafkaClients() {
    return Future.join(WATCHERS.stream().map(FactConsumer::close).toList())
        .transform(closed -> registryRelay.close());
  }

  @Test
  void raisedAttestationIsAnOpenClaimThatItsAttestorReads() {
    String id = raise();

    ClaimView claim = read(PATH, id, teacher);

    assertEquals(id, claim.id());
    assertEquals(PATH, claim.entity());
    assertEquals(studentId, claim.entityId());
    assertEquals(ClaimStatus.OPEN, claim.status());
    assertEquals("attestation-of-" + id, claim.attestationId());
    assertEquals("studentSchool", claim.attestationName());
    assertFalse(claim.closed());
    assertEquals("Teacher", claim.attestorEntity());
    assertEquals(JsonBytes.of("{\"name\":\"Ann\"}"), claim.propertyData());
    assertEquals(List.of(), claim.notes());
    assertNotNull(claim.createdAt());
    assertNull(claim.attestedOn());
    assertNull(claim.decision());
    assertEquals(claim, read("Teacher", id, teacher));
    assertEquals(claim, read(PATH, id, student));
    assertEquals(claim, read(PATH, id, admin()));
  }

  @Test
  void claimOfOthersLooksLikeNone() {
    String id = raise();
    Failure unknown = failureOf(() -> read(PATH, UUID.randomUUID().toString(), student));
    assertEquals(FailureKind.NOT_FOUND, unknown.kind());
    assertEquals(unknown, failureOf(() -> read(PATH, id, user("stranger"))));
    assertEquals(unknown, failureOf(() -> read(PATH, id, teacherOf("another"))));
    assertEquals(unknown, failureOf(() -> read("Institute", id, teacher)));
    assertEquals(unknown, failureOf(() -> read(PATH, "not an id", student)));
  }

  @Test
  void withoutTokenClaimsOfOpenTypesAreShownWithoutValues() {
    String id = raise();
    String missing = UUID.randomUUID().toString();
    assertEquals(
        FailureKind.UNAUTHENTICATED, failureOf(() -> read(PATH, id, Caller.NOBODY)).kind());
    assertEquals(
        failureOf(() -> read(PATH, id, Caller.NOBODY)),
        failureOf(() -> read(PATH, missing, Caller.NOBODY)));

    registry.isOpenToAll("OpenType");
    String open = raise("OpenType", Ids.next().toString(), SAME_SCHOOL);
    ClaimView claim = read("OpenType", open, Caller.NOBODY);
    assertEquals(open, claim.id());
    assertNull(claim.propertyData());
    assertEquals(
        FailureKind.NOT_FOUND, failureOf(() -> read("OpenType", missing, Caller.NOBODY)).kind());
  }

  @Test
  void whoMayChangeTheEntityWithoutOwningItSeesTheClaimWithoutItsValues() {
    String id = raise();
    Caller clerk = user("clerk-" + id);
    registry.hasHolderOfARole(clerk);
    note(PATH, id, "Please", student);

    ClaimView claim = read(PATH, id, clerk);

    assertNull(claim.propertyData());
    assertEquals("Please", claim.notes().getFirst().text());
    assertNull(history(PATH, id, clerk).propertyDataSha256());
  }

  @Test
  void aGrantedClaimShowsItsValuesToItsOwnerAndWhoGrantedIt() {
    Caller colleague = teacherOf(school);
    String id = raise();
    assertNotNull(read(PATH, id, colleague).propertyData());
    assertNotNull(listed(id, colleague).propertyData());
    attest("Teacher", id, "GRANT_CLAIM", null, teacher);

    for (Caller reader : List.of(student, teacher, admin())) {
      assertNotNull(read(PATH, id, reader).propertyData(), reader::toString);
    }
    assertNotNull(listed(id, teacher).propertyData());
    assertNull(read(PATH, id, colleague).propertyData());
    assertNull(listed(id, colleague).propertyData());
    assertNull(history("Teacher", id, colleague).propertyDataSha256());
  }

  @Test
  void aWithdrawnClaimShowsItsValuesToNoAttestor() {
    String id = raise();
    withdraw(id, student);

    assertNotNull(read(PATH, id, student).propertyData());
    assertNull(read(PATH, id, teacher).propertyData());
    assertNull(listed(id, teacher).propertyData());
  }

  @Test
  void whoIsShownAClaimOfADeletedEntityInTheListReadsItWithTheSameValues() {
    String id = raise();
    Caller clerk = user("clerk-" + id);
    registry.hasHolderOfARole(clerk);
    registry.deletesEntity(studentId);
    deliver(
        Facts.of(
            RegistryFacts.ENTITY_DELETED,
            studentId,
            new EntityDeleted(PATH, studentId, 2, student.userId()),
            Calls.byNobody()));

    for (Caller reader : List.of(student, admin())) {
      ClaimView listed = listedOfStudent(reader).content().getFirst();
      assertNotNull(listed.propertyData());
      assertEquals(listed, read(PATH, id, reader));
      assertEquals(listed, read("Teacher", id, reader));
      assertNotNull(history(PATH, id, reader).propertyDataSha256());
      assertNotNull(history("Teacher", id, reader).propertyDataSha256());
    }
    assertNull(read(PATH, id, teacher).propertyData());
    assertNull(listed(id, teacher).propertyData());
    for (Caller other : List.of(clerk, user("stranger"), teacherOf("another"))) {
      assertEquals(List.of(), listedOfStudent(other).content());
      assertEquals(FailureKind.NOT_FOUND, failureOf(() -> read(PATH, id, other)).kind());
      assertEquals(FailureKind.NOT_FOUND, failureOf(() -> history(PATH, id, other)).kind());
    }
  }

  private ClaimsView listedOfStudent(Caller caller) {
    return request(
        ClaimsOperations.LIST_CLAIMS,
        new ListClaimsRequest(PATH, null, null, studentId, null, null, 0, 20, null),
        caller);
  }

  private static ClaimView listed(String id, Caller attestor) {
    return list("Teacher", null, 0, 20, attestor).content().stream()
        .filter(claim -> claim.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void repeatedDecisionGetsTheFirstReplyAndLeavesOneNote() {
    String id = raise();
    AttestClaimRequest request =
        new AttestClaimRequest("Teacher", id, "GRANT_CLAIM", "seen the papers");

    List<AttestedClaim> replies =
        Calls.twice(teacher).stream()
            .map(call -> await(bus.request(ClaimsOperations.ATTEST_CLAIM, request, call)))
            .toList();

    AttestedClaim granted = new AttestedClaim(id, Decision.GRANTED, "stored-GRANTED");
    assertEquals(List.of(granted, granted), replies);
    assertEquals(1, read(PATH, id, student).notes().size());
    assertEquals(
        FailureKind.CONFLICT,
        failureOf(() -> attest("Teacher", id, "GRANT_CLAIM", null, teacher)).kind());
  }

  @ParameterizedTest
  @CsvSource({"GRANT_CLAIM,GRANTED", "REJECT_CLAIM,REJECTED"})
  void repliesWithTheStateThatTheRegistryStored(String action, Decision decision) {
    String id = raise();

    AttestedClaim answer = attest("Teacher", id, action, "seen the papers", teacher);

    assertEquals(new AttestedClaim(id, decision, "stored-" + decision), answer);
    ClaimView claim = read(PATH, id, student);
    assertEquals(ClaimStatus.CLOSED, claim.status());
    assertTrue(claim.closed());
    assertEquals(decision, claim.decision());
    assertEquals(teacher.userId(), claim.notes().getFirst().by());
    assertEquals("seen the papers", claim.notes().getFirst().text());
    assertEquals(claim.attestedOn(), claim.notes().getFirst().at());
    assertEquals(0, attemptsOf(id));
  }

  @Test
  void claimIsClosedByTheFactWhenTheRegistryDidNotReplyInTime() {
    String id = raise();
    losingTheReply(() -> attest("Teacher", id, "GRANT_CLAIM", "seen", teacher));
    assertEquals(ClaimStatus.OPEN, read(PATH, id, student).status());
    assertEquals(List.of(), read(PATH, id, student).notes());

    sendThroughKafka(registry.factOf(id));

    Eventually.isTrue(() -> read(PATH, id, student).closed());
    ClaimView claim = read(PATH, id, student);
    assertEquals(Decision.GRANTED, claim.decision());
    assertEquals("seen", claim.notes().getFirst().text());
    assertEquals(teacher.userId(), claim.notes().getFirst().by());
  }

  private static void losingTheReply(Runnable decision) {
    registry.repliesLate(true);
    try {
      assertEquals(FailureKind.TIMEOUT, failureOf(decision).kind());
    } finally {
      registry.repliesLate(false);
    }
  }

  @ParameterizedTest
  @CsvSource({"GRANT_CLAIM,GRANTED", "REJECT_CLAIM,REJECTED"})
  void acknowledgedDecisionHasClosedTheClaimAndItsFactChangesNothing(
      String action, Decision decision) {
    List<String> received = receive(ClaimsFacts.CLAIM_GRANTED, fact -> fact.claimId());
    String id = raise();
    attest("Teacher", id, action, "seen", teacher);
    ClaimView closed = read(PATH, id, student);
    assertEquals(decision, closed.decision());
    assertEquals("seen", closed.notes().getFirst().text());

    deliver(registry.factOf(id));

    assertEquals(closed, read(PATH, id, student));
    String last = raise();
    attest("Teacher", last, "GRANT_CLAIM", null, teacher);
    Eventually.isTrue(() -> received.contains(last));
    assertEquals(
        decision == Decision.GRANTED ? 1 : 0, received.stream().filter(id::equals).count());
  }

  @Test
  void replyThatComesAfterTheFactOfTheDecisionChangesNothing() {
    List<String> received = receive(ClaimsFacts.CLAIM_GRANTED, fact -> fact.claimId());
    String id = raise();
    AttestClaimRequest request = new AttestClaimRequest("Teacher", id, "GRANT_CLAIM", "seen");
    List<CallContext> calls = Calls.twice(teacher);
    losingTheReply(
        () -> await(bus.request(ClaimsOperations.ATTEST_CLAIM, request, calls.getFirst())));
    deliver(registry.factOf(id));
    ClaimView closed = read(PATH, id, student);

    await(bus.request(ClaimsOperations.ATTEST_CLAIM, request, calls.getLast()));

    assertEquals(Decision.GRANTED, closed.decision());
    assertEquals(closed, read(PATH, id, student));
    assertEquals(0, attemptsOf(id));
    String last = raise();
    attest("Teacher", last, "GRANT_CLAIM", null, teacher);
    Eventually.isTrue(() -> received.contains(last));
    assertEquals(1, received.stream().filter(id::equals).count());
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {"UNPROCESSABLE", "FORBIDDEN", "CONFLICT", "UNAVAILABLE", "TIMEOUT", "RATE_LIMITED"})
  void decisionThatTheRegistryRefusesLeavesTheClaimOpenAndGivesTheReason(FailureKind kind) {
    String id = raise();
    Failure refusal = Failure.of(kind, "registry.test", "Not so.");
    registry.refusesDecisionsOn(id, refusal);
    assertEquals(refusal, failureOf(() -> attest("Teacher", id, "GRANT_CLAIM", "note", teacher)));
    ClaimView claim = read(PATH, id, student);
    assertEquals(ClaimStatus.OPEN, claim.status());
    assertEquals(List.of(), claim.notes());
    boolean certain =
        !Set.of(FailureKind.UNAVAILABLE, FailureKind.TIMEOUT, FailureKind.RATE_LIMITED)
            .contains(kind);
    assertEquals(certain ? 0 : 1, attemptsOf(id));
  }

  @Test
  void withdrawalKeepsItsCallerHoweverItWasFirstReceived() {
    String id = raise();
    losingTheReply(() -> withdraw(id, student));
    deliver(
        Facts.of(
            RegistryFacts.ATTESTATION_WITHDRAWN,
            studentId,
            new EndedAttestation(id, PATH, studentId, null, null),
            Calls.byNobody()));
    assertEquals(Decision.WITHDRAWN, read(PATH, id, student).decision());
    deliver(registry.factOf(id));
    assertEquals(0, attemptsOf(id));
    assertEquals(student.userId(), decidedBy(id));
  }

  @Test
  void withdrawalThatCameBeforeTheFactOfAGrantGivesWayToIt() {
    String id = raise();
    losingTheReply(() -> attest("Teacher", id, "GRANT_CLAIM", null, teacher));
    deliver(
        Facts.of(
            RegistryFacts.ENTITY_DELETED,
            studentId,
            new EntityDeleted(PATH, studentId, 2, student.userId()),
            Calls.byNobody()));
    assertEquals(Decision.WITHDRAWN, read(PATH, id, student).decision());
    deliver(registry.factOf(id));
    assertEquals(Decision.GRANTED, read(PATH, id, student).decision());
    deliver(withdrawnFact(id));
    assertEquals(Decision.GRANTED, read(PATH, id, student).decision());
  }

  @Test
  void ownerWithdrawsAnOpenClaimOnce() {
    String id = raise();

    assertEquals(
        new AttestedClaim(id, Decision.WITHDRAWN, "stored-WITHDRAWN"), withdraw(id, student));

    ClaimView claim = read(PATH, id, student);
    assertEquals(ClaimStatus.CLOSED, claim.status());
    assertEquals(Decision.WITHDRAWN, claim.decision());
    assertEquals(FailureKind.CONFLICT, failureOf(() -> withdraw(id, student)).kind());
    assertEquals(
        FailureKind.CONFLICT,
        failureOf(() -> attest("Teacher", id, "GRANT_CLAIM", null, teacher)).kind());
  }

  @Test
  void nobodyButTheOwnerWithdraws() {
    String id = raise();
    assertEquals(FailureKind.FORBIDDEN, failureOf(() -> withdraw(id, teacher)).kind());
    assertEquals(FailureKind.NOT_FOUND, failureOf(() -> withdraw(id, user("stranger"))).kind());
    assertEquals(FailureKind.UNAUTHENTICATED, failureOf(() -> withdraw(id, Caller.NOBODY)).kind());
    String unknown = Ids.next().toString();
    assertEquals(FailureKind.NOT_FOUND, failureOf(() -> withdraw(unknown, student)).kind());
    WithdrawClaimRequest elsewhere = new WithdrawClaimRequest("Teacher", id, null);
    assertEquals(
        FailureKind.NOT_FOUND,
        failureOf(() -> request(ClaimsOperations.WITHDRAW_CLAIM, elsewhere, student)).kind());
    assertEquals(ClaimStatus.OPEN, read(PATH, id, student).status());
  }

  @Test
  void ofAGrantAndAWithdrawalAtOnceOneWins() {
    for (int round = 0; round < 8; round++) {
      String id = raise();
      AttestClaimRequest grant = new AttestClaimRequest("Teacher", id, "GRANT_CLAIM", null);
      Future<AttestedClaim> granted =
          bus.request(ClaimsOperations.ATTEST_CLAIM, grant, Calls.by(teacher));
      Future<AttestedClaim> withdrawn =
          bus.request(
              ClaimsOperations.WITHDRAW_CLAIM,
              new WithdrawClaimRequest(PATH, id, null),
              Calls.by(student));
      await(Future.join(granted, withdrawn).otherwiseEmpty());
      assertTrue(granted.succeeded() != withdrawn.succeeded());
      Decision expected = granted.succeeded() ? Decision.GRANTED : Decision.WITHDRAWN;
      assertEquals(expected, read(PATH, id, student).decision());
    }
  }

  @Test
  void closedClaimIsAConflict() {
    String id = raise();
    attest("Teacher", id, "REJECT_CLAIM", null, teacher);
    Failure refused = failureOf(() -> attest("Teacher", id, "GRANT_CLAIM", null, teacher));
    assertEquals(FailureKind.CONFLICT, refused.kind());
    assertEquals("claims.claim.closed", refused.code());
    assertEquals(Decision.REJECTED, read(PATH, id, student).decision());
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "grant_claim", "GRANT"})
  void unknownActionIsInvalidAndNamesTheActions(String action) {
    String id = raise();
    Failure refused = failureOf(() -> attest("Teacher", id, action, null, teacher));
    assertEquals(FailureKind.INVALID, refused.kind());
    assertTrue(refused.message().contains("GRANT_CLAIM or REJECT_CLAIM"), refused.message());
  }

  @Test
  void onlyHoldersOfTheAttestorTypesRoleDecide() {
    String id = raise();
    Caller institute = user("institute", "Institute");
    for (Caller refused : List.of(institute, student, admin())) {
      assertEquals(
          FailureKind.FORBIDDEN,
          failureOf(() -> attest("Teacher", id, "GRANT_CLAIM", null, refused)).kind());
    }
    assertEquals(
        FailureKind.FORBIDDEN,
        failureOf(() -> attest("Institute", id, "GRANT_CLAIM", null, institute)).kind());
    assertEquals(
        FailureKind.FORBIDDEN,
        failureOf(() -> attest(PATH, id, "GRANT_CLAIM", null, teacher)).kind());
    assertEquals(
        FailureKind.UNAUTHENTICATED,
        failureOf(() -> attest("Teacher", id, "GRANT_CLAIM", null, Caller.NOBODY)).kind());
    assertEquals(
        FailureKind.NOT_FOUND,
        failureOf(
                () -> attest("Teacher", UUID.randomUUID().toString(), "GRANT_CLAIM", null, teacher))
            .kind());
    assertEquals(ClaimStatus.OPEN, read(PATH, id, student).status());
  }

  @Test
  void anAdminWhoIsAnAttestorTooDecides() {
    String id = raise();
    Caller both =
        new Caller(teacher.userId(), null, Set.of("admin", "Teacher"), Set.of(), Set.of(), true);
    assertEquals(Decision.GRANTED, attest("Teacher", id, "GRANT_CLAIM", null, both).decision());
  }

  @Test
  void recordOfAnAttestorCountsHoweverManyThereAreBeforeIt() {
    Caller busy = user("very-busy-" + school, "Teacher");
    for (int i = 0; i < 1_500; i++) {
      registry.hasRecord("Teacher", busy.userId(), "{\"school\": \"elsewhere\"}");
    }
    registry.hasRecord("Teacher", busy.userId(), "{\"school\": \"%s\"}".formatted(school));
    String id = raise();
    assertEquals(id, read(PATH, id, busy).id());
  }

  @Test
  void anAttestorWithTooManyRecordsGetsAFailureThatNamesThem() {
    Caller busy = user("too-busy-" + school, "Teacher");
    for (int i = 0; i <= FindCallerRecordsRequest.MOST; i++) {
      registry.hasRecord("Teacher", busy.userId(), "{}");
    }
    Failure refused = failureOf(() -> list("Teacher", null, 0, 20, busy));
    assertEquals(FailureKind.UNPROCESSABLE, refused.kind());
    assertEquals("registry.caller.too-many-records", refused.code());
  }

  @Test
  void ofManyWhoDecideAtOnceOneWins() {
    String id = raise();
    List<Future<AttestedClaim>> all =
        IntStream.range(0, 64)
            .mapToObj(i -> teacherOf(school))
            .map(
                one ->
                    bus.request(
                        ClaimsOperations.ATTEST_CLAIM,
                        new AttestClaimRequest("Teacher", id, "GRANT_CLAIM", null),
                        Calls.by(one)))
            .toList();
    Eventually.isTrue(() -> all.stream().allMatch(Future::isComplete));

    assertEquals(1, all.stream().filter(Future::succeeded).count());
    assertEquals(
        Set.of(FailureKind.CONFLICT),
        Set.copyOf(
            all.stream()
                .filter(Future::failed)
                .map(f -> ((FailureException) f.cause()).failure().kind())
                .toList()));
    assertEquals(Decision.GRANTED, read(PATH, id, student).decision());
  }

  @Test
  void factThatComesOverTheBusAndFromKafkaActsOnce() throws Exception {
    List<ClaimRaised> received = receive(ClaimsFacts.CLAIM_RAISED, fact -> fact);
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    Fact fact = raisedFact(id, PATH, studentId);

    deliver(fact);
    deliver(fact);
    sendThroughKafka(fact);
    String last = prepare(PATH, studentId, SAME_SCHOOL);
    sendThroughKafka(raisedFact(last, PATH, studentId));

    Eventually.isTrue(() -> received.stream().anyMatch(f -> f.claimId().equals(last)));
    assertEquals(1, received.stream().filter(f -> f.claimId().equals(id)).count());
    assertEquals(ClaimStatus.OPEN, read(PATH, id, student).status());
    assertEquals(1, inboxEntries(fact));
  }

  /** The uses of a claim that the registry has raised and of which no fact has arrived. */
  enum FirstUse {
    READ {
      @Override
      Object of(String id, Caller owner, Caller attestor) {
        return read("Teacher", id, attestor);
      }
    },
    ATTEST {
      @Override
      Object of(String id, Caller owner, Caller attestor) {
        return attest("Teacher", id, "GRANT_CLAIM", null, attestor);
      }
    },
    NOTE {
      @Override
      Object of(String id, Caller owner, Caller attestor) {
        return note("Teacher", id, "Which year?", attestor);
      }
    },
    HISTORY {
      @Override
      Object of(String id, Caller owner, Caller attestor) {
        return history("Teacher", id, attestor);
      }
    },
    WITHDRAW {
      @Override
      Object of(String id, Caller owner, Caller attestor) {
        return withdraw(id, owner);
      }
    };

    abstract Object of(String id, Caller owner, Caller attestor);
  }

  @ParameterizedTest
  @EnumSource(FirstUse.class)
  void aRaiseIsNeverNotFoundAlthoughItsFactIsLate(FirstUse use) {
    List<String> received = receive(ClaimsFacts.CLAIM_RAISED, fact -> fact.claimId());
    String id = prepare(PATH, studentId, SAME_SCHOOL);

    assertNotNull(use.of(id, student, teacher));
    ClaimView claim = read(PATH, id, student);
    deliver(raisedFact(id, PATH, studentId));

    assertEquals(claim, read(PATH, id, student));
    String last = raise();
    Eventually.isTrue(() -> received.contains(last));
    assertEquals(1, received.stream().filter(id::equals).count());
  }

  @ParameterizedTest
  @EnumSource(FirstUse.class)
  void aClaimThatMayBeRaisedIsUnavailableWhileTheRegistryDoesNotReply(FirstUse use) {
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    for (FailureKind kind : List.of(FailureKind.UNAVAILABLE, FailureKind.TIMEOUT)) {
      registry.doesNotFind(id, Failure.of(kind, "registry.test", "Not now."));
      assertEquals(FailureKind.UNAVAILABLE, failureOf(() -> use.of(id, student, teacher)).kind());
    }
    registry.finds(id);
    assertNotNull(use.of(id, student, teacher));
  }

  @ParameterizedTest
  @EnumSource(FirstUse.class)
  void aClaimOfOthersLooksLikeNoneAlsoBeforeItsFactArrives(FirstUse use) {
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    Caller stranger = user("stranger");
    Failure unknown = failureOf(() -> use.of(Ids.next().toString(), stranger, stranger));
    assertEquals(FailureKind.NOT_FOUND, unknown.kind());
    if (use == FirstUse.ATTEST) {
      String known = raise();
      assertEquals(
          failureOf(() -> use.of(known, stranger, stranger)),
          failureOf(() -> use.of(id, stranger, stranger)));
    } else {
      assertEquals(unknown, failureOf(() -> use.of(id, stranger, stranger)));
    }
  }

  @Test
  void manyWhoUseARaisedClaimAtOnceOpenItOnce() {
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    List<Future<AttestedClaim>> all =
        IntStream.range(0, 16)
            .mapToObj(i -> new AttestClaimRequest("Teacher", id, "GRANT_CLAIM", null))
            .map(grant -> bus.request(ClaimsOperations.ATTEST_CLAIM, grant, Calls.by(teacher)))
            .toList();
    Future<Done> fact = send(raisedFact(id, PATH, studentId));
    Eventually.isTrue(() -> fact.isComplete() && all.stream().allMatch(Future::isComplete));

    assertTrue(fact.succeeded());
    assertEquals(1, all.stream().filter(Future::succeeded).count());
    assertEquals(Decision.GRANTED, read(PATH, id, student).decision());
  }

  @Test
  void aListOfAnEntityHasItsRaisedClaimsAlthoughTheirFactsAreLate() {
    List<String> raised =
        List.of(
            prepare(PATH, studentId, SAME_SCHOOL), raise(), prepare(PATH, studentId, SAME_SCHOOL));

    assertEquals(
        Set.copyOf(raised), Set.copyOf(ids(filtered(null, studentId, null, null, teacher))));
    assertEquals(Set.copyOf(raised), Set.copyOf(ids(listedOfStudent(student))));

    registry.doesNotFind(studentId, Failure.of(FailureKind.TIMEOUT, "registry.test", "Not now."));
    assertEquals(
        FailureKind.UNAVAILABLE,
        failureOf(() -> filtered(null, studentId, null, null, teacher)).kind());
  }

  @Test
  void anEntityWithMoreRaisedClaimsThanARequestOpensIsListedWhenAllAreOpened() {
    for (int i = 0; i < 51; i++) {
      prepare(PATH, studentId, SAME_SCHOOL);
    }
    assertEquals(FailureKind.UNAVAILABLE, failureOf(() -> listedOfStudent(student)).kind());
    assertEquals(51, listedOfStudent(student).totalElements());
  }

  @Test
  void attestorReadsAClaimThatEndedAlthoughTheFactThatClosesItIsLate() {
    String id = raise();
    assertEquals(id, read("Teacher", id, teacher).id());
    registry.hasAttestation(id, AttestationView.NOT_OPEN);

    assertEquals(Decision.WITHDRAWN, read("Teacher", id, teacher).decision());

    String other = raise();
    registry.hasAttestation(other, AttestationView.NOT_OPEN);
    assertEquals(
        FailureKind.NOT_FOUND,
        failureOf(() -> read("Teacher", other, teacherOf("another"))).kind());
  }

  @Test
  void attestationThatIsNoLongerOpenMakesNoClaim() {
    String id = Ids.next().toString();
    registry.hasEntity(studentId, student.userId());
    deliver(raisedFact(id, PATH, studentId));
    assertEquals(FailureKind.NOT_FOUND, failureOf(() -> read(PATH, id, student)).kind());
  }

  @Test
  void withdrawnAttestationClosesItsClaim() {
    String id = raise();
    String other = raise();

    deliver(withdrawnFact(id));

    ClaimView claim = read(PATH, id, student);
    assertEquals(ClaimStatus.CLOSED, claim.status());
    assertEquals(Decision.WITHDRAWN, claim.decision());
    assertNotNull(claim.attestedOn());
    assertEquals(ClaimStatus.OPEN, read(PATH, other, student).status());
    assertEquals(
        FailureKind.CONFLICT,
        failureOf(() -> attest("Teacher", id, "GRANT_CLAIM", null, teacher)).kind());
  }

  @Test
  void withdrawalThatComesWhileTheClaimIsBeingOpenedClosesIt() {
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    Promise<Void> answered = Promise.promise();
    registry.holdsBack(id, answered.future());

    Future<Done> raised = send(raisedFact(id, PATH, studentId));
    Eventually.isTrue(() -> registry.wasAskedFor(id));
    Future<Done> withdrawn = send(withdrawnFact(id));
    answered.complete();

    Eventually.isTrue(() -> raised.succeeded() && withdrawn.succeeded());
    assertEquals(Decision.WITHDRAWN, read(PATH, id, student).decision());
  }

  @Test
  void deletionThatComesWhileTheClaimIsBeingOpenedClosesIt() {
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    Promise<Void> answered = Promise.promise();
    registry.holdsBack(id, answered.future());
    Future<Done> raised = send(raisedFact(id, PATH, studentId));
    Eventually.isTrue(() -> registry.wasAskedFor(id));

    deliver(
        Facts.of(
            RegistryFacts.ENTITY_DELETED,
            studentId,
            new EntityDeleted(PATH, studentId, 2, student.userId()),
            Calls.byNobody()));
    answered.complete();

    Eventually.isTrue(raised::succeeded);
    assertEquals(Decision.WITHDRAWN, read(PATH, id, student).decision());
    assertEquals(0, raisingOf(id));
  }

  @Test
  void aRaiseHoldsNoConnectionAndNoLockDuringTheRequestToTheRegistry() {
    Promise<Void> answered = Promise.promise();
    List<Future<Done>> waiting = new ArrayList<>();
    for (int i = 0; i <= config.postgres().poolSize(); i++) {
      String slow = prepare(PATH, studentId, SAME_SCHOOL);
      registry.holdsBack(slow, answered.future());
      waiting.add(send(raisedFact(slow, PATH, studentId)));
      Eventually.isTrue(() -> registry.wasAskedFor(slow));
    }

    String id = raise();
    assertEquals(
        Decision.REJECTED, attest("Teacher", id, "REJECT_CLAIM", null, teacher).decision());

    answered.complete();
    Eventually.isTrue(() -> waiting.stream().allMatch(Future::succeeded));
  }

  @Test
  void aFactThatComesTwiceAtOnceOpensOneClaim() {
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    Promise<Void> answered = Promise.promise();
    registry.holdsBack(id, answered.future());
    Fact fact = raisedFact(id, PATH, studentId);
    List<Future<Done>> both = List.of(send(fact), send(fact));
    Eventually.isTrue(() -> raisingOf(id) == 2);
    answered.complete();

    Eventually.isTrue(() -> both.stream().allMatch(Future::succeeded));
    assertEquals(ClaimStatus.OPEN, read(PATH, id, student).status());
    attest("Teacher", id, "REJECT_CLAIM", null, teacher);
    deliver(fact);
    assertEquals(Decision.REJECTED, read(PATH, id, student).decision());
  }

  @Test
  void deletedEntityClosesItsOpenClaimsOnly() {
    String open = raise();
    String granted = raise();
    attest("Teacher", granted, "GRANT_CLAIM", null, teacher);
    String neighbour = raise(PATH, Ids.next().toString(), SAME_SCHOOL);

    deliver(
        Facts.of(
            RegistryFacts.ENTITY_DELETED,
            studentId,
            new EntityDeleted(PATH, studentId, 2, student.userId()),
            Calls.byNobody()));

    assertEquals(Decision.WITHDRAWN, read(PATH, open, student).decision());
    assertEquals(Decision.GRANTED, read(PATH, granted, student).decision());
    assertEquals(ClaimStatus.OPEN, read(PATH, neighbour, teacher).status());
  }

  @Test
  void listShowsNewestFirstWhatTheCallerMayDecide() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.addFirst(raise());
    }
    raise(PATH, Ids.next().toString(), new Condition.Not(new Condition.Always()));
    attest("Teacher", ids.get(4), "GRANT_CLAIM", null, teacher);

    ClaimsView first = list("Teacher", null, 0, 2, teacher);

    assertEquals(ids.subList(0, 2), first.content().stream().map(ClaimView::id).toList());
    assertEquals(5, first.totalElements());
    assertEquals(3, first.totalPages());
    assertEquals(
        ids.subList(4, 5),
        list("Teacher", null, 2, 2, teacher).content().stream().map(ClaimView::id).toList());
    assertEquals(4, list("Teacher", ClaimStatus.OPEN, 0, 20, teacher).totalElements());
    assertEquals(1, list("Teacher", ClaimStatus.CLOSED, 0, 20, teacher).totalElements());
    assertEquals(0, list("Teacher", null, 0, 20, teacherOf("nowhere")).totalElements());
    assertEquals(0, list("Teacher", null, 0, 20, student).totalElements());
  }

  @Test
  void listShowsTheRequesterWhatTheyRaised() {
    String id = raise();
    ClaimsView own = list(PATH, null, 0, 20, student);
    assertEquals(List.of(id), own.content().stream().map(ClaimView::id).toList());
    assertEquals(0, list(PATH, null, 0, 20, user("stranger")).totalElements());
    assertTrue(list(PATH, null, 0, 20, admin()).totalElements() >= 1);
  }

  @Test
  void repeatedDecisionUnderAnIdempotencyKeyGetsTheSameReply() {
    String id = raise();
    String key = "key-" + id;
    AttestClaimRequest grant = new AttestClaimRequest("Teacher", id, "GRANT_CLAIM", "seen");
    AttestedClaim answer = request(ClaimsOperations.ATTEST_CLAIM, grant, teacher, key);
    assertEquals(Decision.GRANTED, answer.decision());
    assertEquals(answer, request(ClaimsOperations.ATTEST_CLAIM, grant, teacher, key));
    assertEquals(1, read(PATH, id, student).notes().size());
    AttestClaimRequest reject = new AttestClaimRequest("Teacher", id, "REJECT_CLAIM", "seen");
    assertEquals(
        FailureKind.UNPROCESSABLE,
        failureOf(() -> request(ClaimsOperations.ATTEST_CLAIM, reject, teacher, key)).kind());
    assertEquals(
        FailureKind.CONFLICT,
        failureOf(() -> request(ClaimsOperations.ATTEST_CLAIM, grant, teacher, "new-" + id))
            .kind());
  }

  @ParameterizedTest
  @EnumSource(names = {"UNPROCESSABLE", "RATE_LIMITED", "UNAVAILABLE", "TIMEOUT", "INTERNAL"})
  void failedDecisionUnderAnIdempotencyKeyMayBeSentAgainAtOnce(FailureKind kind) {
    String id = raise();
    String key = "key-" + id;
    AttestClaimRequest grant = new AttestClaimRequest("Teacher", id, "GRANT_CLAIM", null);
    registry.refusesDecisionsOn(id, Failure.of(kind, "registry.test", "It is not decided."));
    assertEquals(
        "registry.test",
        failureOf(() -> request(ClaimsOperations.ATTEST_CLAIM, grant, teacher, key)).code());
    assertEquals(
        "registry.test",
        failureOf(() -> request(ClaimsOperations.ATTEST_CLAIM, grant, teacher, key)).code());
  }

  @Test
  void withdrawalKeepsItsNoteAndItsReplyUnderItsIdempotencyKey() {
    String id = raise();
    WithdrawClaimRequest request = new WithdrawClaimRequest(PATH, id, "a mistake");
    AttestedClaim answer = request(ClaimsOperations.WITHDRAW_CLAIM, request, student, "key-" + id);
    assertEquals(answer, request(ClaimsOperations.WITHDRAW_CLAIM, request, student, "key-" + id));
    ClaimView claim = read(PATH, id, student);
    assertEquals(Decision.WITHDRAWN, claim.decision());
    assertEquals("a mistake", claim.notes().getFirst().text());
    assertEquals(student.userId(), claim.notes().getFirst().by());
  }

  private static <Q, R> R request(Operation<Q, R> operation, Q request, Caller caller, String key) {
    CallContext call = Calls.by(caller);
    return await(
        bus.request(
            operation,
            request,
            new CallContext(caller, call.requestId(), call.deadline(), null, key)));
  }

  @Test
  void requesterAndAttestorAddNotesToAnOpenClaimOfWhichOthersSeeNothing() {
    String id = raise();
    String document = document("papers", files.stores(PATH, studentId, "papers"));

    Note first = note(PATH, id, "The papers are attached.", student, document);
    Note second = note("Teacher", id, "Which year?", teacher);

    assertEquals(student.userId(), first.by());
    assertEquals(List.of(document), first.documents());
    assertEquals(List.of(first, second), read(PATH, id, student).notes());
    assertEquals(List.of(first, second), read("Teacher", id, teacher).notes());
    for (Caller stranger : List.of(user("stranger"), teacherOf("another"))) {
      assertEquals(
          FailureKind.NOT_FOUND, failureOf(() -> note(PATH, id, "Hello", stranger)).kind());
      assertEquals(FailureKind.NOT_FOUND, failureOf(() -> history(PATH, id, stranger)).kind());
    }
    assertEquals(
        FailureKind.UNAUTHENTICATED, failureOf(() -> note(PATH, id, "a", Caller.NOBODY)).kind());
    assertEquals(
        FailureKind.UNAUTHENTICATED, failureOf(() -> history(PATH, id, Caller.NOBODY)).kind());
  }

  @Test
  void closedClaimTakesNoMoreNotes() {
    String id = raise();
    attest("Teacher", id, "GRANT_CLAIM", null, teacher);
    assertEquals("claims.claim.closed", failureOf(() -> note(PATH, id, "Late", student)).code());
    assertEquals(List.of(), read(PATH, id, student).notes());
  }

  @Test
  void noteWithoutTextOrWithADocumentOfAnotherEntityIsInvalid() {
    String id = raise();
    String other = "Student/%s/papers/documents/%s".formatted(Ids.next(), Ids.next());
    String tricky = "Student/%s/../%s/documents/%s".formatted(studentId, studentId, Ids.next());
    assertEquals(
        "/text", failureOf(() -> note(PATH, id, " ", student)).violations().getFirst().pointer());
    assertEquals(
        FailureKind.INVALID, failureOf(() -> note(PATH, id, "a".repeat(10_001), student)).kind());
    for (String document : List.of(other, tricky, "http://example.org/a", "Student/" + studentId)) {
      Failure refused = failureOf(() -> note(PATH, id, "See", student, document));
      assertEquals(FailureKind.INVALID, refused.kind());
      assertEquals("/documents/0", refused.violations().getFirst().pointer());
    }
    assertEquals(List.of(), read(PATH, id, student).notes());
  }

  @Test
  void noteNamesOnlyDocumentsThatThereAreAndThatItsWriterMayRead() {
    String id = raise();
    String stored = document("papers", files.stores(PATH, studentId, "papers"));
    String named = document("old%20papers", files.stores(PATH, studentId, "old papers"));
    String missing = document("papers", Ids.next().toString());
    String elsewhere = document("photo", stored.substring(stored.lastIndexOf('/') + 1));
    String hidden = document("secret", files.stores(PATH, studentId, "secret"));
    files.hides(PATH, studentId, "secret");

    for (String document : List.of(missing, elsewhere, hidden)) {
      Failure refused = failureOf(() -> note(PATH, id, "See", student, stored, document));
      assertEquals("claims.notes.invalid", refused.code());
      assertEquals("/documents/1", refused.violations().getFirst().pointer());
      assertTrue(refused.violations().getFirst().message().contains(document));
    }
    assertEquals(List.of(), read(PATH, id, student).notes());
    assertEquals(List.of(stored, named), note(PATH, id, "See", student, stored, named).documents());
  }

  @Test
  void noteWithDocumentsWaitsForFileService() {
    String id = raise();
    String document = document("papers", files.stores(PATH, studentId, "papers"));
    files.disappear();
    try {
      Failure refused = failureOf(() -> note(PATH, id, "See", student, document));
      assertEquals(FailureKind.UNAVAILABLE, refused.kind());
      assertEquals("Without", note(PATH, id, "Without", student).text());
    } finally {
      files.appear();
    }
    assertEquals("See", note(PATH, id, "See", student, document).text());
  }

  private String document(String property, String id) {
    return "Student/%s/%s/documents/%s".formatted(studentId, property, id);
  }

  @Test
  void noteUnderAnIdempotencyKeyIsAddedOnce() {
    String id = raise();
    AddClaimNoteRequest note = new AddClaimNoteRequest(PATH, id, "Seen", null);
    Note added = request(ClaimsOperations.ADD_CLAIM_NOTE, note, student, "key-" + id);
    assertEquals(added, request(ClaimsOperations.ADD_CLAIM_NOTE, note, student, "key-" + id));
    assertEquals(List.of(added), read(PATH, id, student).notes());
    AddClaimNoteRequest other = new AddClaimNoteRequest(PATH, id, "Else", null);
    assertEquals(
        FailureKind.UNPROCESSABLE,
        failureOf(() -> request(ClaimsOperations.ADD_CLAIM_NOTE, other, student, "key-" + id))
            .kind());
  }

  @Test
  void claimTakesAHundredNotesAndNoMoreHoweverManyComeAtOnce() {
    String id = raise();
    List<Future<Note>> all =
        IntStream.range(0, 110)
            .mapToObj(i -> new AddClaimNoteRequest(PATH, id, "note " + i, null))
            .map(one -> bus.request(ClaimsOperations.ADD_CLAIM_NOTE, one, Calls.by(student)))
            .toList();
    await(Future.join(all).otherwiseEmpty());
    assertEquals(100, all.stream().filter(Future::succeeded).count());
    assertEquals(100, read(PATH, id, student).notes().size());
    assertEquals("claims.notes.full", failureOf(() -> note(PATH, id, "One", student)).code());
    assertEquals(
        Decision.GRANTED, attest("Teacher", id, "GRANT_CLAIM", "seen", teacher).decision());
  }

  @Test
  void historyListsCallerActionAndToken() throws Exception {
    String id = raise();
    Caller owner = withToken(student, "t-owner");
    Caller attestor = withToken(teacher, "t-attestor");
    note(PATH, id, "Please", owner);
    attest("Teacher", id, "REJECT_CLAIM", "Unreadable", attestor);

    ClaimHistoryView history = history(PATH, id, student);

    assertEquals(history, history("Teacher", id, teacher));
    assertEquals(4, history.totalCount());
    assertEquals(
        HexFormat.of()
            .formatHex(
                MessageDigest.getInstance("SHA-256")
                    .digest(read(PATH, id, student).propertyData().utf8())),
        history.propertyDataSha256());
    Instant closed = read(PATH, id, student).attestedOn();
    assertEquals(
        List.of(Event.REJECTED, Event.NOTE, Event.NOTE, Event.RAISED),
        history.data().stream().map(Entry::event).toList());
    assertEquals(
        new Entry(
            Event.REJECTED,
            closed,
            teacher.userId(),
            "t-attestor",
            "ATTESTATION_REQUESTED",
            "REJECTED",
            null,
            null),
        history.data().getFirst());
    assertEquals("Unreadable", history.data().get(1).text());
    assertEquals("t-attestor", history.data().get(1).tokenId());
    assertEquals("Please", history.data().get(2).text());
    assertEquals("t-owner", history.data().get(2).tokenId());
    assertEquals(student.userId(), history.data().getLast().by());
    assertEquals("ATTESTATION_REQUESTED", history.data().getLast().after());
  }

  @Test
  void grantOfOneOfSeveralAttestorsStandsInTheHistoryOfTheOpenClaim() {
    String id = raise();
    losingTheReply(
        () -> attest("Teacher", id, "GRANT_CLAIM", "I saw it", withToken(teacher, "t-first")));
    deliver(
        Facts.of(
            RegistryFacts.GRANT_ADDED,
            studentId,
            new AddedGrant(id, PATH, studentId, registry.attemptOf(id), teacher.userId()),
            Calls.byNobody()));

    assertEquals(ClaimStatus.OPEN, read(PATH, id, student).status());
    ClaimHistoryView history = history(PATH, id, student);
    assertEquals(
        List.of(Event.GRANTED, Event.NOTE, Event.RAISED),
        history.data().stream().map(Entry::event).toList());
    Entry granted = history.data().getFirst();
    assertEquals(teacher.userId(), granted.by());
    assertEquals("t-first", granted.tokenId());
    assertEquals("ATTESTATION_REQUESTED", granted.after());
    assertEquals("I saw it", history.data().get(1).text());
    assertEquals(0, attemptsOf(id));
  }

  @Test
  void expiredClaimIsClosed() {
    String id = raise();
    deliver(
        Facts.of(
            RegistryFacts.ATTESTATION_EXPIRED,
            studentId,
            new EndedAttestation(id, PATH, studentId, null, null),
            Calls.byNobody()));

    assertEquals(Decision.EXPIRED, read(PATH, id, student).decision());
    Entry expired = history(PATH, id, student).data().getFirst();
    assertEquals(Event.EXPIRED, expired.event());
    assertEquals("DRAFT", expired.after());
    assertEquals(
        "claims.claim.closed",
        failureOf(() -> attest("Teacher", id, "GRANT_CLAIM", null, teacher)).code());
  }

  private static Caller withToken(Caller caller, String tokenId) {
    return new Caller(
        caller.userId(),
        caller.email(),
        caller.roles(),
        caller.entities(),
        caller.consents(),
        caller.admin(),
        tokenId);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void conditionOfANewSchemaVersionReachesOpenClaims(boolean registryIsLate) {
    String type = "Type" + UUID.randomUUID().toString().replace("-", "");
    publish(type, SAME_SCHOOL, 1);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ids.addFirst(raise(type, Ids.next().toString(), SAME_SCHOOL));
    }
    Caller elsewhere = teacherOf("other-" + school);
    assertEquals(List.of(), ids(list("Teacher", null, 0, 20, elsewhere)));
    Condition changed =
        new Comparison(
            Comparator.EQUALS,
            new Values(Side.ATTESTOR, FieldPath.of("school")),
            new Literal("other-" + school));
    Runnable registryFollows =
        () ->
            ids.forEach(
                id -> registry.hasAttestation(id, raisedAt(school, student.userId(), changed, 2)));

    if (!registryIsLate) {
      registryFollows.run();
    }
    publish(type, changed, 2);
    if (registryIsLate) {
      Eventually.isTrue(() -> registry.wasAskedFor(ids.getFirst()));
      registryFollows.run();
    }

    Eventually.isTrue(() -> foundBy(elsewhere, type).equals(ids));
    assertEquals(List.of(), foundBy(teacher, type));
  }

  @Test
  void aHundredClaimsWhoseAttestationsEndedKeepNoOtherFromItsNewCondition() {
    String type = "Type" + UUID.randomUUID().toString().replace("-", "");
    publish(type, SAME_SCHOOL, 1);
    for (int i = 0; i < 100; i++) {
      String ended = raise(type, Ids.next().toString(), SAME_SCHOOL);
      registry.hasAttestation(ended, AttestationView.NOT_OPEN);
    }
    String live = raise(type, Ids.next().toString(), SAME_SCHOOL);
    Caller elsewhere = teacherOf("other-" + school);
    Condition changed =
        new Comparison(
            Comparator.EQUALS,
            new Values(Side.ATTESTOR, FieldPath.of("school")),
            new Literal("other-" + school));
    registry.hasAttestation(live, raisedAt(school, student.userId(), changed, 2));

    publish(type, changed, 2);

    Eventually.isTrue(() -> foundBy(elsewhere, type).equals(List.of(live)));
  }

  @Test
  void aPolicyThatTheRegistryLacksHoldsUpNoFactOfItsEntity() {
    String type = "Type" + UUID.randomUUID().toString().replace("-", "");
    publish(type, SAME_SCHOOL, 1);
    String id = raise(type, studentId, SAME_SCHOOL);
    publish(type, new Condition.Not(SAME_SCHOOL), 2);

    registry.hasAttestation(id, raisedAt("oak-" + school, student.userId(), 2));
    deliver(
        Facts.of(
            RegistryFacts.ENTITY_CHANGED,
            studentId,
            new EntityChanged(type, studentId, 2, JsonBytes.of("{}"), true),
            Calls.byNobody()));

    assertEquals(List.of(id), foundBy(teacherOf("oak-" + school), type));
    registry.hasAttestation(id, AttestationView.NOT_OPEN);
  }

  private static List<String> foundBy(Caller teacher, String type) {
    return ids(filtered(type, null, null, null, teacher));
  }

  private static void publish(String type, Condition condition, long revision) {
    AttestationPolicy policy =
        new AttestationPolicy(
            "studentSchool",
            Kind.MANUAL,
            "Teacher",
            condition,
            Map.of(),
            null,
            null,
            false,
            Map.of(),
            DecisionRules.DEFAULT);
    TypeConfig config =
        new TypeConfig(
            List.of(),
            null,
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(policy),
            null,
            Map.of(),
            true,
            true);
    EntityType published = new EntityType(type, type, revision, JsonBytes.of("{}"), config);
    deliver(
        Facts.of(
            SchemaFacts.SCHEMA_CHANGED,
            type,
            new SchemaChanged(
                type, type, (int) revision, SchemaStatus.PUBLISHED, List.of(published)),
            Calls.byNobody()));
  }

  @Test
  void pageEndsWhereItsBytesEndAndGoesOnBehindThem() {
    JsonBytes large = JsonBytes.of("{\"name\":\"%s\"}".formatted("A".repeat(900_000)));
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      String id = prepare(PATH, studentId, SAME_SCHOOL);
      registry.hasAttestation(
          id, raised("Teacher", SAME_SCHOOL, large, school, student.userId(), 1, 1));
      deliver(raisedFact(id, PATH, studentId));
      ids.addFirst(id);
    }
    List<String> found = new ArrayList<>();
    String cursor = null;
    do {
      ClaimsView page = page(null, 20, cursor);
      assertTrue(page.content().size() <= 2, "claims on a page");
      found.addAll(ids(page));
      cursor = page.nextCursor();
    } while (cursor != null);
    assertEquals(ids, found);
  }

  @Test
  void ownerSeesAClaimThatAnAdminRaisedForThem() {
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    registry.hasAttestation(id, raisedAt(school, "the-admin", 1));
    deliver(raisedFact(id, PATH, studentId));
    assertEquals(List.of(id), ids(list(PATH, null, 0, 20, student)));
  }

  @Test
  void requesterOfAClaimDoesNotFindItAmongThoseToDecide() {
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    registry.hasAttestation(id, raisedAt(school, teacher.userId(), 1));
    deliver(raisedFact(id, PATH, studentId));
    ClaimsView own = list("Teacher", null, 0, 20, teacher);
    assertEquals(List.of(), own.content());
    assertEquals(0, own.totalElements());
    assertEquals(List.of(id), ids(list("Teacher", null, 0, 20, teacherOf(school))));
  }

  @Test
  void holderOfTheRoleWithoutRecordFindsNothing() {
    raise();
    assertEquals(0, list("Teacher", null, 0, 20, user("left", "Teacher")).totalElements());
  }

  @Test
  void claimsAreListedByTheRequestersValuesAsTheyAreNow() {
    String id = raise();
    Caller oak = teacherOf("oak-" + school);
    Fact moved = moved(id, "oak-" + school, 2);
    deliver(moved);
    assertEquals(List.of(), ids(list("Teacher", null, 0, 20, teacher)));
    assertEquals(List.of(id), ids(list("Teacher", null, 0, 20, oak)));
    assertEquals(FailureKind.NOT_FOUND, failureOf(() -> read(PATH, id, teacher)).kind());
    assertEquals(id, read(PATH, id, oak).id());

    registry.hasAttestation(id, raisedAt(school, student.userId(), 1));
    deliver(moved);
    deliver(changed(2));
    assertEquals(List.of(id), ids(list("Teacher", null, 0, 20, oak)), "an older version came late");
  }

  @Test
  void aChangeOfAnEntityWithoutOpenClaimsIsPassedOver() {
    String id = raise();
    Caller oak = teacherOf("oak-" + school);
    registry.hasAttestation(id, raisedAt("oak-" + school, student.userId(), 2));
    deliver(changed(2, false));
    assertEquals(List.of(id), ids(list("Teacher", null, 0, 20, teacher)));
    deliver(changed(2, true));
    assertEquals(List.of(id), ids(list("Teacher", null, 0, 20, oak)));
  }

  @Test
  void aChangeThatComesWhileTheClaimIsBeingOpenedIsSeen() {
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    Promise<Void> answered = Promise.promise();
    registry.holdsBack(id, answered.future());
    AttestationView old = raisedAt(school, student.userId(), 1);
    registry.repliesOnce(id, old);
    Future<Done> raised = send(raisedFact(id, PATH, studentId));
    Eventually.isTrue(() -> registry.wasAskedFor(id));

    deliver(moved(id, "oak-" + school, 2));
    answered.complete();

    Eventually.isTrue(raised::succeeded);
    assertEquals(List.of(), ids(list("Teacher", null, 0, 20, teacher)));
    assertEquals(List.of(id), ids(list("Teacher", null, 0, 20, teacherOf("oak-" + school))));
  }

  @Test
  void claimWhoseEntityChangesWhileItIsOpenedIsNeverStoredWithTheOldValues() {
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    Promise<Void> answered = Promise.promise();
    registry.holdsBack(id, answered.future());
    registry.repliesOnce(id, raisedAt(school, student.userId(), 1));
    registry.failsOnceThen(
        id, Failure.of(FailureKind.UNAVAILABLE, "registry.away", "The registry is away."));
    Fact fact = raisedFact(id, PATH, studentId);
    Future<Done> raised = send(fact);
    Eventually.isTrue(() -> registry.wasAskedFor(id));
    deliver(moved(id, "oak-" + school, 2));
    answered.complete();
    Eventually.isTrue(raised::failed);

    deliver(fact);

    assertEquals(List.of(), ids(list("Teacher", null, 0, 20, teacher)));
    assertEquals(List.of(id), ids(list("Teacher", null, 0, 20, teacherOf("oak-" + school))));
  }

  @Test
  void attestorOfThePolicyInForceDecidesBeforeTheClaimIsRefreshed() {
    String id = raise();
    registry.hasAttestation(id, raised("Inspector", SAME_SCHOOL, school, student.userId(), 1));

    assertEquals(
        Decision.GRANTED,
        attest("Inspector", id, "GRANT_CLAIM", null, inspectorOf(school)).decision());
  }

  @Test
  void pageByCursorSkipsNothingWhenClaimsCloseMeanwhile() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      ids.addFirst(raise());
    }
    ClaimsView first = page(ClaimStatus.OPEN, 3, null);
    assertEquals(ids.subList(0, 3), ids(first));
    attest("Teacher", ids.get(0), "GRANT_CLAIM", null, teacher);
    attest("Teacher", ids.get(2), "REJECT_CLAIM", null, teacher);
    attest("Teacher", ids.get(4), "REJECT_CLAIM", null, teacher);
    ClaimsView second = page(ClaimStatus.OPEN, 2, first.nextCursor());
    assertEquals(List.of(ids.get(3), ids.get(5)), ids(second));
    ClaimsView third = page(ClaimStatus.OPEN, 2, second.nextCursor());
    assertEquals(ids.subList(6, 7), ids(third));
    assertNull(third.nextCursor());
    assertEquals(
        List.of(ids.get(0), ids.get(2), ids.get(4)), ids(page(ClaimStatus.CLOSED, 9, null)));
  }

  @Test
  void listIsFilteredByDecisionPageByPage() {
    List<String> rejected = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      String id = raise();
      if (i < 6) {
        attest("Teacher", id, i % 2 == 0 ? "REJECT_CLAIM" : "GRANT_CLAIM", null, teacher);
      }
      if (i % 2 == 0 && i < 6) {
        rejected.addFirst(id);
      }
    }
    ClaimsView first = decided(Decision.REJECTED, null, 2, null, teacher);
    assertEquals(rejected.subList(0, 2), ids(first));
    assertEquals(3, first.totalElements());
    assertEquals("exact", first.countIs());
    ClaimsView second = decided(Decision.REJECTED, null, 2, first.nextCursor(), teacher);
    assertEquals(rejected.subList(2, 3), ids(second));
    assertNull(second.nextCursor());
    assertEquals(3, decided(Decision.GRANTED, null, 20, null, teacher).totalElements());
    assertEquals(0, decided(Decision.WITHDRAWN, null, 20, null, teacher).totalElements());
    assertEquals(0, decided(Decision.GRANTED, null, 20, null, teacherOf("x")).totalElements());
    Failure open = failureOf(() -> decided(Decision.GRANTED, ClaimStatus.OPEN, 20, null, teacher));
    assertEquals("/decision", open.violations().getFirst().pointer());
  }

  private static ClaimsView decided(
      Decision decision, ClaimStatus status, int size, String cursor, Caller caller) {
    ListClaimsRequest request =
        new ListClaimsRequest("Teacher", status, null, null, null, null, 0, size, cursor, decision);
    return request(ClaimsOperations.LIST_CLAIMS, request, caller);
  }

  @Test
  void listIsFilteredByTypeEntityPolicyAndAge() {
    String id = raise();
    Instant between = read(PATH, id, student).createdAt().plusMillis(1);
    String other = Ids.next().toString();
    Eventually.isTrue(() -> Ids.next().getMostSignificantBits() >>> 16 > between.toEpochMilli());
    String later = raise(PATH, other, SAME_SCHOOL);
    assertEquals(List.of(later, id), ids(filtered(PATH, null, "studentSchool", null, teacher)));
    assertEquals(List.of(id), ids(filtered(null, studentId, null, null, teacher)));
    assertEquals(List.of(id), ids(filtered(null, null, null, between, teacher)));
    assertEquals(1, filtered(null, null, null, between, teacher).totalElements());
    assertEquals(0, filtered("Institute", null, null, null, teacher).totalElements());
    assertEquals(0, filtered(null, null, "another", null, teacher).totalElements());
    assertEquals(List.of(), ids(filtered(null, studentId, null, null, teacherOf("nowhere"))));
    assertEquals(List.of(id), ids(filtered(null, studentId, null, null, admin())));
  }

  @Test
  void conditionThatHasNoLookupIsEvaluatedForEachClaim() {
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    registry.hasAttestation(
        id, raised("Inspector", new Condition.Not(SAME_SCHOOL), school, student.userId(), 1));
    deliver(raisedFact(id, PATH, studentId));
    ClaimsView inbox = list("Inspector", ClaimStatus.OPEN, 0, 1_000, inspectorOf("elsewhere"));
    assertTrue(ids(inbox).contains(id));
    assertEquals("planned", inbox.countIs());
    assertFalse(
        ids(list("Inspector", ClaimStatus.OPEN, 0, 1_000, inspectorOf(school))).contains(id));
  }

  @Test
  void partOfAnAttestorsTextFindsTheRequester() {
    Condition within =
        new Comparison(
            Comparator.CONTAINS,
            new Values(Side.ATTESTOR, FieldPath.of("school")),
            new Values(Side.REQUESTER, FieldPath.of("school")));
    String id = raise(PATH, studentId, within);
    Caller head = teacherOf("head of " + school + " and others");
    assertEquals(List.of(id), ids(list("Teacher", null, 0, 20, head)));
    assertEquals("exact", list("Teacher", null, 0, 20, head).countIs());
    assertEquals(List.of(), ids(list("Teacher", null, 0, 20, teacherOf(school.substring(1)))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "%%%", "MjAyNi0xMS0yMw", "LzEvMg"})
  void cursorThatIsNoneOfOursIsInvalid(String cursor) {
    Failure refused = failureOf(() -> page(null, 20, cursor));
    assertEquals(FailureKind.INVALID, refused.kind());
    assertEquals("/cursor", refused.violations().getFirst().pointer());
  }

  private ClaimsView page(ClaimStatus status, int size, String cursor) {
    ListClaimsRequest request =
        new ListClaimsRequest("Teacher", status, null, null, null, null, 0, size, cursor);
    return request(ClaimsOperations.LIST_CLAIMS, request, teacher);
  }

  private static Caller inspectorOf(String school) {
    Caller inspector = user("inspector-" + UUID.randomUUID(), "Inspector");
    registry.hasRecord("Inspector", inspector.userId(), "{\"school\": \"%s\"}".formatted(school));
    return inspector;
  }

  private static ClaimsView filtered(
      String entity, String osid, String attestationName, Instant olderThan, Caller caller) {
    ListClaimsRequest request =
        new ListClaimsRequest(
            "Teacher", null, entity, osid, attestationName, olderThan, 0, 20, null);
    return request(ClaimsOperations.LIST_CLAIMS, request, caller);
  }

  private static List<String> ids(ClaimsView view) {
    return view.content().stream().map(ClaimView::id).toList();
  }

  private AttestationView raisedAt(String where, String raisedBy, long version) {
    return raised("Teacher", SAME_SCHOOL, where, raisedBy, version);
  }

  private AttestationView raisedAt(
      String where, String raisedBy, Condition condition, long revision) {
    return raised("Teacher", condition, ANN, where, raisedBy, 1, revision);
  }

  private AttestationView raised(
      String attestor, Condition condition, String where, String raisedBy, long version) {
    return raised(attestor, condition, ANN, where, raisedBy, version, 1);
  }

  private AttestationView raised(
      String attestor,
      Condition condition,
      JsonBytes data,
      String where,
      String raisedBy,
      long version,
      long revision) {
    return new AttestationView(
        true,
        "a",
        "studentSchool",
        attestor,
        condition,
        false,
        data,
        JsonBytes.of("{\"school\":\"%s\"}".formatted(where)),
        null,
        raisedBy,
        List.of(student.userId()),
        version,
        revision);
  }

  private Fact moved(String claimId, String where, long version) {
    registry.hasAttestation(claimId, raisedAt(where, student.userId(), version));
    return changed(version);
  }

  private Fact changed(long version) {
    return changed(version, null);
  }

  private Fact changed(long version, Boolean openClaims) {
    return Facts.of(
        RegistryFacts.ENTITY_CHANGED,
        studentId,
        new EntityChanged(PATH, studentId, version, JsonBytes.of("{}"), openClaims),
        Calls.byNobody());
  }

  @ParameterizedTest
  @CsvSource({"-1,20", "0,0", "0,1001"})
  void pageOutOfRangeIsInvalid(int page, int size) {
    assertEquals(
        FailureKind.INVALID, failureOf(() -> list("Teacher", null, page, size, teacher)).kind());
  }

  @Test
  void listNeedsAToken() {
    assertEquals(
        FailureKind.UNAUTHENTICATED,
        failureOf(() -> list("Teacher", null, 0, 20, Caller.NOBODY)).kind());
  }

  @Test
  void openClaimOfAFormerSystemIsDecidedAsEveryOther() {
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    String line = former(id, "OPEN");

    assertEquals(1, adopted(line).imported());
    assertEquals(1, adopted(line).known());

    ClaimView claim = read(PATH, id, teacher);
    assertEquals(ClaimStatus.OPEN, claim.status());
    assertEquals(Instant.parse("2026-11-27T05:12:21.071Z"), claim.createdAt());
    assertEquals(ANN, claim.propertyData());
    assertEquals(List.of("seen"), claim.notes().stream().map(Note::text).toList());
    assertEquals(claim, listed(id, teacher));
    assertEquals(Decision.GRANTED, attest("Teacher", id, "GRANT_CLAIM", null, teacher).decision());
  }

  @Test
  void claimThatTheRegistryRaisedBeforeGetsItsFormerNotesAndTimes() {
    String id = raise();

    assertEquals(1, adopted(former(id, "OPEN")).imported());

    assertEquals(Instant.parse("2026-11-27T05:12:21.071Z"), read(PATH, id, teacher).createdAt());
    assertEquals(1, read(PATH, id, teacher).notes().size());
  }

  @Test
  void closedClaimOfAFormerSystemKeepsItsDecision() {
    String id = Ids.next().toString();
    registry.hasEntity(studentId, student.userId());
    String closed = closed(id, "GRANTED");

    assertEquals(1, adopted(closed).imported());
    assertEquals(1, adopted(closed).known());

    ClaimView claim = read(PATH, id, student);
    assertEquals(Decision.GRANTED, claim.decision());
    assertEquals(Instant.parse("2026-11-27T05:12:32.504Z"), claim.attestedOn());
    assertEquals(id, listed(id, teacher).id());
    assertEquals("conflict", adopted(closed(id, "REJECTED")).errors().getFirst().rule());
    assertEquals(Decision.GRANTED, read(PATH, id, student).decision());
  }

  @Test
  void claimThatWasOpenAndIsClosedThereIsClosedHere() {
    String id = prepare(PATH, studentId, SAME_SCHOOL);
    adopted(former(id, "OPEN"));

    assertEquals(1, adopted(closed(id, "REJECTED")).imported());

    assertEquals(Decision.REJECTED, read(PATH, id, student).decision());
  }

  @Test
  void linesThatAreNoClaimsOfTheEntityAreRefused() {
    String unknown = Ids.next().toString();
    registry.hasAttestation(unknown, AttestationView.NOT_OPEN);

    ImportedClaims done =
        adopted(former(unknown, "OPEN") + "\n\n{\"id\": 1}\n" + closed("no id", "GRANTED"));

    assertEquals(3, done.refused());
    assertEquals(
        List.of("1 /id attestation", "3 /status required", "4 /id format"),
        done.errors().stream()
            .map(one -> one.line() + " " + one.pointer() + " " + one.rule())
            .toList());
    assertEquals(
        FailureKind.FORBIDDEN,
        failureOf(
                () -> request(ClaimsOperations.IMPORT_CLAIMS, new ImportClaimsRequest(""), teacher))
            .kind());
  }

  private String former(String id, String status) {
    return """
    {"id": "%s", "entity": "Student", "entityId": "1-%s", "attestationId": "1-%s", "attestationName": "studentSchool",
     "status": "%s", "raisedBy": "%s", "createdAt": "2026-11-27T05:12:21.071",
     "propertyData": "{\\"name\\":\\"Ann\\"}",
     "notes": [{"by": "s1", "at": "2026-11-27T05:12:22", "text": "seen"},
       {"at": "2026-11-27T05:12:23", "text": ""}]\
    """
            .formatted(id, studentId, UUID.randomUUID(), status, student.userId())
            .replace("\n", "")
        + "}";
  }

  private String closed(String id, String decision) {
    String open = former(id, "CLOSED");
    return open.substring(0, open.length() - 1)
        + ", \"decision\": \"%s\", \"decidedBy\": \"%s\"".formatted(decision, teacher.userId())
        + ", \"decidedAt\": \"2026-11-27T05:12:32.504\", \"attestorEntity\": \"Teacher\","
        + " \"conditions\": \"(ATTESTOR#$.school#.contains('%s'))\"}".formatted(school);
  }

  private static ImportedClaims adopted(String lines) {
    return request(ClaimsOperations.IMPORT_CLAIMS, new ImportClaimsRequest(lines), admin());
  }

  private String raise() {
    return raise(PATH, studentId, SAME_SCHOOL);
  }

  private String raise(String type, String osid, Condition condition) {
    String id = prepare(type, osid, condition);
    deliver(raisedFact(id, type, osid));
    return id;
  }

  private String prepare(String type, String osid, Condition condition) {
    String id = Ids.next().toString();
    registry.hasEntity(osid, student.userId());
    registry.hasRaised(new AttestationRaised(id, type, osid));
    registry.hasAttestation(
        id,
        new AttestationView(
            true,
            "attestation-of-" + id,
            "studentSchool",
            "Teacher",
            condition,
            false,
            ANN,
            JsonBytes.of("{\"name\":\"Ann\",\"school\":\"%s\"}".formatted(school)),
            null,
            student.userId(),
            List.of(student.userId()),
            1,
            1));
    return id;
  }

  private static Fact raisedFact(String claimId, String type, String osid) {
    return Facts.of(
        RegistryFacts.ATTESTATION_RAISED,
        osid,
        new AttestationRaised(claimId, type, osid),
        Calls.byNobody());
  }

  private Fact withdrawnFact(String claimId) {
    return Facts.of(
        RegistryFacts.ATTESTATION_WITHDRAWN,
        studentId,
        new EndedAttestation(claimId, PATH, studentId, null, student.userId()),
        Calls.byNobody());
  }

  private static Future<Done> send(Fact fact) {
    return bus.request(Fact.deliveryTo("claims"), fact, Calls.byNobody());
  }

  private static void deliver(Fact fact) {
    request(Fact.deliveryTo("claims"), fact, Caller.NOBODY);
  }

  private static void sendThroughKafka(Fact fact) {
    Outbox outbox = new Outbox("registry");
    await(registryDatabase.inTransaction(own -> outbox.insert(own, List.of(fact))));
    vertx.runOnContext(now -> registryRelay.nudge());
  }

  private static <T, R> List<R> receive(FactType<T> type, java.util.function.Function<T, R> seen) {
    List<R> received = new CopyOnWriteArrayList<>();
    FactHandlers handlers =
        new FactHandlers(bus)
            .on(
                type,
                (fact, data, context) -> {
                  received.add(seen.apply(data));
                  return Future.succeededFuture();
                });
    FactConsumer consumer =
        new FactConsumer(vertx, database, config.kafka(), "watcher-" + UUID.randomUUID(), handlers);
    WATCHERS.add(consumer);
    vertx.runOnContext(now -> consumer.start());
    return received;
  }

  private static Object single(String sql, Object parameter) {
    return await(database.shortReads(sql).execute(Tuple.of(parameter)))
        .iterator()
        .next()
        .getValue(0);
  }

  private static long attemptsOf(String claimId) {
    return (long)
        single("SELECT count(*) FROM attempt WHERE claim_id = $1", UUID.fromString(claimId));
  }

  private static String decidedBy(String claimId) {
    return (String) single("SELECT decided_by FROM claim WHERE id = $1", UUID.fromString(claimId));
  }

  private static long raisingOf(String claimId) {
    return (long)
        single("SELECT count(*) FROM raising WHERE claim_id = $1", UUID.fromString(claimId));
  }

  private static long inboxEntries(Fact fact) {
    return (long) single("SELECT count(*) FROM inbox WHERE event_id = $1", fact.id());
  }

  private static Note note(
      String type, String id, String text, Caller caller, String... documents) {
    AddClaimNoteRequest request = new AddClaimNoteRequest(type, id, text, List.of(documents));
    return request(ClaimsOperations.ADD_CLAIM_NOTE, request, caller);
  }

  private static ClaimHistoryView history(String type, String id, Caller caller) {
    return request(ClaimsOperations.READ_CLAIM_HISTORY, new ReadClaimRequest(type, id), caller);
  }

  private static AttestedClaim attest(
      String type, String id, String action, String notes, Caller caller) {
    return request(
        ClaimsOperations.ATTEST_CLAIM, new AttestClaimRequest(type, id, action, notes), caller);
  }

  private static AttestedClaim withdraw(String id, Caller caller) {
    return request(
        ClaimsOperations.WITHDRAW_CLAIM, new WithdrawClaimRequest(PATH, id, null), caller);
  }

  private static ClaimView read(String type, String id, Caller caller) {
    return request(ClaimsOperations.READ_CLAIM, new ReadClaimRequest(type, id), caller);
  }

  private static ClaimsView list(
      String type, ClaimStatus status, int page, int size, Caller caller) {
    return request(
        ClaimsOperations.LIST_CLAIMS,
        new ListClaimsRequest(type, status, null, null, null, null, page, size, null),
        caller);
  }

  private static <Q, R> R request(Operation<Q, R> operation, Q request, Caller caller) {
    return await(bus.request(operation, request, Calls.by(caller)));
  }

  private static Failure failureOf(Runnable work) {
    return assertThrows(FailureException.class, work::run).failure();
  }

  private static Caller teacherOf(String school) {
    Caller teacher = user("teacher-" + UUID.randomUUID(), "Teacher");
    registry.hasRecord("Teacher", teacher.userId(), "{\"school\": \"%s\"}".formatted(school));
    return teacher;
  }

  private static ClaimsConfig config(String service) {
    return Settings.of(TestServers.settings(TestServers.freshDatabase(service)))
        .read(ClaimsConfig.class);
  }
}

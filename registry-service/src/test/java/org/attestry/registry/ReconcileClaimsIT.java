package org.attestry.registry;

import static org.attestry.testkit.Callers.user;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations;
import org.attestry.contracts.claims.ClaimsOperations.FindClaimsRequest;
import org.attestry.contracts.claims.ClaimsOperations.FindOpenClaimsRequest;
import org.attestry.contracts.claims.ClaimsOperations.FoundClaims;
import org.attestry.contracts.claims.ClaimsOperations.OpenClaimsPage;
import org.attestry.contracts.claims.ClaimsOperations.OpenClaimsPage.OpenClaim;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.DecideAttestationRequest;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestationRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;
import org.attestry.contracts.registry.RegistryFacts.EndedAttestation;
import org.attestry.contracts.schema.DecisionRules;
import org.attestry.runtime.bus.BusServer;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** That what waits without its counterpart is found and ended. */
class ReconcileClaimsIT {

  private static final Caller ANNA = user("anna");

  @AutoClose private static RunningRegistry registry;

  /** What claims-service knows of claims; of others it knows nothing. */
  private static final Map<String, ClaimStatus> STATUSES = new ConcurrentHashMap<>();

  private static final Map<String, EntityReceipt> OPEN = new ConcurrentHashMap<>();

  @BeforeAll
  static void start() {
    registry = RunningRegistry.with(Map.of("LIMITS_CLAIMS_COMPARED", "PT1S"));
    new BusServer(registry.vertx, new SimpleMeterRegistry())
        .bind(ClaimsOperations.FIND_CLAIMS, ReconcileClaimsIT::find)
        .bind(ClaimsOperations.FIND_OPEN_CLAIMS, ReconcileClaimsIT::findOpen)
        .open();
    registry.publish(TestType.named("Teacher"));
    registry.create("Teacher", "{\"name\": \"T\"}", RunningRegistry.TEACHER);
    registry.publish(TestType.named("Pupil").policy("identity", null, "$.name"));
  }

  private static Future<FoundClaims> find(FindClaimsRequest request, CallContext context) {
    if (request.claimIds().size() > FindClaimsRequest.MOST) {
      return Future.failedFuture(
          FailureException.of(FailureKind.INVALID, "claims.find.too-many", "Too many claims."));
    }
    Map<String, ClaimStatus> found =
        request.claimIds().stream()
            .filter(STATUSES::containsKey)
            .collect(Collectors.toMap(id -> id, STATUSES::get));
    return Future.succeededFuture(new FoundClaims(found));
  }

  private static Future<OpenClaimsPage> findOpen(
      FindOpenClaimsRequest request, CallContext context) {
    List<OpenClaim> page =
        OPEN.keySet().stream()
            .sorted()
            .filter(id -> request.after() == null || id.compareTo(request.after()) > 0)
            .limit(request.limit())
            .map(id -> new OpenClaim(id, OPEN.get(id).type(), OPEN.get(id).osid()))
            .toList();
    return Future.succeededFuture(new OpenClaimsPage(page));
  }

  @Test
  void entityThatWaitsForAClaimThatIsClosedIsFreed() {
    EntityReceipt pupil = pupil();
    STATUSES.put(raise(pupil), ClaimStatus.CLOSED);
    Eventually.until(() -> state(pupil), "DRAFT"::equals);
    assertEquals(
        1, registry.claims.received(RegistryFacts.ATTESTATION_WITHDRAWN, pupil.osid()).size());
  }

  @Test
  void claimThatNobodyDecidesInTimeExpires() {
    DecisionRules rules = new DecisionRules(1, "PT1S", false, null);
    registry.publish(
        TestType.named("Hurried").policy("identity", null, "$.name").rules("identity", rules));
    EntityReceipt hurried = registry.create("Hurried", "{\"name\": \"Anna\"}", ANNA);
    String claim = raise(hurried);
    STATUSES.put(claim, ClaimStatus.OPEN);
    Eventually.until(() -> state(hurried), "DRAFT"::equals);
    EndedAttestation expired =
        registry.claims.received(RegistryFacts.ATTESTATION_EXPIRED, hurried.osid()).getFirst();
    assertEquals(claim, expired.claimId());
    assertNull(expired.userId());
    assertNotEquals(claim, raise(hurried));
  }

  @Test
  void entityThatWaitsForAClaimThatThereIsNotGetsIt() {
    EntityReceipt pupil = pupil();
    String claim = raise(pupil);
    List<AttestationRaised> raised =
        Eventually.until(
            () -> registry.claims.received(RegistryFacts.ATTESTATION_RAISED, pupil.osid()),
            received -> received.size() >= 2);
    assertEquals(claim, raised.getLast().claimId());
    assertEquals("ATTESTATION_REQUESTED", state(pupil));
    STATUSES.put(claim, ClaimStatus.OPEN);
  }

  @Test
  void allWhoWaitAreFoundHoweverManyThereAre() {
    List<EntityReceipt> many = IntStream.range(0, 230).mapToObj(i -> pupil()).toList();
    many.forEach(pupil -> STATUSES.put(raise(pupil), ClaimStatus.CLOSED));
    Eventually.isTrue(() -> many.stream().allMatch(pupil -> state(pupil).equals("DRAFT")));
  }

  @Test
  void claimBehindMoreOpenClaimsThanOneRequestNamesIsFound() {
    List<String> policies = List.of("name", "phone", "email", "age", "note", "tags");
    TestType many = TestType.named("Many");
    policies.forEach(field -> many.policy("of-" + field, null, "$." + field));
    registry.publish(many);
    for (int i = 0; i < 101; i++) {
      raiseAll(registry.create("Many", "{\"name\": \"Anna\"}", ANNA))
          .forEach(claim -> STATUSES.put(claim, ClaimStatus.OPEN));
    }
    EntityReceipt behind = registry.create("Many", "{\"name\": \"Anna\"}", ANNA);
    STATUSES.put(raise(behind), ClaimStatus.CLOSED);

    Eventually.until(() -> state(behind), "DRAFT"::equals);
  }

  /** Sends each property of the type Many for attestation; the ids of the claims. */
  private static List<String> raiseAll(EntityReceipt entity) {
    Map<String, String> values =
        Map.of(
            "name",
            "\"Anna\"",
            "phone",
            "\"1\"",
            "email",
            "\"a@example.org\"",
            "age",
            "1",
            "note",
            "1",
            "tags",
            "[]");
    return values.entrySet().stream()
        .map(value -> registry.send(entity, value.getKey(), value.getValue(), ANNA))
        .toList();
  }

  @Test
  void entityThatCannotBeFreedLeavesTheOthersToBeFreed() {
    registry.publish(TestType.named("Broken").policy("identity", null, "$.name"));
    EntityReceipt broken = registry.create("Broken", "{\"name\": \"Anna\"}", ANNA);
    EntityReceipt behind = registry.create("Broken", "{\"name\": \"Anna\"}", ANNA);
    List<String> claims = List.of(raise(broken), raise(behind));
    registry.asAdministrator(
        """
        CREATE FUNCTION refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE 'refused'; END $$;
        CREATE TRIGGER refuse_update BEFORE UPDATE ON %s FOR EACH ROW
        WHEN (OLD.id = '%s') EXECUTE FUNCTION refuse_update()
        """
            .formatted(registry.table("Broken"), broken.osid()));
    try {
      claims.forEach(claim -> STATUSES.put(claim, ClaimStatus.CLOSED));
      Eventually.until(() -> state(behind), "DRAFT"::equals);
      assertEquals("ATTESTATION_REQUESTED", state(broken));
    } finally {
      registry.asAdministrator("DROP FUNCTION refuse_update CASCADE");
    }
  }

  @Test
  void claimThatIsOpenWhileItsEntityDoesNotWaitIsClosedAsTheEntityShows() {
    EntityReceipt pupil = pupil();
    String claim = raise(pupil);
    STATUSES.put(claim, ClaimStatus.OPEN);
    DecideAttestationRequest grant = RunningRegistry.decision(pupil, claim, Decision.GRANTED);
    registry.deliver(grant);
    String unknown = UUID.randomUUID().toString();
    OPEN.put(claim, pupil);
    OPEN.put(unknown, new EntityReceipt("Nowhere", UUID.randomUUID().toString(), 1));
    Eventually.isTrue(
        () ->
            registry.claims.received(RegistryFacts.ATTESTATION_GRANTED, pupil.osid()).stream()
                .filter(received -> received.attempt().equals(grant.attempt()))
                .map(EndedAttestation::claimId)
                .anyMatch(claim::equals));
    Eventually.isTrue(
        () ->
            registry
                .claims
                .received(RegistryFacts.ATTESTATION_WITHDRAWN, OPEN.get(unknown).osid())
                .stream()
                .map(EndedAttestation::claimId)
                .anyMatch(unknown::equals));
    OPEN.clear();
  }

  @Test
  void policyThatIsGoneWhenTheRaiseIsDeliveredFreesTheEntityAtOnce() {
    registry.publish(TestType.named("Former").policy("identity", null, "$.name"));
    EntityReceipt former = registry.create("Former", "{\"name\": \"Anna\"}", ANNA);
    String claim = raise(former);
    STATUSES.put(claim, ClaimStatus.OPEN);
    registry.publish(TestType.named("Former").policy("another", null, "$.phone"));

    ReadAttestationRequest request = new ReadAttestationRequest("Former", former.osid(), claim);
    assertFalse(
        registry.request(AttestationOperations.READ_ATTESTATION, request, Caller.NOBODY).open());

    assertFalse(registry.read(former, ANNA).has("_osClaimId/name"));
    assertEquals(
        1, registry.claims.received(RegistryFacts.ATTESTATION_WITHDRAWN, former.osid()).size());
  }

  @Test
  void policyThatIsGoneLaterFreesTheEntityToo() {
    registry.publish(TestType.named("Dropped").policy("identity", null, "$.name"));
    EntityReceipt dropped = registry.create("Dropped", "{\"name\": \"Anna\"}", ANNA);
    STATUSES.put(raise(dropped), ClaimStatus.OPEN);
    registry.publish(TestType.named("Dropped").policy("another", null, "$.phone"));
    Eventually.isTrue(
        () ->
            registry.claims.received(RegistryFacts.ATTESTATION_WITHDRAWN, dropped.osid()).size()
                == 1);
  }

  private static EntityReceipt pupil() {
    return registry.create("Pupil", "{\"name\": \"Anna\"}", ANNA);
  }

  private static String raise(EntityReceipt entity) {
    return registry.send(entity, "name", "\"Anna\"", ANNA);
  }

  private static String state(EntityReceipt entity) {
    return registry.read(entity, ANNA).path("_osState/name").textValue();
  }
}

package org.attestry.claims;

import static org.attestry.testkit.Futures.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.attestry.condition.AttestorValues;
import org.attestry.condition.PathValues;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.AttestationView;
import org.attestry.contracts.registry.AttestationOperations.AuthorizeCallerRequest;
import org.attestry.contracts.registry.AttestationOperations.DecideAttestationRequest;
import org.attestry.contracts.registry.AttestationOperations.DecidedAttestation;
import org.attestry.contracts.registry.AttestationOperations.FindRaisedClaimsRequest;
import org.attestry.contracts.registry.AttestationOperations.RaisedClaims;
import org.attestry.contracts.registry.AttestationOperations.ReadAttestationRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.RegistryFacts.AttestationRaised;
import org.attestry.contracts.registry.RegistryFacts.EndedAttestation;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Facts;
import org.attestry.testkit.Calls;

/** The registry's end of the bus, as claims-service meets it. */
final class RegistryPeer {

  private static final int PAGE = 500;
  private static final String REQUESTERS = "Student";
  private static final Set<String> TYPES = Set.of("Teacher", "Inspector", REQUESTERS);

  private final Vertx vertx;
  private final Map<String, AttestationView> attestations = new ConcurrentHashMap<>();
  private final Map<String, AttestationView> firstAnswers = new ConcurrentHashMap<>();
  private final Map<String, Failure> secondAnswers = new ConcurrentHashMap<>();
  private final Map<String, List<JsonBytes>> records = new ConcurrentHashMap<>();
  private final Map<String, String> owners = new ConcurrentHashMap<>();
  private final Set<String> holdersOfARole = ConcurrentHashMap.newKeySet();
  private final Set<String> openTypes = ConcurrentHashMap.newKeySet();
  private final Map<String, Future<Void>> heldBack = new ConcurrentHashMap<>();
  private final Set<String> requested = ConcurrentHashMap.newKeySet();
  private final Map<String, AttestationRaised> raised = new ConcurrentHashMap<>();
  private final Map<String, Failure> unreachable = new ConcurrentHashMap<>();
  private final Map<String, DecideAttestationRequest> decided = new ConcurrentHashMap<>();
  private final Map<String, Failure> refusals = new ConcurrentHashMap<>();
  private final BusClient bus;
  private volatile boolean repliesLate;

  RegistryPeer(Vertx vertx) {
    this.vertx = vertx;
    this.bus = new BusClient(vertx);
  }

  void appear() throws Exception {
    BusServer server = new BusServer(vertx, new SimpleMeterRegistry());
    server
        .bind(AttestationOperations.DECIDE_ATTESTATION, this::decide)
        .bind(
            AttestationOperations.READ_ATTESTATION,
            (request, context) -> {
              AttestationView once = firstAnswers.remove(request.claimId());
              requested.add(request.claimId());
              Failure second = once == null ? secondAnswers.remove(request.claimId()) : null;
              if (second != null) {
                return Future.failedFuture(second.exception());
              }
              return heldBack
                  .getOrDefault(request.claimId(), Future.succeededFuture())
                  .map(now -> once != null ? once : attestation(request.claimId()));
            })
        .bind(
            AttestationOperations.FIND_CALLER_RECORDS,
            (request, context) ->
                TYPES.contains(request.type())
                    ? Future.succeededFuture(recordsOf(request.type(), request.after(), context))
                    : refused(FailureKind.NOT_FOUND))
        .bind(AttestationOperations.FIND_RAISED_CLAIMS, this::findRaised)
        .bind(AttestationOperations.SETTLE_CLAIM, this::settle)
        .bind(AttestationOperations.AUTHORIZE_CALLER, this::authorize);
    await(server.open());
  }

  /** Whether its reply to a decision is lost, whose fact comes through Kafka alone. */
  void repliesLate(boolean late) {
    repliesLate = late;
  }

  void refusesDecisionsOn(String claimId, Failure refusal) {
    refusals.put(claimId, refusal);
  }

  /** The fact of the decision that it has taken. */
  Fact factOf(String claimId) {
    return fact(decided.get(claimId), "attestor");
  }

  /** The attempt of the decision that it has taken. */
  UUID attemptOf(String claimId) {
    return decided.get(claimId).attempt();
  }

  /** An attestation that waits for a decision; it is read from {@link #hasAttestation}. */
  void hasRaised(AttestationRaised attestation) {
    raised.put(attestation.claimId(), attestation);
  }

  /** Fails each request for raised claims that has this id. */
  void doesNotFind(String id, Failure failure) {
    unreachable.put(id, failure);
  }

  void finds(String id) {
    unreachable.remove(id);
  }

  void hasAttestation(String claimId, AttestationView attestation) {
    attestations.put(claimId, attestation);
  }

  /** Sets the reply to the next request about a claim, whatever changes before it. */
  void repliesOnce(String claimId, AttestationView attestation) {
    firstAnswers.put(claimId, attestation);
  }

  /** Fails the request after the one that {@link #repliesOnce} replies to. */
  void failsOnceThen(String claimId, Failure failure) {
    secondAnswers.put(claimId, failure);
  }

  /** Delays the reply about a claim until the future succeeds. */
  void holdsBack(String claimId, Future<Void> until) {
    heldBack.put(claimId, until);
  }

  boolean wasAskedFor(String claimId) {
    return requested.contains(claimId);
  }

  void hasRecord(String type, String owner, String record) {
    records
        .computeIfAbsent(type + "/" + owner, key -> new CopyOnWriteArrayList<>())
        .add(JsonBytes.of(record));
  }

  void hasEntity(String osid, String owner) {
    owners.put(osid, owner);
  }

  void deletesEntity(String osid) {
    owners.remove(osid);
  }

  /** The caller holds a role of each type, so that the caller may change entities of others. */
  void hasHolderOfARole(Caller caller) {
    holdersOfARole.add(caller.userId());
  }

  void isOpenToAll(String type) {
    openTypes.add(type);
  }

  /** One decision on each claim; a withdrawal is its owner's. */
  private Future<DecidedAttestation> decide(DecideAttestationRequest request, CallContext context) {
    Failure refusal = refusals.get(request.claimId());
    if (refusal != null) {
      return Future.failedFuture(refusal.exception());
    }
    String userId = context.caller().userId();
    if (request.decision() == Decision.WITHDRAWN && !userId.equals(owners.get(request.id()))) {
      return refused(FailureKind.FORBIDDEN);
    }
    DecideAttestationRequest before = decided.putIfAbsent(request.claimId(), request);
    if (before != null && !before.attempt().equals(request.attempt())) {
      return refused(FailureKind.CONFLICT);
    }
    return repliesLate
        ? refused(FailureKind.TIMEOUT)
        : Future.succeededFuture(new DecidedAttestation("stored-" + request.decision()));
  }

  private Future<RaisedClaims> findRaised(FindRaisedClaimsRequest request, CallContext context) {
    Failure failure =
        unreachable.get(request.claimId() == null ? request.osid() : request.claimId());
    if (failure != null) {
      return Future.failedFuture(failure.exception());
    }
    return Future.succeededFuture(
        new RaisedClaims(
            raised.values().stream()
                .filter(
                    one ->
                        one.claimId().equals(request.claimId())
                            || one.osid().equals(request.osid()))
                .filter(one -> attestation(one.claimId()).open())
                .toList()));
  }

  private Future<Done> settle(ReadAttestationRequest request, CallContext context) {
    EndedAttestation withdrawn =
        new EndedAttestation(request.claimId(), request.type(), request.id(), null, null);
    return attestation(request.claimId()).open()
        ? Future.succeededFuture(Done.DONE)
        : bus.request(
            Fact.deliveryTo("claims"),
            Facts.of(
                RegistryFacts.ATTESTATION_WITHDRAWN, request.id(), withdrawn, Calls.byNobody()),
            Calls.byNobody());
  }

  private static Fact fact(DecideAttestationRequest request, String userId) {
    String claim = request.claimId();
    String type = request.type();
    String osid = request.id();
    CallContext context = Calls.byNobody();
    return switch (request.decision()) {
      case GRANTED ->
          Facts.of(
              RegistryFacts.ATTESTATION_GRANTED,
              osid,
              new EndedAttestation(claim, type, osid, request.attempt(), userId),
              context);
      case REJECTED ->
          Facts.of(
              RegistryFacts.ATTESTATION_REJECTED,
              osid,
              new EndedAttestation(claim, type, osid, request.attempt(), userId),
              context);
      case WITHDRAWN ->
          Facts.of(
              RegistryFacts.ATTESTATION_WITHDRAWN,
              osid,
              new EndedAttestation(claim, type, osid, request.attempt(), userId),
              context);
      case EXPIRED -> throw new IllegalArgumentException("no request expires a claim");
    };
  }

  private EntitiesView recordsOf(String type, String after, CallContext context) {
    List<JsonBytes> found = recordsOf(type, context.caller());
    int from = after == null ? 0 : Integer.parseInt(after);
    int to = Math.min(from + PAGE, found.size());
    String next = to < found.size() ? Integer.toString(to) : null;
    return new EntitiesView(null, null, found.subList(from, to), next, null);
  }

  private List<JsonBytes> recordsOf(String type, Caller caller) {
    if (type.equals(REQUESTERS)) {
      return owners.entrySet().stream()
          .filter(entity -> entity.getValue().equals(caller.userId()))
          .map(entity -> JsonBytes.of("{\"osid\": \"%s\"}".formatted(entity.getKey())))
          .toList();
    }
    return records.getOrDefault(type + "/" + caller.userId(), List.of());
  }

  private AttestationView attestation(String claimId) {
    return attestations.getOrDefault(claimId, AttestationView.NOT_OPEN);
  }

  private boolean mayDecide(String claimId, Caller caller) {
    AttestationView view = claimId == null ? AttestationView.NOT_OPEN : attestation(claimId);
    if (!view.open()
        || !caller.roles().contains(view.attestorEntity())
        || caller.userId().equals(view.raisedBy())) {
      return false;
    }
    List<JsonNode> own = recordsOf(view.attestorEntity(), caller).stream().map(Json::read).toList();
    JsonNode requester = Json.read(view.requester());
    return !own.isEmpty()
        && AttestorValues.of(caller, own)
            .satisfy(
                view.condition(), path -> PathValues.in(requester, path), Budgets.of(1_000_000));
  }

  private Future<Done> authorize(AuthorizeCallerRequest request, CallContext context) {
    Caller caller = context.caller();
    if (!caller.known() && !openTypes.contains(request.type())) {
      return refused(FailureKind.UNAUTHENTICATED);
    }
    String owner = owners.get(request.id());
    if (owner == null) {
      return refused(FailureKind.NOT_FOUND);
    }
    boolean owns =
        caller.known()
            && (owner.equals(caller.userId()) || holdersOfARole.contains(caller.userId()));
    return owns || caller.admin() || !caller.known() || mayDecide(request.claimId(), caller)
        ? Future.succeededFuture(Done.DONE)
        : refused(FailureKind.FORBIDDEN);
  }

  private static <T> Future<T> refused(FailureKind kind) {
    return Future.failedFuture(FailureException.of(kind, "registry.test", "Refused."));
  }
}

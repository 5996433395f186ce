package org.attestry.model;

import static org.attestry.testkit.Futures.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.FindHeldCredentialsRequest;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Calls;
import org.attestry.testkit.Seeds;

/**
 * Credential-service as the registry meets it, which refuses, is away and is slow by chance. It
 * knows which of its credentials are valid.
 */
final class ChancySigner {

  /** Longer than any call that waits for a credential. */
  private static final Duration LONGEST_CALL = Duration.ofSeconds(12);

  /** The limit of the operation. */
  private static final int MOST_AT_ONCE = 500;

  private final Random chance = new Random(Seeds.of(16));
  private final Vertx vertx;
  private final BusClient bus;
  private final Map<String, String> valid = new ConcurrentHashMap<>();
  private final Map<String, Deadline> waitedFor = new ConcurrentHashMap<>();
  private final Set<String> unheard = ConcurrentHashMap.newKeySet();
  private final Set<String> confirmed = ConcurrentHashMap.newKeySet();

  /** Of a hundred requests so many are refused, and so many find nobody there. */
  private volatile int percent;

  /** Of a thousand credentials so many are issued without a reply. */
  private volatile int lost;

  ChancySigner(Vertx vertx, FactHandlers facts) {
    this.vertx = vertx;
    this.bus = new BusClient(vertx);
    facts
        .on(
            RegistryFacts.CREDENTIAL_WITHDRAWN,
            (fact, data, context) -> withdraw(data.credentialId()))
        .on(RegistryFacts.ENTITY_DELETED, (fact, data, context) -> withdrawAll(data.osid()));
    new BusServer(vertx, new SimpleMeterRegistry())
        .bind(CredentialOperations.ISSUE_CREDENTIAL, this::issue)
        .bind(Fact.deliveryTo("credential"), facts::accept)
        .bind(Fact.deliveryTo("file"), (fact, context) -> Future.succeededFuture(Done.DONE))
        .open();
  }

  void fails(int percentOfEachKind) {
    percent = percentOfEachKind;
  }

  void losesReplies(int perThousand) {
    lost = perThousand;
  }

  /**
   * Revokes the credentials whose reply was lost, or came too late, and that no entity has, as
   * credential-service does some time after each issue.
   */
  void confirm(String type) {
    List<Issued> issued =
        valid.entrySet().stream()
            .filter(one -> unheard.contains(one.getKey()) || isOld(one.getKey()))
            .filter(one -> !confirmed.contains(one.getKey()))
            .map(one -> new Issued(type, one.getValue(), one.getKey(), null))
            .toList();
    for (int from = 0; from < issued.size(); from += MOST_AT_ONCE) {
      confirm(issued.subList(from, Math.min(issued.size(), from + MOST_AT_ONCE)));
    }
  }

  private void confirm(List<Issued> issued) {
    FindHeldCredentialsRequest request = new FindHeldCredentialsRequest(issued);
    Set<String> held =
        await(bus.request(AttestationOperations.FIND_HELD_CREDENTIALS, request, Calls.byNobody()))
            .credentialIds();
    confirmed.addAll(held);
    issued.stream()
        .map(Issued::credentialId)
        .filter(id -> !held.contains(id))
        .forEach(valid::remove);
  }

  private boolean isOld(String id) {
    return waitedFor.get(id).passed();
  }

  /** The valid credentials of an entity. */
  Set<String> validOf(String osid) {
    return Set.copyOf(
        valid.entrySet().stream()
            .filter(one -> one.getValue().equals(osid))
            .map(Map.Entry::getKey)
            .toList());
  }

  private Future<IssuedCredential> issue(IssueCredentialRequest request, CallContext context) {
    int number = chance.nextInt(100);
    if (number < percent) {
      return Future.failedFuture(refusal().exception());
    }
    if (number < 2 * percent) {
      return Future.failedFuture(
          FailureException.of(FailureKind.UNAVAILABLE, "credential.away", "Not now."));
    }
    return vertx.timer(1 + number % 8).map(signed -> issue(request)).compose(this::reply);
  }

  private Future<IssuedCredential> reply(IssuedCredential issued) {
    if (chance.nextInt(1_000) >= lost) {
      return Future.succeededFuture(issued);
    }
    unheard.add(issued.credentialId());
    return Promise.<IssuedCredential>promise().future();
  }

  private IssuedCredential issue(IssueCredentialRequest request) {
    String id = "urn:uuid:" + UUID.randomUUID();
    waitedFor.put(id, Deadline.in(LONGEST_CALL));
    valid.put(id, request.entityId());
    ObjectNode credential = Json.object();
    credential.put("id", id).set("credentialSubject", Json.read(request.data()));
    return new IssuedCredential(id, Json.write(credential));
  }

  private static Failure refusal() {
    Violation wrong = new Violation("/credentialSubject/name", "iri", "It is no IRI.");
    return new Failure(
        FailureKind.INVALID, "credential.invalid", "It cannot be signed.", List.of(wrong));
  }

  private Future<Void> withdraw(String credentialId) {
    valid.remove(credentialId);
    return Future.succeededFuture();
  }

  private Future<Void> withdrawAll(String osid) {
    valid.values().removeIf(osid::equals);
    return Future.succeededFuture();
  }
}

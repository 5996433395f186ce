package org.attestry.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.AdoptCredentialsRequest;
import org.attestry.contracts.credential.CredentialOperations.AdoptedCredentials;
import org.attestry.contracts.credential.CredentialOperations.AdoptedCredentials.Adopted;
import org.attestry.contracts.credential.CredentialOperations.IssueCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.IssuedCredential;
import org.attestry.contracts.credential.CredentialOperations.Suspension;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.json.Json;

/** Credential-service as far as registry-service can see it; its credentials carry no proof. */
public final class CredentialPeer {

  public final AtomicBoolean down = new AtomicBoolean();

  /** Why nothing can be made from a request, or null. */
  public final AtomicReference<Failure> refusing = new AtomicReference<>();

  /** Why it issues none for a policy, or, by an empty name, for the content of entities. */
  public final Map<String, Failure> refusingOf = new ConcurrentHashMap<>();

  /** Whether it issues, and its reply is lost. */
  public final AtomicBoolean losingReplies = new AtomicBoolean();

  /** When it issues; each request waits for that. */
  public final AtomicReference<Future<Void>> issuing =
      new AtomicReference<>(Future.succeededFuture());

  /** How many requests to issue came. */
  public final AtomicInteger requests = new AtomicInteger();

  /** The id of all that it issues; null for an id for each. */
  public final AtomicReference<String> fixedId = new AtomicReference<>();

  public final List<IssuedCredential> issued = new CopyOnWriteArrayList<>();

  public final List<String> issuedIds = new CopyOnWriteArrayList<>();

  /** Under what it issued, of which an item may be null. */
  public final List<Suspension> suspensions = Collections.synchronizedList(new ArrayList<>());

  /** Suspensions and reinstatements. */
  public final List<Fact> statusFacts = new CopyOnWriteArrayList<>();

  /** The entities of which somebody is an owner no more. */
  public final List<String> ownershipsEnded = new CopyOnWriteArrayList<>();

  public final List<CredentialWithdrawn> withdrawn = new CopyOnWriteArrayList<>();

  /** How many more credentials it issues before it is not available for that. */
  private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);

  CredentialPeer(Vertx vertx) {
    new BusServer(vertx, new SimpleMeterRegistry())
        .bind(CredentialOperations.ISSUE_CREDENTIAL, this::issue)
        .bind(CredentialOperations.ADOPT_CREDENTIALS, (request, context) -> adopt(request))
        .bind(Fact.deliveryTo("credential"), this::accept)
        .open();
  }

  /** Issues at most some credentials during the work; returns their ids. */
  List<String> issuingAtMost(int most, Runnable work) {
    int before = issuedIds.size();
    left.set(most);
    try {
      work.run();
    } finally {
      left.set(Integer.MAX_VALUE);
    }
    return issuedIds.stream().skip(before).toList();
  }

  /** Takes what is not {@code forged}, as revoked if it is {@code ended}. */
  private static Future<AdoptedCredentials> adopt(AdoptCredentialsRequest request) {
    return Future.succeededFuture(
        new AdoptedCredentials(
            request.credentials().stream().map(one -> adopt(one.credential().text())).toList()));
  }

  private static Adopted adopt(String text) {
    return text.contains("forged")
        ? new Adopted(null, false, "The credential does not verify (proof: invalid).")
        : new Adopted("urn:former:" + text.hashCode(), text.contains("ended"), null);
  }

  private Future<IssuedCredential> issue(IssueCredentialRequest request, CallContext context) {
    requests.incrementAndGet();
    return issuing.get().compose(now -> issueNow(request));
  }

  private Future<IssuedCredential> issueNow(IssueCredentialRequest request) {
    if (down.get() || left.getAndDecrement() <= 0) {
      return Future.failedFuture(unavailable());
    }
    String policy = request.attestationName() == null ? "" : request.attestationName();
    Failure refusal = refusingOf.getOrDefault(policy, refusing.get());
    if (refusal != null) {
      return Future.failedFuture(refusal.exception());
    }
    IssuedCredential made = issue(request);
    return losingReplies.get() ? Future.failedFuture(unavailable()) : Future.succeededFuture(made);
  }

  private IssuedCredential issue(IssueCredentialRequest request) {
    String id = fixedId.get() == null ? "urn:uuid:" + UUID.randomUUID() : fixedId.get();
    issuedIds.add(id);
    suspensions.add(request.suspension());
    ObjectNode credential = Json.object();
    JsonNode data = Json.read(request.data());
    credential.put("id", id).set("credentialSubject", data);
    String end = Json.read(request.credentialTemplate()).path("validUntil").asText();
    if (data.path(end.replaceAll("[{}]", "")).isTextual()) {
      credential.set("validUntil", data.get(end.replaceAll("[{}]", "")));
    }
    IssuedCredential made = new IssuedCredential(id, Json.write(credential));
    issued.add(made);
    return made;
  }

  private Future<Done> accept(Fact fact, CallContext context) {
    if (down.get()) {
      return Future.failedFuture(unavailable());
    }
    if (fact.type().endsWith("CredentialWithdrawn")) {
      withdrawn.add(Json.read(fact.data(), CredentialWithdrawn.class));
    }
    if (fact.type().endsWith("CredentialSuspended") || fact.type().endsWith("Reinstated")) {
      statusFacts.add(fact);
    }
    if (fact.type().endsWith("OwnershipEnded")) {
      ownershipsEnded.add(fact.subject());
    }
    return Future.succeededFuture(Done.DONE);
  }

  private static Throwable unavailable() {
    return FailureException.of(FailureKind.UNAVAILABLE, "credential.down", "Not now.");
  }
}

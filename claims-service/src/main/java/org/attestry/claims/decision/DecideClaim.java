package org.attestry.claims.decision;

import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.attestry.claims.claim.BusRegistry;
import org.attestry.claims.claim.Claim;
import org.attestry.claims.claim.ClaimFailures;
import org.attestry.claims.claim.ClaimNote;
import org.attestry.claims.claim.DecisionAttempt;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.claims.claim.PgClaimStore.Closing;
import org.attestry.claims.raise.KnownClaims;
import org.attestry.claims.raise.RefreshClaims;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Operation;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations;
import org.attestry.contracts.claims.ClaimsOperations.AttestClaimRequest;
import org.attestry.contracts.claims.ClaimsOperations.AttestedClaim;
import org.attestry.contracts.claims.ClaimsOperations.WithdrawClaimRequest;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.DecideAttestationRequest;
import org.attestry.contracts.registry.AttestationOperations.DecidedAttestation;
import org.attestry.runtime.idempotency.KeyedRequests;

/**
 * Submits the decision on an open claim to the registry, which commits it together with the change
 * of the entity. The registry's reply then closes the claim; if it is lost, the fact from Kafka
 * does. Only the attempt with its note is stored beforehand.
 */
public final class DecideClaim {

  /** Its timeout is shorter than that of the callers of claims-service. */
  private static final Operation<DecideAttestationRequest, DecidedAttestation> DECIDE =
      AttestationOperations.DECIDE_ATTESTATION.within(Duration.ofSeconds(8));

  private final PgClaimStore store;
  private final KnownClaims claims;
  private final ReadClaim reading;
  private final KeyedRequests requests;
  private final BusRegistry registry;
  private final RefreshClaims refresh;

  public DecideClaim(
      KnownClaims claims, ReadClaim reading, KeyedRequests requests, BusRegistry registry) {
    this.store = claims.store();
    this.claims = claims;
    this.reading = reading;
    this.requests = requests;
    this.registry = registry;
    this.refresh = new RefreshClaims(store, registry);
  }

  /**
   * Grants or rejects a claim. The registry checks that the caller is currently an attestor of the
   * claim.
   */
  public Future<AttestedClaim> attestClaim(AttestClaimRequest request, CallContext context) {
    if (!context.caller().known()) {
      throw ClaimFailures.unauthenticated();
    }
    Decision wanted = decision(request.action());
    UUID id = ClaimFailures.id(request.claimId());
    return find(id, context)
        .compose(claim -> ofPolicyInForce(claim, request.entityName(), context))
        .map(claim -> requireAttestorType(claim, request.entityName(), context.caller()))
        .compose(
            claim ->
                once(
                    ClaimsOperations.ATTEST_CLAIM,
                    request,
                    new Wanted(claim, wanted, request.entityName(), request.notes()),
                    context));
  }

  /**
   * Withdraws a claim, for callers who may change the entity by the registry's rules. Fails
   * NOT_FOUND if the caller may not read the claim.
   */
  public Future<AttestedClaim> withdrawClaim(WithdrawClaimRequest request, CallContext context) {
    return reading
        .find(request.entityName(), request.claimId(), context)
        .compose(
            claim -> {
              if (!claim.entity().equals(request.entityName())) {
                throw ClaimFailures.unknown();
              }
              return once(
                  ClaimsOperations.WITHDRAW_CLAIM,
                  request,
                  new Wanted(claim, Decision.WITHDRAWN, null, request.notes()),
                  context);
            });
  }

  private Future<Claim> find(UUID id, CallContext context) {
    return store
        .find(id)
        .compose(
            found -> found.isPresent() ? Future.succeededFuture(found) : claims.opened(id, context))
        .map(found -> found.orElseThrow(ClaimFailures::unknown));
  }

  /**
   * Refreshes an open claim if its stored attestor type differs from the caller's, because the
   * policy may have been changed since.
   */
  private Future<Claim> ofPolicyInForce(Claim claim, String attestorType, CallContext context) {
    return claim.status() != ClaimStatus.OPEN
            || claim.audience().attestorEntity().equals(attestorType)
        ? Future.succeededFuture(claim)
        : refresh
            .refresh(claim.entity(), claim.entityId(), claim.id(), context)
            .compose(refreshed -> find(claim.id(), context));
  }

  private static Claim requireAttestorType(Claim claim, String type, Caller caller) {
    if (!claim.audience().attestorEntity().equals(type) || !caller.roles().contains(type)) {
      throw ClaimFailures.notTheAttestor();
    }
    return claim;
  }

  private static Decision decision(String action) {
    return switch (action) {
      case "GRANT_CLAIM" -> Decision.GRANTED;
      case "REJECT_CLAIM" -> Decision.REJECTED;
      case null, default ->
          throw FailureException.invalid(
              "claims.action.invalid",
              "/action",
              "enum",
              "The action is GRANT_CLAIM or REJECT_CLAIM.");
    };
  }

  /**
   * @return the decided claim; fails CONFLICT if the claim is closed, and with the registry's
   *     failure
   */
  private <Q> Future<AttestedClaim> once(
      Operation<Q, AttestedClaim> operation, Q request, Wanted wanted, CallContext context) {
    String note = wanted.checkedNote();
    return requests.once(
        operation,
        request,
        context,
        attempt ->
            submit(wanted, attempt(attempt.id(), wanted, note, context), context)
                .compose(reply -> requests.complete(attempt, reply)));
  }

  private Future<AttestedClaim> submit(
      Wanted wanted, DecisionAttempt attempt, CallContext context) {
    Claim claim = wanted.claim();
    if (!claim.isOpenTo(attempt.id())) {
      throw ClaimFailures.closed(claim.outcome().decision());
    }
    return store
        .begin(attempt)
        .compose(begun -> registry.bus().request(DECIDE, request(wanted, attempt), context))
        .recover(cause -> refused(attempt.id(), cause))
        .compose(decided -> close(claim, attempt, decided.state(), context).map(decided))
        .map(
            decided ->
                new AttestedClaim(claim.id().toString(), attempt.decision(), decided.state()));
  }

  /** Closes the decided claim. If this fails, the registry's fact closes it when it arrives. */
  private Future<Void> close(
      Claim claim, DecisionAttempt attempt, String state, CallContext context) {
    if (state.equals(ReadClaimHistory.WAITING)) {
      return Future.succeededFuture();
    }
    Closing closing =
        new Closing(claim.id(), attempt.decision(), attempt.id(), attempt.by(), attempt.at());
    return store
        .inTransaction(claim.entityId(), transaction -> transaction.close(closing, context))
        .otherwiseEmpty();
  }

  private static DecideAttestationRequest request(Wanted wanted, DecisionAttempt attempt) {
    return new DecideAttestationRequest(
        wanted.claim().entity(),
        wanted.claim().entityId(),
        wanted.claim().id().toString(),
        attempt.decision(),
        attempt.id(),
        wanted.attestorType(),
        attempt.note() != null);
  }

  private static DecisionAttempt attempt(UUID id, Wanted wanted, String note, CallContext context) {
    return new DecisionAttempt(
        id,
        wanted.claim().id(),
        wanted.decision(),
        context.caller().userId(),
        context.caller().tokenId(),
        note,
        Instant.now().truncatedTo(ChronoUnit.MILLIS));
  }

  private <T> Future<T> refused(UUID attempt, Throwable cause) {
    return (KeyedRequests.hadNoEffect(cause) ? store.forget(attempt) : Future.succeededFuture())
        .transform(done -> Future.failedFuture(cause));
  }

  /**
   * A decision that is to be submitted.
   *
   * @param attestorType the attestor type of which the caller is a member, or null for a withdrawal
   * @param note the caller's note, or null
   */
  private record Wanted(Claim claim, Decision decision, String attestorType, String note) {

    /** Returns the note to store, or null. */
    String checkedNote() {
      return note == null || note.isBlank() ? null : ClaimNote.checked(note, "/notes");
    }
  }
}

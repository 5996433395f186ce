package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.claims.ClaimStatus;
import org.attestry.contracts.claims.ClaimsOperations.AttestClaimRequest;
import org.attestry.contracts.claims.ClaimsOperations.AttestedClaim;
import org.attestry.contracts.claims.ClaimsOperations.WithdrawClaimRequest;
import org.attestry.contracts.claims.Decision;

/**
 * Submits the decision on an open claim to the registry, which takes it together with what the
 * entity shows. Its fact then closes the claim ({@link CloseClaims}): before the registry replies
 * where this service can be reached, through Kafka otherwise. Only the note is stored beforehand.
 */
public final class DecideClaim {

  private final ClaimStore store;
  private final ReadClaim reading;
  private final Idempotency idempotency;
  private final AttestationRegistry registry;
  private final RefreshClaims refresh;

  public DecideClaim(ClaimStore store, IdempotencyStore requests, AttestationRegistry registry) {
    this.store = store;
    this.reading = new ReadClaim(store, registry);
    this.idempotency = new Idempotency(requests);
    this.registry = registry;
    this.refresh = new RefreshClaims(store, registry);
  }

  /** Grants or rejects a claim. The registry checks that the caller is an attestor of it now. */
  public Future<AttestedClaim> handle(AttestClaimRequest request, CallContext context) {
    if (!context.caller().known()) {
      throw ClaimFailures.unauthenticated();
    }
    Decision wanted = decision(request.action());
    UUID id = ClaimFailures.id(request.claimId());
    return find(id)
        .compose(claim -> ofPolicyInForce(claim, request.entityName(), context))
        .map(claim -> requireAttestorType(claim, request.entityName(), context.caller()))
        .compose(claim -> submit(claim, wanted, request.entityName(), request.notes(), context));
  }

  /**
   * Takes a claim back, for who may change the entity, as the registry says. To who may not read
   * the claim it looks like none.
   */
  public Future<AttestedClaim> handle(WithdrawClaimRequest request, CallContext context) {
    return reading
        .find(request.entityName(), request.claimId(), context)
        .compose(
            claim -> {
              if (!claim.entity().equals(request.entityName())) {
                throw ClaimFailures.unknown();
              }
              return submit(claim, Decision.WITHDRAWN, null, request.notes(), context);
            });
  }

  private Future<Claim> find(UUID id) {
    return store.find(id).map(found -> found.orElseThrow(ClaimFailures::unknown));
  }

  /** The attestors of an open claim may be another type's since its policy was changed. */
  private Future<Claim> ofPolicyInForce(Claim claim, String attestorType, CallContext context) {
    return claim.status() != ClaimStatus.OPEN
            || claim.audience().attestorEntity().equals(attestorType)
        ? Future.succeededFuture(claim)
        : refresh
            .refresh(claim.entity(), claim.entityId(), claim.id(), context)
            .compose(refreshed -> find(claim.id()));
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
          throw Failure.invalid(
                  "claims.action.invalid",
                  "/action",
                  "enum",
                  "The action is GRANT_CLAIM or REJECT_CLAIM.")
              .exception();
    };
  }

  /**
   * @param attestorType the type in whose name the caller decides, or null for a withdrawal
   * @param note the caller's, or null
   * @return fails CONFLICT when the claim is closed, and as the registry refuses
   */
  private Future<AttestedClaim> submit(
      Claim claim, Decision decision, String attestorType, String note, CallContext context) {
    String text = note == null || note.isBlank() ? null : ClaimNote.checked(note, "/notes");
    return idempotency.once(
        Arrays.asList(claim.id().toString(), decision, attestorType, note),
        AttestedClaim.class,
        context,
        attempt ->
            submit(claim, attempt(attempt, claim, decision, text, context), attestorType, context));
  }

  private Future<AttestedClaim> submit(
      Claim claim, DecisionAttempt attempt, String attestorType, CallContext context) {
    if (!claim.isOpenTo(attempt.id())) {
      throw ClaimFailures.closed(claim.outcome().decision());
    }
    return store
        .begin(attempt)
        .compose(begun -> registry.decideAttestation(claim, attempt, attestorType, context))
        .recover(cause -> refused(attempt.id(), cause))
        .map(
            decided ->
                new AttestedClaim(claim.id().toString(), attempt.decision(), decided.state()));
  }

  private static DecisionAttempt attempt(
      UUID id, Claim claim, Decision decision, String note, CallContext context) {
    return new DecisionAttempt(
        id,
        claim.id(),
        decision,
        context.caller().userId(),
        context.caller().tokenId(),
        note,
        Instant.now().truncatedTo(ChronoUnit.MILLIS));
  }

  private <T> Future<T> refused(UUID attempt, Throwable cause) {
    return (Idempotency.hadNoEffect(cause) ? store.forget(attempt) : Future.succeededFuture())
        .transform(done -> Future.failedFuture(cause));
  }
}

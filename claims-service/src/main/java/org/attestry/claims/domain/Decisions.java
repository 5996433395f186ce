package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import org.attestry.claims.domain.DecisionRequests.Begun;
import org.attestry.claims.domain.DecisionRequests.Request;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.claims.AttestedClaim;
import org.attestry.contracts.claims.Decision;
import org.attestry.runtime.facts.Ids;
import org.attestry.runtime.json.Json;

/**
 * Has open claims decided. The registry takes the decision, together with what it shows; its fact
 * then closes the claim ({@link CloseClaims}), before the registry's reply where this service is
 * there, and through Kafka otherwise. What is stored here beforehand is the note alone.
 */
final class Decisions {

  /** After these nobody knows whether the decision was taken; its note must stay. */
  private static final Set<FailureKind> UNKNOWN_OUTCOME =
      EnumSet.of(FailureKind.UNAVAILABLE, FailureKind.TIMEOUT, FailureKind.INTERNAL);

  private static final int LONGEST_NOTE = 10_000;

  /** How long a key outlives the deadline of work that ended with its process. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private final ClaimStore store;
  private final DecisionRequests requests;
  private final AttestationRegistry registry;

  Decisions(ClaimStore store, DecisionRequests requests, AttestationRegistry registry) {
    this.store = store;
    this.requests = requests;
    this.registry = registry;
  }

  /**
   * @param attestorType the type in whose name the caller decides, or null for a withdrawal
   * @param note what the caller remarks, or null
   * @return fails CONFLICT when the claim is closed, and as the registry refuses. Under an {@code
   *     Idempotency-Key} the same request gets the same answer for a day; another one is
   *     UNPROCESSABLE, one in flight CONFLICT
   */
  Future<AttestedClaim> decide(
      Claim claim, Decision decision, String attestorType, String note, CallContext context) {
    checkNote(note);
    UUID attempt = context.callId() == null ? Ids.next() : context.callId();
    if (context.idempotencyKey() == null) {
      return decide(claim, attempt(attempt, claim, decision, note, context), attestorType, context);
    }
    Request request =
        new Request(
            context.caller().userId(),
            context.idempotencyKey(),
            digest(claim.id(), decision, attestorType, note));
    return requests
        .begin(request, attempt, context.deadline().remaining().plus(MARGIN))
        .compose(
            begun ->
                switch (begun) {
                  case Begun.Ours(UUID mine) ->
                      once(
                          claim,
                          attempt(mine, claim, decision, note, context),
                          attestorType,
                          context);
                  case Begun.Answered(AttestedClaim answer) -> Future.succeededFuture(answer);
                  case Begun.InFlight inFlight -> Future.failedFuture(ClaimFailures.inFlight());
                  case Begun.Other other -> Future.failedFuture(ClaimFailures.keyReused());
                });
  }

  private Future<AttestedClaim> once(
      Claim claim, DecisionAttempt attempt, String attestorType, CallContext context) {
    return Future.succeededFuture()
        .compose(begun -> decide(claim, attempt, attestorType, context))
        .recover(
            cause ->
                (isRolledBack(cause) ? requests.release(attempt.id()) : Future.succeededFuture())
                    .transform(done -> Future.failedFuture(cause)))
        .compose(answer -> requests.answered(attempt.id(), answer).map(answer));
  }

  private Future<AttestedClaim> decide(
      Claim claim, DecisionAttempt attempt, String attestorType, CallContext context) {
    if (!claim.isOpenTo(attempt.id())) {
      throw ClaimFailures.closed(claim.decision());
    }
    return store
        .begin(attempt)
        .compose(begun -> registry.decide(claim, attempt, attestorType, context))
        .recover(cause -> refused(attempt, cause))
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
        note == null || note.isBlank() ? null : note,
        Instant.now().truncatedTo(ChronoUnit.MILLIS));
  }

  private static String digest(UUID claim, Decision decision, String attestorType, String note) {
    byte[] request =
        Json.write(Arrays.asList(claim.toString(), decision, attestorType, note)).utf8();
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(request);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException everyJvmHasIt) {
      throw new IllegalStateException(everyJvmHasIt);
    }
  }

  private static void checkNote(String note) {
    if (note != null && (note.length() > LONGEST_NOTE || note.indexOf('\0') >= 0)) {
      throw Failure.invalid(
              "claims.notes.invalid",
              "/notes",
              "maxLength",
              "Notes have up to %d characters, none of them NUL.".formatted(LONGEST_NOTE))
          .exception();
    }
  }

  private <T> Future<T> refused(DecisionAttempt attempt, Throwable cause) {
    return (isRolledBack(cause) ? store.forget(attempt.id()) : Future.succeededFuture())
        .transform(done -> Future.failedFuture(cause));
  }

  private static boolean isRolledBack(Throwable cause) {
    return cause instanceof FailureException failed
        && !UNKNOWN_OUTCOME.contains(failed.failure().kind());
  }
}

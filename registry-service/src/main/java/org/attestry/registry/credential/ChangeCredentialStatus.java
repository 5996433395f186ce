package org.attestry.registry.credential;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Operation;
import org.attestry.contracts.registry.CredentialReinstated;
import org.attestry.contracts.registry.CredentialSuspended;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.ReinstateCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SuspendCredentialRequest;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.attestation.Attestation;
import org.attestry.registry.attestation.Attestations;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.status.CredentialStatus;
import org.attestry.registry.status.CredentialStatus.Change;
import org.attestry.registry.status.StatusRight;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.FactNotifier;
import org.attestry.registry.stored.HeldCredential;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.stored.TransactionalStep;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.AsyncCall;
import org.attestry.runtime.idempotency.KeyedRequests;
import org.attestry.runtime.idempotency.KeyedRequests.RequestAttempt;
import org.attestry.runtime.outbox.Facts;

/**
 * Revokes, suspends and reinstates the credentials of entities and attestations (interface 7.4). A
 * suspension by a higher right is changed by nobody with a lower one. Suspending and reinstating
 * succeed even if the credential already has the status, and each request adds one history entry.
 */
public record ChangeCredentialStatus(
    TypeCatalogue types,
    KeyedRequests requests,
    EntityChanges changes,
    FactNotifier notifier,
    AttestorRule attestors) {

  /** The rule for who is an attestor of an attestation. */
  @FunctionalInterface
  public interface AttestorRule {

    /**
     * Fails with UNAUTHENTICATED or FORBIDDEN if the caller is none under this role.
     *
     * @param attestation null for callers who could decide one of the policy that is raised now
     */
    Future<Void> require(
        PublishedType type,
        StoredEntity entity,
        Attestation attestation,
        AttestationPolicy policy,
        String role,
        CallContext context);
  }

  public Future<Done> revokeCredential(RevokeCredentialRequest request, CallContext context) {
    Wanted wanted =
        new Wanted(
            Change.REVOKED,
            CredentialName.of(request.credentialId(), request.policy(), request.attestationId()),
            null,
            request.reason());
    return once(
        EntityOperations.REVOKE_CREDENTIAL,
        request.type(),
        request,
        context,
        (type, attempt) ->
            commit(
                change(type, request.id(), "revokeCredential", attempt, context)
                    .endingCredential(CredentialWithdrawn.Reason.REVOKED),
                before -> changed(type, before, wanted, context)));
  }

  /** Fails INVALID for an end that is not in the future. */
  public Future<Done> suspendCredential(SuspendCredentialRequest request, CallContext context) {
    Wanted wanted =
        new Wanted(
            Change.SUSPENDED,
            CredentialName.of(request.credentialId(), request.policy(), request.attestationId()),
            request.until(),
            request.reason());
    return once(
        EntityOperations.SUSPEND_CREDENTIAL,
        request.type(),
        request,
        context,
        (type, attempt) ->
            commit(
                change(type, request.id(), "suspendCredential", attempt, context)
                    .publishing(
                        entity ->
                            fact(
                                entity,
                                wanted.named(),
                                held -> suspended(type, entity, held, request.until(), context))),
                before -> changed(type, before, wanted, context)));
  }

  public Future<Done> reinstateCredential(ReinstateCredentialRequest request, CallContext context) {
    Wanted wanted =
        new Wanted(
            Change.REINSTATED,
            CredentialName.of(request.credentialId(), request.policy(), request.attestationId()),
            null,
            request.reason());
    return once(
        EntityOperations.REINSTATE_CREDENTIAL,
        request.type(),
        request,
        context,
        (type, attempt) ->
            commit(
                change(type, request.id(), "reinstateCredential", attempt, context)
                    .publishing(
                        entity ->
                            fact(
                                entity,
                                wanted.named(),
                                held -> reinstated(type, entity, held, context))),
                before -> changed(type, before, wanted, context)));
  }

  private <Q> Future<Done> once(
      Operation<Q, Done> operation,
      String typeName,
      Q request,
      CallContext context,
      BiFunction<PublishedType, RequestAttempt, Future<Done>> work) {
    return types
        .require(typeName)
        .compose(
            type -> {
              AccessRules.requireTokenUnlessOpen(type.config(), context.caller());
              return requests.once(
                  operation, request, context, attempt -> work.apply(type, attempt));
            });
  }

  private static EntityChanges.Request change(
      PublishedType type,
      String id,
      String operation,
      RequestAttempt attempt,
      CallContext context) {
    return EntityChanges.Request.of(type, id, operation, null, any -> {}, context)
        .with(entity -> TransactionalStep.storing(attempt, Done.DONE));
  }

  /**
   * Commits the change and succeeds only when credential-service has received it. A repeated call
   * fails with UNAVAILABLE, because it cannot determine whether credential-service has the change.
   */
  private Future<Done> commit(EntityChanges.Request change, EntityChanges.Step step) {
    return changes
        .commit(change, step)
        .compose(
            changed ->
                changed.repeated()
                    ? Future.failedFuture(incomplete())
                    : notifier
                        .notifyOrFail(changed.facts(), change.context())
                        .recover(cause -> Future.failedFuture(incomplete())))
        .map(Done.DONE);
  }

  /** Returns the entity with the changed status of a credential. */
  private Future<StoredEntity> changed(
      PublishedType type, StoredEntity before, Wanted wanted, CallContext context) {
    CredentialName named = wanted.named();
    Optional<Attestation> attestation = named.in(before);
    Attestation current = attestation.map(one -> one.inForce().orElse(one)).orElse(null);
    String policy = current == null ? named.policy() : current.policy();
    return right(type, before, policy, current, context)
        .map(
            right -> {
              Instant now = Instant.now();
              if (wanted.until() != null && !wanted.until().isAfter(now)) {
                throw over();
              }
              CredentialStatus status = wanted.status(right, context.caller().userId(), now);
              if (attestation.isPresent()) {
                requireRight(attestation.get().status(), right, now);
                return StatusChanges.of(before, attestation.get(), status);
              }
              if (named.policy() != null) {
                throw unknownAttestation();
              }
              requireCurrent(before, named.credentialId());
              requireRight(before.credential().status(), right, now);
              return StatusChanges.of(before, status);
            });
  }

  /** Fails with FORBIDDEN while the credential is suspended by a higher right. */
  private static void requireRight(CredentialStatus now, StatusRight right, Instant at) {
    CredentialStatus.suspension(now, at)
        .filter(suspension -> suspension.right().compareTo(right) > 0)
        .ifPresent(
            suspension -> {
              throw suspendedByHigher(suspension.right());
            });
  }

  /**
   * Returns the highest right by which the caller may change the status.
   *
   * @param policy null for the credential of the entity
   * @param attestation the one in force, so that a renewal does not change who has a right to it;
   *     null for the credential of the entity, and if there is none: the attestors of a policy may
   *     know that
   */
  private Future<StatusRight> right(
      PublishedType type,
      StoredEntity entity,
      String policy,
      Attestation attestation,
      CallContext context) {
    if (context.caller().admin()) {
      return Future.succeededFuture(StatusRight.ADMIN);
    }
    return Optional.ofNullable(policy)
        .flatMap(type::policy)
        .filter(one -> one.rules().attestorMayRevoke())
        .map(one -> rightOfAttestor(type, entity, attestation, one, context))
        .orElseGet(() -> rightOfOwner(type, entity, context));
  }

  private Future<StatusRight> rightOfAttestor(
      PublishedType type,
      StoredEntity entity,
      Attestation attestation,
      AttestationPolicy policy,
      CallContext context) {
    return attestors
        .require(type, entity, attestation, policy, policy.attestorEntity(), context)
        .map(StatusRight.ATTESTOR)
        .recover(
            cause ->
                rightOfOwner(type, entity, context)
                    .recover(refused -> Future.failedFuture(isRefusal(cause) ? refused : cause)));
  }

  private static boolean isRefusal(Throwable cause) {
    return FailureException.isOf(cause, FailureKind.FORBIDDEN, FailureKind.UNAUTHENTICATED);
  }

  private static Future<StatusRight> rightOfOwner(
      PublishedType type, StoredEntity entity, CallContext context) {
    return AsyncCall.of(
        () -> {
          AccessRules.revoke(type.config(), context.caller(), entity.owners());
          return Future.succeededFuture(StatusRight.OWNER);
        });
  }

  private static void requireCurrent(StoredEntity entity, String credentialId) {
    if (credentialId != null && !credentialId.equals(entity.credential().id())) {
      throw FailureException.notFound(
          "registry.credential.unknown",
          "No entity holds a credential of this id now: it was revoked or replaced.");
    }
  }

  /**
   * The requested change.
   *
   * @param until when a suspension ends, or null
   */
  private record Wanted(Change change, CredentialName named, Instant until, String reason) {

    CredentialStatus status(StatusRight right, String by, Instant at) {
      return new CredentialStatus(change, right, by, at, until, reason);
    }
  }

  /**
   * The credential that a request names: that of an attestation, or else the one with an id, or
   * else that of the entity's content.
   */
  private record CredentialName(String credentialId, String policy, String attestationId) {

    static CredentialName of(String credentialId, String policy, String attestationId) {
      return new CredentialName(credentialId, policy, attestationId);
    }

    /** Returns the attestation of the named credential; empty for the entity's content. */
    Optional<Attestation> in(StoredEntity entity) {
      if (policy != null) {
        return Attestations.named(entity.attestations(), policy, attestationId);
      }
      return credentialId == null || credentialId.equals(entity.credential().id())
          ? Optional.empty()
          : Attestations.holding(entity.attestations(), credentialId);
    }
  }

  /**
   * Returns the fact about a credential after the change; none about one that is not there yet.
   *
   * @param of makes the fact from the credential of an attestation, or from null
   */
  private static List<Fact> fact(
      StoredEntity after, CredentialName named, Function<HeldCredential, Fact> of) {
    return named
        .in(after)
        .map(attestation -> HeldCredential.of(attestation).map(of).stream().toList())
        .orElseGet(() -> after.credential().holds() ? List.of(of.apply(null)) : List.of());
  }

  private static Fact suspended(
      PublishedType type,
      StoredEntity entity,
      HeldCredential held,
      Instant until,
      CallContext context) {
    CredentialSuspended data =
        new CredentialSuspended(
            type.name(),
            entity.osid(),
            entity.version(),
            context.caller().userId(),
            held == null ? null : held.id(),
            held == null ? null : held.digest(),
            until);
    return Facts.of(RegistryFacts.CREDENTIAL_SUSPENDED, entity.osid(), data, context);
  }

  private static Fact reinstated(
      PublishedType type, StoredEntity entity, HeldCredential held, CallContext context) {
    CredentialReinstated data =
        new CredentialReinstated(
            type.name(),
            entity.osid(),
            entity.version(),
            context.caller().userId(),
            held == null ? null : held.id(),
            held == null ? null : held.digest());
    return Facts.of(RegistryFacts.CREDENTIAL_REINSTATED, entity.osid(), data, context);
  }

  private static FailureException unknownAttestation() {
    return FailureException.notFound(
        "registry.attestation.unknown",
        "The entity has no such attestation; ids of attestation records, and the properties that"
            + " are attested, stand in the entity.");
  }

  private static FailureException suspendedByHigher(StatusRight right) {
    String who = right == StatusRight.ADMIN ? "an admin" : "an attestor of its policy";
    return FailureException.of(
        FailureKind.FORBIDDEN,
        "registry.credential.suspended-by-higher",
        "The credential was suspended by %s; only %s changes its status until that ends."
            .formatted(who, right == StatusRight.ADMIN ? "an admin" : who + " or an admin"));
  }

  private static FailureException over() {
    return FailureException.invalid(
        "registry.credential.until",
        "/until",
        "future",
        "A suspension ends in the future; leave until out for one that does not end by itself.");
  }

  private static FailureException incomplete() {
    return FailureException.unavailable(
        "registry.credential.revocation-pending",
        "The revocation is recorded and will complete shortly.");
  }
}

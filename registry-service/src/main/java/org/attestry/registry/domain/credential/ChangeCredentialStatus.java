package org.attestry.registry.domain.credential;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
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
import org.attestry.registry.domain.access.AccessRules;
import org.attestry.registry.domain.attestation.Attestation;
import org.attestry.registry.domain.attestation.Attestations;
import org.attestry.registry.domain.notify.FactNotifier;
import org.attestry.registry.domain.stored.Credential;
import org.attestry.registry.domain.stored.EntityChanges;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.stored.TransactionalStep;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.runtime.facts.Facts;
import org.attestry.runtime.idempotency.KeyedRequests;
import org.attestry.runtime.idempotency.KeyedRequests.RequestAttempt;

/**
 * Revokes the credentials of entities and attestations, and suspends and reinstates those of
 * entities (interface 7.4). Suspending and reinstating succeed even if the credential already has
 * the status, and each request adds one history entry.
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

    /** Fails with UNAUTHENTICATED or FORBIDDEN if the caller is none under this role. */
    Future<Void> require(
        PublishedType type,
        StoredEntity entity,
        Attestation attestation,
        AttestationPolicy policy,
        String role,
        CallContext context);
  }

  public Future<Done> handle(RevokeCredentialRequest request, CallContext context) {
    return once(
        EntityOperations.REVOKE_CREDENTIAL,
        request.type(),
        request,
        context,
        (type, attempt) ->
            commit(
                change(type, request.id(), "revokeCredential", any -> {}, attempt, context)
                    .endingCredential(CredentialWithdrawn.Reason.REVOKED),
                before -> revoked(type, before, request, context)));
  }

  public Future<Done> handle(SuspendCredentialRequest request, CallContext context) {
    return once(
        EntityOperations.SUSPEND_CREDENTIAL,
        request.type(),
        request,
        context,
        (type, attempt) ->
            commit(
                change(
                        type,
                        request.id(),
                        "suspendCredential",
                        entity -> requireRight(type, entity, context),
                        attempt,
                        context)
                    .publishing(entity -> List.of(suspended(type, entity, context))),
                before -> withValidCredential(before, request.credentialId())));
  }

  public Future<Done> handle(ReinstateCredentialRequest request, CallContext context) {
    return once(
        EntityOperations.REINSTATE_CREDENTIAL,
        request.type(),
        request,
        context,
        (type, attempt) ->
            commit(
                change(
                        type,
                        request.id(),
                        "reinstateCredential",
                        entity -> requireRight(type, entity, context),
                        attempt,
                        context)
                    .publishing(entity -> List.of(reinstated(type, entity, context))),
                before -> withValidCredential(before, request.credentialId())));
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
      Consumer<StoredEntity> right,
      RequestAttempt attempt,
      CallContext context) {
    return EntityChanges.Request.of(type, id, operation, null, right, context)
        .with(entity -> TransactionalStep.storing(attempt, Done.DONE));
  }

  private static void requireRight(PublishedType type, StoredEntity entity, CallContext context) {
    AccessRules.revoke(type.config(), context.caller(), entity.owners());
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

  private static void requireCurrent(StoredEntity entity, String credentialId) {
    if (credentialId != null && !credentialId.equals(entity.credential().id())) {
      throw FailureException.notFound(
          "registry.credential.unknown",
          "No entity holds a credential of this id now: it was revoked or replaced.");
    }
  }

  /** Returns the entity with a credential revoked; one that is due will not be signed. */
  private Future<StoredEntity> revoked(
      PublishedType type,
      StoredEntity before,
      RevokeCredentialRequest request,
      CallContext context) {
    Optional<Attestation> attestation = meant(before, request);
    return requireRight(type, before, attestation, context)
        .map(
            allowed -> {
              if (attestation.isPresent()) {
                return withRevoked(before, attestation.get());
              }
              if (request.policy() != null) {
                throw unknownAttestation();
              }
              requireCurrent(before, request.credentialId());
              return withRevoked(before);
            });
  }

  private static Optional<Attestation> meant(StoredEntity entity, RevokeCredentialRequest request) {
    if (request.policy() != null) {
      return Attestations.named(entity.attestations(), request.policy(), request.attestationId());
    }
    String id = request.credentialId();
    return id == null || id.equals(entity.credential().id())
        ? Optional.empty()
        : Attestations.holding(entity.attestations(), id);
  }

  /** Requires the right to revoke, which a policy may give to its attestors. */
  private Future<Void> requireRight(
      PublishedType type,
      StoredEntity entity,
      Optional<Attestation> attestation,
      CallContext context) {
    try {
      requireRight(type, entity, context);
      return Future.succeededFuture();
    } catch (FailureException refused) {
      return attestation
          .flatMap(one -> type.policy(one.policy()))
          .filter(policy -> policy.rules().attestorMayRevoke())
          .map(policy -> requireAttestor(type, entity, attestation.get(), policy, context))
          .orElse(Future.failedFuture(refused));
    }
  }

  private Future<Void> requireAttestor(
      PublishedType type,
      StoredEntity entity,
      Attestation attestation,
      AttestationPolicy policy,
      CallContext context) {
    return attestors
        .require(type, entity, attestation, policy, policy.attestorEntity(), context)
        .recover(
            cause ->
                Future.failedFuture(
                    cause instanceof FailureException refused
                            && FailureException.isOf(
                                cause, FailureKind.FORBIDDEN, FailureKind.UNAUTHENTICATED)
                        ? AccessRules.revocationRefused(refused)
                        : cause));
  }

  private static StoredEntity withRevoked(StoredEntity before, Attestation attestation) {
    Attestation held = attestation.inForce().orElse(attestation);
    if (held.credentialId() == null && !attestation.credentialDue()) {
      throw held.credentialRevoked() ? alreadyRevoked() : none("The attestation");
    }
    return before.withAttestations(Attestations.revoke(before.attestations(), attestation));
  }

  private static StoredEntity withRevoked(StoredEntity before) {
    Credential credential = before.credential();
    if (!credential.due() && !credential.holds()) {
      throw credential.equals(Credential.NONE) ? none("The entity") : alreadyRevoked();
    }
    return before.withCredential(Credential.REVOKED);
  }

  private static FailureException none(String what) {
    return FailureException.conflict("registry.credential.none", what + " has no credential.");
  }

  private static FailureException alreadyRevoked() {
    return FailureException.conflict(
        "registry.credential.already-revoked", "Credential is already revoked");
  }

  private static FailureException unknownAttestation() {
    return FailureException.notFound(
        "registry.attestation.unknown",
        "The entity has no such attestation; ids of attestation records, and the properties that"
            + " are attested, stand in the entity.");
  }

  /**
   * Returns a new version with unchanged content and credential; credential-service stores the
   * status.
   */
  private static Future<StoredEntity> withValidCredential(
      StoredEntity before, String credentialId) {
    requireCurrent(before, credentialId);
    return before.credential().holds()
        ? Future.succeededFuture(before.withCredential(before.credential()))
        : Future.failedFuture(
            FailureException.conflict(
                "registry.credential.none", "The entity has no credential that is valid."));
  }

  private static Fact suspended(PublishedType type, StoredEntity entity, CallContext context) {
    CredentialSuspended data =
        new CredentialSuspended(
            type.name(), entity.osid(), entity.version(), context.caller().userId());
    return Facts.of(RegistryFacts.CREDENTIAL_SUSPENDED, entity.osid(), data, context);
  }

  private static Fact reinstated(PublishedType type, StoredEntity entity, CallContext context) {
    CredentialReinstated data =
        new CredentialReinstated(
            type.name(), entity.osid(), entity.version(), context.caller().userId());
    return Facts.of(RegistryFacts.CREDENTIAL_REINSTATED, entity.osid(), data, context);
  }

  private static FailureException incomplete() {
    return FailureException.unavailable(
        "registry.credential.revocation-pending",
        "The revocation is recorded and will complete shortly.");
  }
}

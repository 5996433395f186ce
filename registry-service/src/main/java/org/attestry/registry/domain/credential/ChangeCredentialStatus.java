package org.attestry.registry.domain.credential;

import io.vertx.core.Future;
import java.util.List;
import java.util.function.BiFunction;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Operation;
import org.attestry.contracts.registry.CredentialReinstated;
import org.attestry.contracts.registry.CredentialSuspended;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.ReinstateCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SuspendCredentialRequest;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.registry.domain.access.AccessRules;
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
 * Revokes, suspends and reinstates an entity's credential (interface 7.4). Suspending and
 * reinstating succeed even if the credential already has the status, and each request adds one
 * history entry.
 */
public record ChangeCredentialStatus(
    TypeCatalogue types, KeyedRequests requests, EntityChanges changes, FactNotifier notifier) {

  public Future<Done> handle(RevokeCredentialRequest request, CallContext context) {
    return once(
        EntityOperations.REVOKE_CREDENTIAL,
        request.type(),
        request,
        context,
        (type, attempt) ->
            commit(
                change(type, request.id(), "revokeCredential", attempt, context)
                    .endingCredential(CredentialWithdrawn.Reason.REVOKED),
                request.credentialId(),
                ChangeCredentialStatus::revoked));
  }

  public Future<Done> handle(SuspendCredentialRequest request, CallContext context) {
    return once(
        EntityOperations.SUSPEND_CREDENTIAL,
        request.type(),
        request,
        context,
        (type, attempt) ->
            commit(
                change(type, request.id(), "suspendCredential", attempt, context)
                    .publishing(entity -> List.of(suspended(type, entity, context))),
                request.credentialId(),
                ChangeCredentialStatus::withValidCredential));
  }

  public Future<Done> handle(ReinstateCredentialRequest request, CallContext context) {
    return once(
        EntityOperations.REINSTATE_CREDENTIAL,
        request.type(),
        request,
        context,
        (type, attempt) ->
            commit(
                change(type, request.id(), "reinstateCredential", attempt, context)
                    .publishing(entity -> List.of(reinstated(type, entity, context))),
                request.credentialId(),
                ChangeCredentialStatus::withValidCredential));
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
    return EntityChanges.Request.of(
            type,
            id,
            operation,
            null,
            entity -> AccessRules.revoke(type.config(), context.caller(), entity.owners()),
            context)
        .with(entity -> TransactionalStep.storing(attempt, Done.DONE));
  }

  /**
   * Commits the change and succeeds only when credential-service has received it. A repeated call
   * fails with UNAVAILABLE, because it cannot determine whether credential-service has the change.
   *
   * @param credentialId the id that the entity's credential must have, or null
   */
  private Future<Done> commit(
      EntityChanges.Request change, String credentialId, EntityChanges.Step step) {
    return changes
        .commit(
            change,
            before -> {
              requireCurrent(before, credentialId);
              return step.from(before);
            })
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
          "No entity holds a credential of this id now: it was revoked or replaced, or is one"
              + " over attested values.");
    }
  }

  /**
   * Returns the entity with its credential revoked; a credential that is due will not be signed.
   */
  private static Future<StoredEntity> revoked(StoredEntity before) {
    Credential credential = before.credential();
    if (credential.due() || credential.holds()) {
      return Future.succeededFuture(before.withCredential(Credential.REVOKED));
    }
    return Future.failedFuture(
        credential.equals(Credential.NONE)
            ? FailureException.conflict("registry.credential.none", "The entity has no credential.")
            : FailureException.conflict(
                "registry.credential.already-revoked", "Credential is already revoked"));
  }

  /**
   * Returns a new version with unchanged content and credential; credential-service stores the
   * status.
   */
  private static Future<StoredEntity> withValidCredential(StoredEntity before) {
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

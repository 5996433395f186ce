package org.attestry.registry.domain.credential;

import io.vertx.core.Future;
import java.util.List;
import java.util.function.Function;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.Fact;
import org.attestry.contracts.registry.CredentialReinstated;
import org.attestry.contracts.registry.CredentialSuspended;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.ReinstateCredentialRequest;
import org.attestry.contracts.registry.EntityOperations.SuspendCredentialRequest;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.registry.domain.access.AccessRules;
import org.attestry.registry.domain.idempotency.IdempotentRequests;
import org.attestry.registry.domain.notify.FactNotifier;
import org.attestry.registry.domain.stored.EntityChanges;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.stored.TransactionalStep;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.facts.Facts;
import org.attestry.runtime.idempotency.KeyedRequests.RequestAttempt;

/**
 * Suspends and reinstates an entity's credential (interface 7.4). Both say how it shall be: what is
 * so already stays so, and each is one entry of the history.
 */
public record SuspendCredential(
    EntityChanges changes, FactNotifier notifier, IdempotentRequests requests) {

  public Future<Done> handle(SuspendCredentialRequest request, CallContext context) {
    return requests.once(
        EntityOperations.SUSPEND_CREDENTIAL,
        request.type(),
        request,
        context,
        AccessRules::requireTokenUnlessOpen,
        (type, attempt) ->
            change(
                type,
                request.id(),
                request.credentialId(),
                "suspendCredential",
                attempt,
                entity -> suspended(type, entity, context),
                context));
  }

  public Future<Done> handle(ReinstateCredentialRequest request, CallContext context) {
    return requests.once(
        EntityOperations.REINSTATE_CREDENTIAL,
        request.type(),
        request,
        context,
        AccessRules::requireTokenUnlessOpen,
        (type, attempt) ->
            change(
                type,
                request.id(),
                request.credentialId(),
                "reinstateCredential",
                attempt,
                entity -> reinstated(type, entity, context),
                context));
  }

  private Future<Done> change(
      PublishedType type,
      String id,
      String credentialId,
      String operation,
      RequestAttempt attempt,
      Function<StoredEntity, Fact> fact,
      CallContext context) {
    EntityChanges.Request change =
        EntityChanges.Request.of(
                type,
                id,
                operation,
                null,
                entity -> AccessRules.revoke(type.config(), context.caller(), entity.owners()),
                context)
            .publishing(entity -> List.of(fact.apply(entity)))
            .with(entity -> TransactionalStep.storing(attempt, Done.DONE));
    return RevokeCredential.confirmed(
        changes,
        notifier,
        change,
        before -> {
          RevokeCredential.requireCurrent(before, credentialId);
          return withValidCredential(before);
        });
  }

  /** Another version of the same content: the status is kept with the credential. */
  private static Future<StoredEntity> withValidCredential(StoredEntity before) {
    return before.credential().holds()
        ? Future.succeededFuture(before.withCredential(before.credential()))
        : Future.failedFuture(
            RevokeCredential.conflict(
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
}

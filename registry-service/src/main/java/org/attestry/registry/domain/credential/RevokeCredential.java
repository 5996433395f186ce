package org.attestry.registry.domain.credential;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Done;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.RevokeCredentialRequest;
import org.attestry.registry.domain.access.AccessRules;
import org.attestry.registry.domain.idempotency.IdempotentRequests;
import org.attestry.registry.domain.notify.FactNotifier;
import org.attestry.registry.domain.stored.Credential;
import org.attestry.registry.domain.stored.EntityChanges;
import org.attestry.registry.domain.stored.StoredEntity;
import org.attestry.registry.domain.stored.TransactionalStep;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.idempotency.KeyedRequests.RequestAttempt;

/** Revokes an entity's credential (interface 7.4). */
public record RevokeCredential(
    EntityChanges changes, FactNotifier notifier, IdempotentRequests requests) {

  public Future<Done> handle(RevokeCredentialRequest request, CallContext context) {
    return requests.once(
        EntityOperations.REVOKE_CREDENTIAL,
        request.type(),
        request,
        context,
        AccessRules::requireTokenUnlessOpen,
        (type, attempt) -> revoke(type, request, attempt, context));
  }

  private Future<Done> revoke(
      PublishedType type,
      RevokeCredentialRequest request,
      RequestAttempt attempt,
      CallContext context) {
    EntityChanges.Request change =
        EntityChanges.Request.of(
                type,
                request.id(),
                "revokeCredential",
                null,
                entity -> AccessRules.revoke(type.config(), context.caller(), entity.owners()),
                context)
            .endingCredential(CredentialWithdrawn.Reason.REVOKED)
            .with(entity -> TransactionalStep.storing(attempt, Done.DONE));
    return confirmed(
        changes,
        notifier,
        change,
        before -> {
          requireCurrent(before, request.credentialId());
          return withoutCredential(before);
        });
  }

  /**
   * Commits a change of a credential's status; succeeds when credential-service has it. A
   * repetition of the call cannot know that it has.
   */
  static Future<Done> confirmed(
      EntityChanges changes,
      FactNotifier notifier,
      EntityChanges.Request change,
      EntityChanges.Step step) {
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

  /**
   * @param credentialId the id that the entity's credential must have, or null
   * @throws FailureException of kind NOT_FOUND if it has another
   */
  static void requireCurrent(StoredEntity entity, String credentialId) {
    if (credentialId != null && !credentialId.equals(entity.credential().id())) {
      throw FailureException.of(
          FailureKind.NOT_FOUND,
          "registry.credential.unknown",
          "No entity holds a credential of this id now: it was revoked or replaced, or is one"
              + " over attested values.");
    }
  }

  /** What is due is not signed any more. */
  private static Future<StoredEntity> withoutCredential(StoredEntity before) {
    if (before.credential().due()) {
      return Future.succeededFuture(before.withCredential(Credential.REVOKED));
    }
    if (before.credential().equals(Credential.NONE)) {
      return Future.failedFuture(
          conflict("registry.credential.none", "The entity has no credential."));
    }
    if (!before.credential().holds()) {
      return Future.failedFuture(
          conflict("registry.credential.already-revoked", "Credential is already revoked"));
    }
    return Future.succeededFuture(before.withCredential(Credential.REVOKED));
  }

  static FailureException conflict(String code, String message) {
    return FailureException.of(FailureKind.CONFLICT, code, message);
  }

  private static FailureException incomplete() {
    return FailureException.of(
        FailureKind.UNAVAILABLE,
        "registry.credential.revocation-pending",
        "The revocation is recorded and will complete shortly.");
  }
}

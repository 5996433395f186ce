package org.attestry.credential.revoke;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Fact;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.registry.CredentialReinstated;
import org.attestry.contracts.registry.CredentialSuspended;
import org.attestry.contracts.registry.CredentialWithdrawn;
import org.attestry.contracts.registry.EntityDeleted;
import org.attestry.contracts.registry.RegistryFacts.OwnershipEnded;
import org.attestry.credential.stored.PgCopies;
import org.attestry.credential.stored.PgCredentialStore;
import org.attestry.credential.stored.PgCredentialStore.Suspension;
import org.attestry.credential.stored.PgCredentialStore.Withdrawal;

/** Revokes, suspends and reinstates credentials and their copies by events of the registry. */
public record RevokeCredentials(PgCredentialStore credentials, PgCopies copies) {

  public Future<Void> afterCredentialWithdrawn(
      Fact fact, CredentialWithdrawn withdrawn, CallContext context) {
    if (withdrawn.credentialId() == null) {
      return Future.failedFuture(
          FailureException.invalid(
              "credential.withdrawn.invalid",
              "/credentialId",
              "required",
              "A withdrawal must name its credential."));
    }
    boolean replaced = withdrawn.reason() == CredentialWithdrawn.Reason.REPLACED;
    Withdrawal one =
        new Withdrawal(
            withdrawn.osid(),
            withdrawn.credentialId(),
            withdrawn.digest(),
            replaced,
            withdrawn.userId());
    return credentials.revoke(fact.id(), one, context).mapEmpty();
  }

  public Future<Void> afterCredentialSuspended(
      Fact fact, CredentialSuspended suspended, CallContext context) {
    Suspension suspension =
        new Suspension(
            suspended.osid(),
            suspended.credentialId(),
            suspended.digest(),
            true,
            suspended.version(),
            suspended.until());
    return credentials.suspend(fact.id(), suspension);
  }

  public Future<Void> afterCredentialReinstated(
      Fact fact, CredentialReinstated reinstated, CallContext context) {
    Suspension suspension =
        new Suspension(
            reinstated.osid(),
            reinstated.credentialId(),
            reinstated.digest(),
            false,
            reinstated.version(),
            null);
    return credentials.suspend(fact.id(), suspension);
  }

  public Future<Void> afterOwnershipEnded(Fact fact, OwnershipEnded ended, CallContext context) {
    return copies.end(fact.id(), ended.osid());
  }

  public Future<Void> afterEntityDeleted(Fact fact, EntityDeleted deleted, CallContext context) {
    Withdrawal all = new Withdrawal(deleted.osid(), null, null, false, deleted.userId());
    return credentials.revoke(fact.id(), all, context).mapEmpty();
  }
}

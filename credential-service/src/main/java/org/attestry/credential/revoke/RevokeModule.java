package org.attestry.credential.revoke;

import static org.attestry.contracts.credential.CredentialOperations.IMPORT_REVOCATIONS;
import static org.attestry.contracts.credential.CredentialOperations.READ_REVOKED;
import static org.attestry.contracts.credential.CredentialOperations.SEARCH_REVOKED;

import org.attestry.contracts.Fact;
import org.attestry.credential.Resources;
import org.attestry.credential.context.ContextModule;
import org.attestry.credential.events.CredentialFactHandlers;
import org.attestry.credential.key.KeyModule;
import org.attestry.credential.stored.PgCopies;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.service.ServiceModule;

/** Revocation: by the facts of other services, and what was revoked. */
public record RevokeModule(
    Resources resources, KeyModule keys, ContextModule contexts, FactHandlers facts)
    implements ServiceModule {

  public static RevokeModule of(Resources resources, KeyModule keys, ContextModule contexts) {
    RevokeCredentials revoke =
        new RevokeCredentials(resources.credentials(), new PgCopies(resources.database()));
    return new RevokeModule(
        resources, keys, contexts, CredentialFactHandlers.of(resources.client(), revoke));
  }

  @Override
  public void bind(BusServer server) {
    ReadRevoked read = new ReadRevoked(new PgRevokedCredentials(resources.database()));
    ImportRevocations revocations =
        new ImportRevocations(
            new PgFormerRevocations(resources.database()),
            contexts.known(),
            keys.proofs(),
            resources.verifying(),
            resources.clock());
    server
        .bind(READ_REVOKED, read::readRevoked)
        .bind(SEARCH_REVOKED, read::searchRevoked)
        .bind(IMPORT_REVOCATIONS, revocations::handle)
        .bind(Fact.deliveryTo("credential"), facts::accept);
  }
}

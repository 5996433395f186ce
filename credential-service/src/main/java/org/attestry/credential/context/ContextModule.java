package org.attestry.credential.context;

import static org.attestry.contracts.credential.ContextOperations.DELETE_CONTEXT;
import static org.attestry.contracts.credential.ContextOperations.LIST_CONTEXTS;
import static org.attestry.contracts.credential.ContextOperations.READ_UPLOADED_CONTEXT;
import static org.attestry.contracts.credential.ContextOperations.UPLOAD_CONTEXT;
import static org.attestry.contracts.credential.CredentialOperations.READ_CONTEXT;
import static org.attestry.contracts.credential.CredentialOperations.READ_DID_DOCUMENT;
import static org.attestry.contracts.credential.CredentialOperations.READ_JWT_VC_ISSUER;

import org.attestry.credential.Resources;
import org.attestry.credential.bus.BusPublishedTemplates;
import org.attestry.credential.canonical.UploadedContextCheck;
import org.attestry.credential.key.KeyModule;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.service.ServiceModule;

/** The contexts that an admin manages, and the public documents. */
public record ContextModule(
    Resources resources, KeyModule keys, PgContextStore store, KnownContexts known)
    implements ServiceModule {

  public static ContextModule of(Resources resources, KeyModule keys) {
    PgContextStore store =
        new PgContextStore(resources.database(), resources.config().context().most());
    return new ContextModule(
        resources,
        keys,
        store,
        new KnownContexts(store, new ContextAddresses(keys.bundled()::contains)));
  }

  @Override
  public void bind(BusServer server) {
    ManageContexts contexts =
        new ManageContexts(
            store,
            new UploadedContextCheck(keys.bundled()),
            new BusPublishedTemplates(resources.client()),
            resources.signing(),
            resources.config().publicBase(),
            resources.clock());
    ReadPublicDocuments documents =
        new ReadPublicDocuments(
            store, keys.store(), keys.vault(), resources.config().hostedIssuers());
    server
        .bind(UPLOAD_CONTEXT, contexts::uploadContext)
        .bind(LIST_CONTEXTS, contexts::listContexts)
        .bind(READ_UPLOADED_CONTEXT, contexts::readUploadedContext)
        .bind(DELETE_CONTEXT, contexts::deleteContext)
        .bind(READ_CONTEXT, documents::readContext)
        .bind(READ_DID_DOCUMENT, documents::readDidDocument)
        .bind(READ_JWT_VC_ISSUER, documents::readJwtVcIssuer);
  }
}

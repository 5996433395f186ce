package org.attestry.credential.issue;

import static org.attestry.contracts.credential.CredentialOperations.CHECK_TEMPLATE;
import static org.attestry.contracts.credential.CredentialOperations.ISSUE_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.READ_CREDENTIAL_TYPE;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_AS_JWT;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_AS_SD_JWT;
import static org.attestry.contracts.credential.CredentialOperations.SIGN_CREDENTIAL;

import java.time.Clock;
import org.attestry.credential.Resources;
import org.attestry.credential.bus.BusPublishedTemplates;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.ContextModule;
import org.attestry.credential.context.GeneratedContexts;
import org.attestry.credential.draft.SdJwts;
import org.attestry.credential.issuer.Signers;
import org.attestry.credential.jose.SdJwtCredentials;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyModule;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.statuslist.StatusListModule;
import org.attestry.credential.stored.IssuedCredentials;
import org.attestry.credential.stored.PgCopies;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.service.ServiceModule;

/** Signing and issuing, and further forms of issued credentials. */
public record IssueModule(
    Resources resources,
    KeyModule keys,
    ContextModule contexts,
    StatusListModule lists,
    SdJwts sdJwts,
    IssuedCredentials issued,
    ReadCredentialType readType)
    implements ServiceModule {

  public static IssueModule of(
      Resources resources, KeyModule keys, ContextModule contexts, StatusListModule lists) {
    return new IssueModule(
        resources,
        keys,
        contexts,
        lists,
        new SdJwtCredentials(),
        new IssuedCredentials(
            resources.credentials(),
            keys.proofs(),
            contexts.known(),
            keys.ring(),
            resources.signing()),
        new ReadCredentialType(
            new BusPublishedTemplates(resources.client()),
            resources.verifying(),
            resources.config().publicBase()));
  }

  @Override
  public void bind(BusServer server) {
    bindSigning(server);
    bindForms(server);
  }

  private void bindSigning(BusServer server) {
    Proofs proofs = keys.proofs();
    Issuers issuers = keys.issuers();
    CryptoWorkers signers = resources.signing();
    Clock clock = resources.clock();
    GeneratedContexts generated = new GeneratedContexts(contexts.store(), proofs, signers);
    Signing signing =
        new Signing(proofs, keys.signer(), contexts.known(), generated, signers, issuers, clock);
    Signers allowed = new Signers(resources.config().signer().roles());
    SignSdJwt signSdJwt =
        new SignSdJwt(sdJwts, keys.signer(), allowed, keys.ring(), issuers, signers, clock);
    SignCredential sign = new SignCredential(signing, keys.ring(), generated, allowed, signSdJwt);
    IssueCredential issue =
        new IssueCredential(
            signing,
            keys.ring(),
            resources.newCredentials(),
            lists.allocation(),
            lists.addresses(),
            proofs,
            clock);
    CheckTemplate check =
        new CheckTemplate(
            proofs,
            contexts.known(),
            generated,
            signers,
            issuers,
            lists.addresses(),
            keys.ring()::requireKey,
            clock);
    server
        .bind(SIGN_CREDENTIAL, sign::handle)
        .bind(ISSUE_CREDENTIAL, issue::handle)
        .bind(CHECK_TEMPLATE, check::handle);
  }

  private void bindForms(BusServer server) {
    SignAsJwt signAsJwt = new SignAsJwt(issued, keys.proofs(), keys.signer(), resources.clock());
    SignAsSdJwt signAsSdJwt =
        new SignAsSdJwt(
            issued,
            sdJwts,
            keys.signer(),
            lists.addresses(),
            new KeyBoundForm(
                new PgCopies(resources.database()), lists.allocation(), resources.clock()),
            resources.signing(),
            resources.clock());
    server
        .bind(SIGN_AS_JWT, signAsJwt::handle)
        .bind(SIGN_AS_SD_JWT, signAsSdJwt::handle)
        .bind(READ_CREDENTIAL_TYPE, readType::handle);
  }
}

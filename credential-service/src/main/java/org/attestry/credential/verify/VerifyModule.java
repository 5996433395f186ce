package org.attestry.credential.verify;

import static org.attestry.contracts.credential.CredentialOperations.ADOPT_CREDENTIALS;
import static org.attestry.contracts.credential.CredentialOperations.FIND_ISSUED;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_CREDENTIAL;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_ISSUED;
import static org.attestry.contracts.credential.CredentialOperations.VERIFY_PRESENTATION;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.attestry.credential.Resources;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.ContextModule;
import org.attestry.credential.crypto.DidKeys;
import org.attestry.credential.issuer.CertifiedIssuers;
import org.attestry.credential.issuer.VerificationKeys;
import org.attestry.credential.jose.SdJwtCredentials;
import org.attestry.credential.jose.TokenListJwt;
import org.attestry.credential.key.KeyModule;
import org.attestry.credential.key.PgKeyStore;
import org.attestry.credential.status.ReadStatuses;
import org.attestry.credential.statuslist.StatusListModule;
import org.attestry.credential.stored.PgAdoptedCredentials;
import org.attestry.runtime.async.PeriodicJob;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.service.ServiceModule;

/** Verification of credentials and presentations. */
public record VerifyModule(
    Resources resources,
    CertifiedIssuers certified,
    VerifyCredential verify,
    VerifyPresentation presentations,
    PgKeyStore keys)
    implements ServiceModule {

  public static VerifyModule of(
      Resources resources, KeyModule keys, ContextModule contexts, StatusListModule lists) {
    CryptoWorkers compute = resources.verifying();
    Clock clock = resources.clock();
    RemoteDocuments remote = resources.remote();
    CertifiedIssuers certified = resources.config().certifiedIssuers(clock);
    VerificationKeys found =
        new VerificationKeys(
            keys.store(),
            keys.vault(),
            resources.opening(),
            new DidKeys(remote, compute, clock),
            Set.copyOf(resources.config().trusted().issuers()));
    ExamineCredential examine =
        new ExamineCredential(
            found,
            certified,
            keys.proofs(),
            contexts.known().addresses(),
            contexts.known(),
            resources.credentials(),
            new ReadStatuses(lists.store(), lists.addresses()),
            compute,
            clock);
    VerifyCredential verify =
        new VerifyCredential(
            examine,
            new ForeignStatusLists(remote, examine, new TokenListJwt(), compute),
            found,
            keys.proofs(),
            new SdJwtCredentials(),
            compute,
            clock);
    return new VerifyModule(
        resources,
        certified,
        verify,
        new VerifyPresentation(verify, found, keys.proofs(), compute, contexts.known(), clock),
        keys.store());
  }

  @Override
  public void bind(BusServer server) {
    IssuedTexts texts =
        new IssuedTexts(
            resources.vertx(),
            resources.credentials()::read,
            Runtime.getRuntime().maxMemory(),
            resources.meters());
    VerifyIssued issued = new VerifyIssued(resources.credentials(), texts, registry(), verify);
    AdoptCredentials adopt =
        new AdoptCredentials(
            verify,
            new PgAdoptedCredentials(resources.database()),
            keys,
            resources.verifying(),
            resources.clock());
    server
        .bind(ADOPT_CREDENTIALS, adopt::handle)
        .bind(VERIFY_CREDENTIAL, verify::handle)
        .bind(VERIFY_ISSUED, issued::verifyIssued)
        .bind(FIND_ISSUED, issued::findIssued)
        .bind(VERIFY_PRESENTATION, presentations::handle);
  }

  private BusHeldCredentials registry() {
    return new BusHeldCredentials(resources.client());
  }

  @Override
  public List<PeriodicJob> jobs() {
    ConfirmCredentials confirm = new ConfirmCredentials(resources.credentials(), registry());
    Duration age = resources.config().confirmedAfter();
    return List.of(
        new PeriodicJob(
            resources.vertx(),
            "confirm credentials",
            age,
            () -> confirm.run(Instant.now().minus(age))));
  }
}

package org.attestry.credential.presentation;

import static org.attestry.contracts.credential.PresentationOperations.DELETE_PRESENTATION;
import static org.attestry.contracts.credential.PresentationOperations.DELETE_PRESENTATION_QUERY;
import static org.attestry.contracts.credential.PresentationOperations.LIST_PRESENTATION_QUERIES;
import static org.attestry.contracts.credential.PresentationOperations.READ_PRESENTATION;
import static org.attestry.contracts.credential.PresentationOperations.READ_PRESENTATION_QUERY;
import static org.attestry.contracts.credential.PresentationOperations.READ_REQUEST_OBJECT;
import static org.attestry.contracts.credential.PresentationOperations.RECEIVE_PRESENTATION;
import static org.attestry.contracts.credential.PresentationOperations.REQUEST_PRESENTATION;
import static org.attestry.contracts.credential.PresentationOperations.STORE_PRESENTATION_QUERY;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.attestry.credential.CredentialConfig;
import org.attestry.credential.Resources;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.issue.IssueModule;
import org.attestry.credential.jose.CertificateAuthorities;
import org.attestry.credential.jose.JweResponses;
import org.attestry.credential.key.KeyModule;
import org.attestry.credential.rendering.QrImages;
import org.attestry.credential.verify.VerifyModule;
import org.attestry.credential.verify.VerifyPresented;
import org.attestry.runtime.async.PeriodicJob;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.service.ServiceModule;

/** Presentations that are requested from wallets. */
public record PresentationModule(
    Resources resources,
    PgPresentations stored,
    PgPresentationQueries queries,
    RequestedQuery requested,
    VerifierIdentity identity,
    VerifyAnswer verify)
    implements ServiceModule {

  private static final Duration EXPIRING = Duration.ofMinutes(1);

  public static PresentationModule of(
      Resources resources,
      KeyModule keys,
      IssueModule issue,
      VerifyModule verification,
      RequestObjects requestObjects) {
    CryptoWorkers compute = resources.verifying();
    VerifyPresented presented =
        new VerifyPresented(verification.verify(), verification.presentations(), compute);
    return new PresentationModule(
        resources,
        new PgPresentations(resources.database()),
        new PgPresentationQueries(resources.database()),
        new RequestedQuery(issue.readType(), compute),
        new VerifierIdentity(
            resources.config().publicBase(),
            keys.issuers(),
            keys.ring(),
            keys.signer(),
            keys.type(),
            requestObjects,
            compute),
        new VerifyAnswer(presented, new CertificateAuthorities(verification.certified()), compute));
  }

  @Override
  public void bind(BusServer server) {
    CredentialConfig.Presentation settings = resources.config().presentation();
    Verifiers allowed = new Verifiers(resources.config().verifier().roles());
    CryptoWorkers compute = resources.verifying();
    Clock clock = resources.clock();
    ResponseKeys keys = new JweResponses(resources.config().masterKeys());
    RequestPresentation request =
        new RequestPresentation(
            stored,
            queries,
            requested,
            identity,
            keys,
            new QrImages(),
            compute,
            new RequestPresentation.Settings(
                allowed, settings.prefix(), settings.redirects(), settings.kept(), settings.most()),
            clock);
    ReadPresentation read = new ReadPresentation(stored, allowed, clock);
    ReceivePresentation receive =
        new ReceivePresentation(stored, identity, verify, keys, compute, settings.kept(), clock);
    ManagePresentationQueries manage =
        new ManagePresentationQueries(queries, requested, allowed, clock);
    server
        .bind(REQUEST_PRESENTATION, request::handle)
        .bind(READ_PRESENTATION, read::readPresentation)
        .bind(DELETE_PRESENTATION, read::deletePresentation)
        .bind(READ_REQUEST_OBJECT, new ReadRequestObject(stored, identity, clock)::handle)
        .bind(RECEIVE_PRESENTATION, receive::handle)
        .bind(STORE_PRESENTATION_QUERY, manage::storePresentationQuery)
        .bind(LIST_PRESENTATION_QUERIES, manage::listPresentationQueries)
        .bind(READ_PRESENTATION_QUERY, manage::readPresentationQuery)
        .bind(DELETE_PRESENTATION_QUERY, manage::deletePresentationQuery);
  }

  @Override
  public List<PeriodicJob> jobs() {
    return List.of(
        new PeriodicJob(
            resources.vertx(),
            "delete expired presentations",
            EXPIRING,
            () -> stored.deleteExpired(resources.clock().instant())));
  }
}

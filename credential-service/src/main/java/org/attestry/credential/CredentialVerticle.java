package org.attestry.credential;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.credential.bus.BusHeldCredentialLookup;
import org.attestry.credential.bus.BusOfferedCredentials;
import org.attestry.credential.bus.BusPublishedTemplates;
import org.attestry.credential.bus.BusPublishedTypes;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.canonical.Canonicalizer;
import org.attestry.credential.canonical.UploadedContextCheck;
import org.attestry.credential.certificate.CertificateRenderer;
import org.attestry.credential.certificate.CheckCertificateTemplates;
import org.attestry.credential.certificate.CompiledTemplates;
import org.attestry.credential.certificate.ExampleCertificate;
import org.attestry.credential.certificate.MakeCertificate;
import org.attestry.credential.certificate.ManageCertificateTemplates;
import org.attestry.credential.certificate.PgCertificateTemplates;
import org.attestry.credential.certificate.PreviewCertificateTemplate;
import org.attestry.credential.certificate.RenderCertificate;
import org.attestry.credential.certificate.RenderedExamples;
import org.attestry.credential.certificate.RenderingQueues;
import org.attestry.credential.certificate.TemplateVersions;
import org.attestry.credential.context.GeneratedContexts;
import org.attestry.credential.context.KnownContexts;
import org.attestry.credential.context.ManageContexts;
import org.attestry.credential.context.PgContextStore;
import org.attestry.credential.context.ReadPublicDocuments;
import org.attestry.credential.crypto.CryptoProvider;
import org.attestry.credential.crypto.DerivedKeys;
import org.attestry.credential.crypto.DidKeys;
import org.attestry.credential.crypto.SealedKeys;
import org.attestry.credential.crypto.SignedNonces;
import org.attestry.credential.egress.GateDocuments;
import org.attestry.credential.events.CredentialFactHandlers;
import org.attestry.credential.issue.CheckTemplate;
import org.attestry.credential.issue.IssueCredential;
import org.attestry.credential.issue.ReadCredentialType;
import org.attestry.credential.issue.SignAsJwt;
import org.attestry.credential.issue.SignAsSdJwt;
import org.attestry.credential.issue.SignCopies;
import org.attestry.credential.issue.SignCredential;
import org.attestry.credential.issue.SignSdJwt;
import org.attestry.credential.issue.Signing;
import org.attestry.credential.issuer.AdministerIssuers;
import org.attestry.credential.issuer.AdministerKeys;
import org.attestry.credential.issuer.CreateIssuer;
import org.attestry.credential.issuer.ForeignKeys;
import org.attestry.credential.issuer.ImportKey;
import org.attestry.credential.issuer.RegisterIssuers;
import org.attestry.credential.issuer.Signers;
import org.attestry.credential.issuer.VerificationKeys;
import org.attestry.credential.jose.CertificateAuthorities;
import org.attestry.credential.jose.JweResponses;
import org.attestry.credential.jose.RequestObjectJwts;
import org.attestry.credential.jose.SdJwtCredentials;
import org.attestry.credential.jose.TokenListJwt;
import org.attestry.credential.jose.WalletJwe;
import org.attestry.credential.jose.WalletJwts;
import org.attestry.credential.jsonld.BundledContexts;
import org.attestry.credential.key.IssuerLeases;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.KeyVault;
import org.attestry.credential.key.PgKeyStore;
import org.attestry.credential.key.ResealKeys;
import org.attestry.credential.key.Signer;
import org.attestry.credential.offer.ManageOffers;
import org.attestry.credential.offer.OfferDocument;
import org.attestry.credential.offer.OfferStanding;
import org.attestry.credential.offer.OfferedCredentials;
import org.attestry.credential.offer.PgOffers;
import org.attestry.credential.presentation.ManagePresentationQueries;
import org.attestry.credential.presentation.PgPresentationQueries;
import org.attestry.credential.presentation.PgPresentations;
import org.attestry.credential.presentation.ReadPresentation;
import org.attestry.credential.presentation.ReadRequestObject;
import org.attestry.credential.presentation.ReceivePresentation;
import org.attestry.credential.presentation.RequestObjects;
import org.attestry.credential.presentation.RequestPresentation;
import org.attestry.credential.presentation.RequestedQuery;
import org.attestry.credential.presentation.ResponseKeys;
import org.attestry.credential.presentation.VerifierIdentity;
import org.attestry.credential.presentation.Verifiers;
import org.attestry.credential.presentation.VerifyAnswer;
import org.attestry.credential.proof.ProofMaker;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.rendering.MarkupRenderer;
import org.attestry.credential.rendering.QrImages;
import org.attestry.credential.rendering.Renderers;
import org.attestry.credential.revoke.ImportRevocations;
import org.attestry.credential.revoke.PgFormerRevocations;
import org.attestry.credential.revoke.PgRevokedCredentials;
import org.attestry.credential.revoke.ReadRevoked;
import org.attestry.credential.revoke.RevokeCredentials;
import org.attestry.credential.status.ForeignLists;
import org.attestry.credential.status.PgStatusStore;
import org.attestry.credential.status.ReadStatuses;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.status.StatusAllocation;
import org.attestry.credential.statuslist.ListCredentials;
import org.attestry.credential.statuslist.ReadStatusList;
import org.attestry.credential.statuslist.SignedStatusLists;
import org.attestry.credential.statuslist.TokenLists;
import org.attestry.credential.stored.IssuedCredentials;
import org.attestry.credential.stored.PgCredentialStore;
import org.attestry.credential.suite.ProofSuites;
import org.attestry.credential.verify.ConfirmCredentials;
import org.attestry.credential.verify.ForeignStatusLists;
import org.attestry.credential.verify.HeldCredentialLookup;
import org.attestry.credential.verify.IssuedTexts;
import org.attestry.credential.verify.KnownStatus;
import org.attestry.credential.verify.RemoteDocuments;
import org.attestry.credential.verify.VerifyClaimsJwt;
import org.attestry.credential.verify.VerifyCredential;
import org.attestry.credential.verify.VerifyIssued;
import org.attestry.credential.verify.VerifyPresentation;
import org.attestry.credential.verify.VerifyPresented;
import org.attestry.credential.verify.VerifySdJwt;
import org.attestry.credential.wallet.ClientAuthentication;
import org.attestry.credential.wallet.IssueAccessToken;
import org.attestry.credential.wallet.IssueCopies;
import org.attestry.credential.wallet.IssueNonce;
import org.attestry.credential.wallet.Nonces;
import org.attestry.credential.wallet.NotifyIssuer;
import org.attestry.credential.wallet.PgWallets;
import org.attestry.credential.wallet.ReadWalletMetadata;
import org.attestry.credential.wallet.WalletAccess;
import org.attestry.credential.wallet.WalletAddresses;
import org.attestry.credential.wallet.WalletEncryption;
import org.attestry.credential.wallet.WalletProofs;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.config.SettingsException;
import org.attestry.runtime.egress.EgressGate;
import org.attestry.runtime.facts.FactBacklog;
import org.attestry.runtime.facts.FactConsumer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.outbox.FactData;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.outbox.OutboxRelay;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.postgres.PgErrors;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.Shutdown;
import org.attestry.runtime.work.FairQueue;
import org.attestry.runtime.work.PeriodicJob;
import org.attestry.runtime.work.Retry;
import org.attestry.runtime.work.Workers;

/** Wires credential-service together. */
public final class CredentialVerticle extends VerticleBase {

  private static final String SERVICE = "credential";
  private static final int KEYS_QUEUE = 256;
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration DELETING = Duration.ofMinutes(10);
  private static final Duration EXPIRING = Duration.ofMinutes(1);

  private final CredentialConfig config;
  private final ServiceContext service;
  private final Clock clock;
  private final Issuers issuers;
  private final StatusAddresses addresses;
  private final Shutdown shutdown = new Shutdown();
  private Workers signers;
  private Workers verifiers;
  private Workers openers;
  private Workers rendering;
  private FairQueue longDocuments;
  private Renderers renderers;
  private EgressGate egress;
  private RequestObjects requestObjects;

  public CredentialVerticle(CredentialConfig config, ServiceContext service) {
    this(config, service, Clock.tickMillis(ZoneOffset.UTC));
  }

  /**
   * @param clock what decides on dates of credentials
   */
  CredentialVerticle(CredentialConfig config, ServiceContext service, Clock clock) {
    this.config = config;
    this.service = service;
    this.clock = clock;
    this.issuers = config.issuers();
    this.addresses = new StatusAddresses(config.publicBase());
  }

  @Override
  public Future<?> start() {
    requestObjects = requestObjects();
    CredentialConfig.Signer signer = config.signer();
    CredentialConfig.Verifier verifier = config.verifier();
    signers =
        new Workers(
            vertx, "credential-signing", signer.threads(), signer.queue(), service.meters());
    verifiers =
        new Workers(
            vertx, "credential-verifying", verifier.threads(), verifier.queue(), service.meters());
    openers = new Workers(vertx, "credential-keys", 1, KEYS_QUEUE, service.meters());
    CredentialConfig.Certificate certificate = config.certificate();
    rendering =
        new Workers(
            vertx,
            "credential-rendering",
            certificate.threads(),
            certificate.queue(),
            service.meters());
    longDocuments =
        new FairQueue(
            vertx,
            "credential-long-documents",
            FairQueue.Limits.of(Math.max(1, certificate.threads() / 2), certificate.queue()),
            FairQueue.Refusals.USUAL,
            service.meters());
    renderers = new Renderers(certificate.limits());
    service.health().detail("renderers", () -> Future.succeededFuture(renderers.counts()));
    egress = new EgressGate(vertx, config.egress(), service.meters());
    Database database = Database.open(vertx, config.postgres());
    service.health().check("postgres", database::isReachable);
    service.health().detail("crypto-provider", CredentialVerticle::provider);
    return Migrations.run(vertx, config.postgres(), SERVICE).compose(migrated -> wire(database));
  }

  /** 1 for the one that signs. */
  private static Future<Map<String, Long>> provider() {
    boolean nativeCode = CryptoProvider.isNative();
    return Future.succeededFuture(
        Map.of("amazon-corretto", nativeCode ? 1L : 0L, "jdk", nativeCode ? 0L : 1L));
  }

  @Override
  public Future<?> stop() {
    return shutdown.run();
  }

  private Future<Void> endRenderers() {
    renderers.close();
    return Future.succeededFuture();
  }

  private Future<Void> wire(Database database) {
    OutboxRelay relay = new OutboxRelay(vertx, database, config.kafka(), SERVICE);
    PgContextStore contexts = new PgContextStore(database, config.context().most());
    PgCredentialStore credentials =
        new PgCredentialStore(vertx, database, new Outbox(SERVICE), relay::nudge, clock);
    FactHandlers facts =
        CredentialFactHandlers.of(new BusClient(vertx), new RevokeCredentials(credentials));
    FactConsumer consumer = new FactConsumer(vertx, database, config.kafka(), SERVICE, facts);
    HeldCredentialLookup registry = new BusHeldCredentialLookup(new BusClient(vertx));
    ConfirmCredentials confirm = new ConfirmCredentials(credentials, registry);
    Duration age = config.confirmedAfter();
    PeriodicJob confirming =
        new PeriodicJob(
            vertx, "confirm credentials", age, () -> confirm.run(Instant.now().minus(age)));
    PgWallets wallets = new PgWallets(database);
    PeriodicJob deleting =
        new PeriodicJob(
            vertx, "delete ended offers", DELETING, () -> wallets.deleteEnded(clock.instant()));
    PgPresentations presentations = new PgPresentations(database);
    PeriodicJob expiring =
        new PeriodicJob(
            vertx,
            "delete expired presentations",
            EXPIRING,
            () -> presentations.deleteExpired(clock.instant()));
    BusServer bus = new BusServer(vertx, service.meters());
    FactData.serve(bus, SERVICE, database);
    FactBacklog.show(database, service.health(), service.meters());

    shutdown
        .then(bus::close)
        .then(consumer::close)
        .then(confirming::close)
        .then(deleting::close)
        .then(expiring::close)
        .then(relay::close)
        .then(signers::close)
        .then(verifiers::close)
        .then(openers::close)
        .then(rendering::close)
        .then(this::endRenderers)
        .then(egress::close)
        .then(database::close);
    return cryptography(database)
        .compose(crypto -> started(database, crypto).map(crypto))
        .onSuccess(crypto -> bind(bus, database, contexts, credentials, crypto, facts))
        .onSuccess(bound -> consumer.start())
        .onSuccess(bound -> relay.start())
        .compose(bound -> bus.open())
        .onSuccess(serving -> confirming.start())
        .onSuccess(serving -> deleting.start())
        .onSuccess(serving -> expiring.start());
  }

  private Future<Cryptography> cryptography(Database database) {
    SealedKeys vault = new SealedKeys(config.masterKeys(), clock);
    PgKeyStore store = new PgKeyStore(database);
    BundledContexts bundled = BundledContexts.load();
    Proofs proofs = proofs(bundled);
    return new KeyHolders(vertx, config, shutdown, service.meters())
        .open(vault, openers::run, signers::run)
        .map(
            signer -> {
              IssuerLeases leases = new IssuerLeases(store, time -> vertx.timer(time.toMillis()));
              KeyRing keys = new KeyRing(store, leases, vault, signer, openers::run, issuers);
              return new Cryptography(bundled, proofs, store, leases, keys, vault, signer);
            });
  }

  /** Waits for whatever holds the keys, if the default issuer has none yet. */
  private Future<Void> started(Database database, Cryptography crypto) {
    KeyType type = crypto.proofs().suite().keyType();
    service.health().check("signing-key", () -> crypto.keys().isReady(type));
    return database
        .retryUntilUp(() -> reseal(crypto.store(), crypto.vault()))
        .compose(
            resealed ->
                Retry.every(vertx, PAUSE)
                    .when(CredentialVerticle::isTransient)
                    .run(() -> crypto.keys().start(type)));
  }

  private static boolean isTransient(Throwable cause) {
    return PgErrors.isOutage(cause) || FailureException.isOf(cause, FailureKind.UNAVAILABLE);
  }

  private Future<Void> reseal(PgKeyStore keys, KeyVault vault) {
    return config.hasPreviousMasterKey()
        ? new ResealKeys(keys, vault, openers::run).run()
        : Future.succeededFuture();
  }

  private void bind(
      BusServer bus,
      Database database,
      PgContextStore contexts,
      PgCredentialStore credentials,
      Cryptography crypto,
      FactHandlers facts) {
    KnownContexts known = new KnownContexts(contexts, crypto.bundled()::contains);
    PgStatusStore lists = new PgStatusStore(database, clock);
    RemoteDocuments remote = new GateDocuments(egress);
    ForeignKeys foreign = new DidKeys(remote, verifiers::run, clock);
    VerificationKeys keys =
        new VerificationKeys(crypto.keys(), foreign, Set.copyOf(config.trusted().issuers()));
    VerifyCredential verify = verification(crypto, keys, remote, known, credentials, lists);
    bindAdministration(bus, database, crypto, known);
    bindContexts(bus, contexts, crypto.bundled());
    bindCertificates(bus, database, verify);
    StatusAllocation allocation = new StatusAllocation(lists);
    IssuedCredentials issued =
        new IssuedCredentials(credentials, crypto.proofs(), known, crypto.keys(), signers::run);
    bindSigning(bus, contexts, known, credentials, lists, allocation, crypto);
    bindForms(bus, issued, crypto);
    bindWallets(bus, database, issued, allocation, crypto);
    HeldCredentialLookup registry = new BusHeldCredentialLookup(new BusClient(vertx));
    IssuedTexts texts =
        new IssuedTexts(
            vertx, credentials::read, Runtime.getRuntime().maxMemory(), service.meters());
    CredentialBus.bindVerification(
        bus, verify, new VerifyIssued(credentials, texts, registry, verify));
    VerifyPresentation presentations =
        new VerifyPresentation(verify, keys, crypto.proofs(), verifiers::run, known, clock);
    CredentialBus.bindPresentations(bus, presentations);
    bindRequestedPresentations(
        bus, database, crypto, new VerifyPresented(verify, presentations, verifiers::run));
    CredentialBus.bindPublic(
        bus, new ReadPublicDocuments(contexts, crypto.store(), crypto.vault(), issuers));
    CredentialBus.bindFacts(bus, facts);
  }

  private void bindRequestedPresentations(
      BusServer bus, Database database, Cryptography crypto, VerifyPresented verify) {
    CredentialConfig.Presentation settings = config.presentation();
    Verifiers allowed = new Verifiers(config.verifier().roles());
    PgPresentations stored = new PgPresentations(database);
    PgPresentationQueries queries = new PgPresentationQueries(database);
    ResponseKeys keys = new JweResponses(config.masterKeys());
    RequestedQuery requested = new RequestedQuery(readType(), verifiers::run);
    VerifierIdentity identity =
        new VerifierIdentity(
            config.publicBase(),
            issuers,
            crypto.keys(),
            crypto.signer(),
            crypto.proofs().suite().keyType(),
            requestObjects,
            verifiers::run);
    CredentialBus.bindRequestedPresentations(
        bus,
        new RequestPresentation(
            stored,
            queries,
            requested,
            identity,
            keys,
            new QrImages(),
            verifiers::run,
            new RequestPresentation.Settings(
                allowed, settings.prefix(), settings.kept(), settings.most()),
            clock),
        new ReadPresentation(stored, allowed, clock),
        new ReadRequestObject(stored, identity, clock),
        new ReceivePresentation(
            stored,
            identity,
            new VerifyAnswer(verify, new CertificateAuthorities(), verifiers::run),
            keys,
            verifiers::run,
            settings.kept(),
            clock),
        new ManagePresentationQueries(queries, requested, allowed, clock));
  }

  private RequestObjects requestObjects() {
    try {
      return new RequestObjectJwts(config.certifiedKey(), config.publicUrl().getHost());
    } catch (IllegalArgumentException e) {
      throw new SettingsException(List.of("PRESENTATION_CERTIFICATE: " + e.getMessage()));
    }
  }

  private ReadCredentialType readType() {
    return new ReadCredentialType(
        new BusPublishedTemplates(new BusClient(vertx)), verifiers::run, config.publicBase());
  }

  private VerifyCredential verification(
      Cryptography crypto,
      VerificationKeys keys,
      RemoteDocuments remote,
      KnownContexts known,
      PgCredentialStore credentials,
      PgStatusStore lists) {
    Function<ForeignLists, KnownStatus> status =
        foreign -> new KnownStatus(credentials, new ReadStatuses(lists, addresses, foreign));
    Function<ForeignLists, VerifyClaimsJwt> verifyingJwts =
        foreign -> new VerifyClaimsJwt(keys, verifiers::run, status.apply(foreign), clock);
    Function<ForeignLists, VerifyCredential> verifying =
        foreign ->
            new VerifyCredential(
                keys,
                crypto.proofs(),
                verifiers::run,
                known,
                status.apply(foreign),
                new VerifySdJwt(
                    new SdJwtCredentials(),
                    verifyingJwts.apply(foreign),
                    keys,
                    verifiers::run,
                    clock),
                clock);
    return verifying.apply(
        new ForeignStatusLists(
            remote,
            verifying.apply(ForeignLists.NONE),
            verifyingJwts.apply(ForeignLists.NONE),
            new TokenListJwt(),
            verifiers::run));
  }

  private void bindSigning(
      BusServer bus,
      PgContextStore contexts,
      KnownContexts known,
      PgCredentialStore credentials,
      PgStatusStore lists,
      StatusAllocation allocation,
      Cryptography crypto) {
    KeyRing keys = crypto.keys();
    Proofs proofs = crypto.proofs();
    GeneratedContexts generated = new GeneratedContexts(contexts, proofs, signers::run);
    ProofMaker maker = crypto.maker(signers::run);
    Signing signing = new Signing(proofs, maker, known, generated, signers::run, issuers, clock);
    Signers allowed = new Signers(config.signer().roles());
    CredentialBus.bindSigning(
        bus,
        new SignCredential(
            signing,
            keys,
            generated,
            allowed,
            new SignSdJwt(
                new SdJwtCredentials(),
                crypto.signer(),
                allowed,
                keys,
                issuers,
                signers::run,
                clock)),
        new IssueCredential(signing, keys, credentials, allocation, addresses, clock),
        new CheckTemplate(
            proofs, known, generated, signers::run, issuers, addresses, keys::requireKey, clock),
        statusLists(lists, crypto));
  }

  private void bindForms(BusServer bus, IssuedCredentials issued, Cryptography crypto) {
    ProofMaker maker = crypto.maker(signers::run);
    CredentialBus.bindForms(
        bus,
        new SignAsJwt(issued, crypto.proofs(), maker, clock),
        new SignAsSdJwt(
            issued, new SdJwtCredentials(), crypto.signer(), addresses, signers::run, clock),
        readType());
  }

  private void bindWallets(
      BusServer bus,
      Database database,
      IssuedCredentials issued,
      StatusAllocation allocation,
      Cryptography crypto) {
    PgOffers offers = new PgOffers(database);
    PgWallets wallets = new PgWallets(database);
    WalletProofs proofs = new WalletJwts();
    WalletEncryption encryption = new WalletJwe(DerivedKeys.requestEncryption(config.masterKeys()));
    Nonces nonces = new SignedNonces(config.masterKeys());
    OfferedCredentials registry = new BusOfferedCredentials(new BusClient(vertx));
    OfferStanding standing = new OfferStanding(registry);
    OfferDocument documents = new OfferDocument(config.publicBase(), issuers);
    WalletAddresses at = new WalletAddresses(config.publicBase());
    WalletAccess access = new WalletAccess(wallets, proofs, verifiers::run, clock);
    SignCopies copies =
        new SignCopies(
            issued,
            crypto.maker(signers::run),
            new SdJwtCredentials(),
            crypto.signer(),
            allocation,
            addresses,
            clock);
    CredentialBus.bindWallets(
        bus,
        new ManageOffers(
            offers,
            registry,
            new BusPublishedTemplates(new BusClient(vertx)),
            documents,
            config.wallet().limits(),
            new QrImages(),
            verifiers::run,
            clock),
        new ReadWalletMetadata(
            new BusPublishedTypes(new BusClient(vertx)),
            documents,
            at,
            issuers,
            crypto.proofs(),
            proofs,
            encryption,
            crypto.keys(),
            crypto.signer(),
            verifiers::run,
            clock),
        new IssueAccessToken(
            offers,
            wallets,
            standing,
            access,
            new ClientAuthentication(
                config.wallet().clientKeys(), wallets, proofs, at, verifiers::run, clock),
            at,
            verifiers::run,
            clock,
            config.wallet().tokenLife()),
        new IssueNonce(nonces, clock),
        new IssueCopies(
            wallets,
            access,
            proofs,
            encryption,
            nonces,
            standing,
            documents,
            at,
            copies,
            verifiers::run,
            clock),
        new NotifyIssuer(wallets, access, at));
  }

  private ReadStatusList statusLists(PgStatusStore lists, Cryptography crypto) {
    ProofMaker maker = crypto.maker(signers::run);
    ListCredentials credentials =
        new ListCredentials(addresses, crypto.proofs(), maker, signers::run);
    TokenLists tokens =
        new TokenLists(addresses, new TokenListJwt(), crypto.signer(), signers::run);
    return new ReadStatusList(
        addresses,
        new SignedStatusLists(
            lists,
            crypto.proofs(),
            credentials,
            (issuer, suite) -> crypto.keys().listKey(issuer, suite.keyType()),
            clock),
        new SignedStatusLists(
            lists,
            crypto.proofs(),
            tokens,
            (issuer, suite) ->
                crypto.keys().listKey(issuer, TokenLists.PREFERRED_KEY, suite.keyType()),
            clock));
  }

  /** What credentials are signed and verified with. */
  private record Cryptography(
      BundledContexts bundled,
      Proofs proofs,
      PgKeyStore store,
      IssuerLeases leases,
      KeyRing keys,
      KeyVault vault,
      Signer signer) {

    ProofMaker maker(CryptoWorkers compute) {
      return new ProofMaker(proofs, signer, compute);
    }
  }

  private void bindAdministration(
      BusServer bus, Database database, Cryptography crypto, KnownContexts known) {
    KeyRing keys = crypto.keys();
    Proofs proofs = crypto.proofs();
    KeyType type = proofs.suite().keyType();
    CredentialBus.bindAdministration(
        bus,
        new CreateIssuer(keys, issuers, type),
        new RegisterIssuers(keys, proofs, issuers, signers::run),
        new AdministerIssuers(crypto.store(), crypto.leases(), type, clock),
        new ImportKey(keys, crypto.vault(), openers::run, issuers),
        new AdministerKeys(
            crypto.store(), crypto.leases(), keys, crypto.vault(), openers::run, clock));
    CredentialBus.bindRevocations(
        bus,
        new ReadRevoked(new PgRevokedCredentials(database)),
        new ImportRevocations(
            new PgFormerRevocations(database), known, proofs, verifiers::run, clock));
  }

  private void bindCertificates(BusServer bus, Database database, VerifyCredential verify) {
    CertificateRenderer renderer = new MarkupRenderer(renderers);
    PgCertificateTemplates stored =
        new PgCertificateTemplates(database, config.certificate().templates());
    MakeCertificate make =
        new MakeCertificate(
            renderer,
            new RenderingQueues(rendering::run, this::runLong),
            new MakeCertificate.Settings(
                config.publicBase(), config.certificate().credentialInCode()));
    TemplateVersions versions = new TemplateVersions(stored, renderer, rendering::run, clock);
    CompiledTemplates compiled = new CompiledTemplates(stored, rendering::run);
    ExampleCertificate example = new ExampleCertificate(make, issuers.ownDid(), clock);
    CredentialBus.bindCertificates(
        bus,
        new RenderCertificate(verify::handle, compiled, make),
        new ManageCertificateTemplates(
            stored, new BusPublishedTemplates(new BusClient(vertx)), versions),
        new PreviewCertificateTemplate(stored, example, rendering::run),
        new CheckCertificateTemplates(
            stored,
            versions,
            new GateDocuments(egress),
            new RenderedExamples(compiled, example, rendering::run)));
  }

  /** Runs work in a part of the places of certificates. */
  private <T> Future<T> runLong(Deadline deadline, Callable<T> work) {
    return longDocuments.run(deadline, () -> rendering.run(deadline, work));
  }

  private void bindContexts(BusServer bus, PgContextStore contexts, BundledContexts bundled) {
    CredentialBus.bindContexts(
        bus,
        new ManageContexts(
            contexts,
            new UploadedContextCheck(bundled),
            new BusPublishedTemplates(new BusClient(vertx)),
            signers::run,
            config.publicBase(),
            clock));
  }

  private Proofs proofs(BundledContexts bundled) {
    Canonicalizer canonicalizer = new Canonicalizer(bundled);
    try {
      return new ProofSuites(
          canonicalizer,
          ProofSuites.all(canonicalizer, config.signer().algorithm()),
          config.proofSuite(),
          config.undefinedTerms(),
          config.publicBase());
    } catch (IllegalArgumentException e) {
      throw new SettingsException(List.of("PROOF_SUITE: " + e.getMessage()));
    }
  }
}

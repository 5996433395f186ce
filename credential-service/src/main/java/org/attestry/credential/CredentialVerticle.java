package org.attestry.credential;

import static org.attestry.contracts.registry.AttestationOperations.FIND_HELD_CREDENTIALS;
import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.attestry.credential.certificate.CertificateModule;
import org.attestry.credential.context.ContextModule;
import org.attestry.credential.crypto.CryptoProvider;
import org.attestry.credential.issue.IssueModule;
import org.attestry.credential.issuer.IssuerModule;
import org.attestry.credential.jose.RequestObjectJwts;
import org.attestry.credential.key.KeyModule;
import org.attestry.credential.offer.OfferModule;
import org.attestry.credential.presentation.PresentationModule;
import org.attestry.credential.presentation.RequestObjects;
import org.attestry.credential.revoke.RevokeModule;
import org.attestry.credential.statuslist.StatusListModule;
import org.attestry.credential.token.TokenModule;
import org.attestry.credential.verify.VerifyModule;
import org.attestry.credential.wallet.WalletModule;
import org.attestry.runtime.async.PeriodicJob;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.bus.MemberChecks;
import org.attestry.runtime.config.SettingsException;
import org.attestry.runtime.facts.FactBacklog;
import org.attestry.runtime.facts.FactConsumer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.outbox.FactData;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.ServiceModule;
import org.attestry.runtime.service.Shutdown;

/** Starts and stops the modules of credential-service. */
public final class CredentialVerticle extends VerticleBase {

  static final String SERVICE = "credential";

  private final CredentialConfig config;
  private final ServiceContext service;
  private final Clock clock;
  private final Shutdown serving = new Shutdown();
  private final Shutdown shutdown = new Shutdown();

  public CredentialVerticle(CredentialConfig config, ServiceContext service) {
    this(config, service, Clock.tickMillis(ZoneOffset.UTC));
  }

  /**
   * @param clock decides on dates of credentials
   */
  CredentialVerticle(CredentialConfig config, ServiceContext service, Clock clock) {
    this.config = config;
    this.service = service;
    this.clock = clock;
  }

  @Override
  public Future<?> start() {
    RequestObjects requestObjects = requestObjects();
    Resources resources = Resources.open(vertx, config, service, clock);
    Database database = resources.database();
    Health health = service.health();
    health.check("postgres", database::isReachable);
    new MemberChecks(vertx, health)
        .uses("registry", FIND_HELD_CREDENTIALS)
        .uses("schema", FIND_TYPES);
    health.detail("crypto-provider", CredentialVerticle::provider);
    shutdown.then(serving::run).then(resources.relay()::close).then(resources::close);
    return Migrations.run(vertx, config.postgres(), SERVICE)
        .compose(migrated -> KeyModule.open(resources, shutdown))
        .compose(keys -> keys.start().map(keys))
        .compose(
            keys ->
                StatusListModule.open(resources, keys)
                    .compose(lists -> serve(resources, keys, lists, requestObjects)));
  }

  private RequestObjects requestObjects() {
    try {
      return new RequestObjectJwts(config.certifiedKey(), config.publicUrl().getHost());
    } catch (IllegalArgumentException e) {
      throw new SettingsException(List.of("PRESENTATION_CERTIFICATE: " + e.getMessage()));
    }
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

  private Future<Void> serve(
      Resources resources, KeyModule keys, StatusListModule lists, RequestObjects requestObjects) {
    ContextModule contexts = ContextModule.of(resources, keys);
    VerifyModule verify = VerifyModule.of(resources, keys, contexts, lists);
    IssueModule issue = IssueModule.of(resources, keys, contexts, lists);
    OfferModule offers = OfferModule.of(resources, keys);
    TokenModule tokens = TokenModule.of(resources, offers);
    RevokeModule revoke = RevokeModule.of(resources, keys, contexts);
    return serve(
        resources,
        revoke.facts(),
        List.of(
            new IssuerModule(resources, keys),
            contexts,
            lists,
            issue,
            verify,
            revoke,
            CertificateModule.open(resources, keys, verify),
            offers,
            tokens,
            WalletModule.of(resources, keys, issue, verify, offers, tokens),
            PresentationModule.of(resources, keys, issue, verify, requestObjects)));
  }

  private Future<Void> serve(Resources resources, FactHandlers facts, List<ServiceModule> modules) {
    Database database = resources.database();
    BusServer server = new BusServer(vertx, service.meters());
    FactConsumer consumer = new FactConsumer(vertx, database, config.kafka(), SERVICE, facts);
    List<PeriodicJob> jobs = modules.stream().flatMap(one -> one.jobs().stream()).toList();
    FactData.serve(server, SERVICE, database);
    FactBacklog.show(database, service.health(), service.meters());
    modules.forEach(one -> one.bind(server));

    serving.then(server::close).then(consumer::close);
    jobs.forEach(job -> serving.then(job::close));
    modules.forEach(one -> serving.then(one::close));
    consumer.start();
    resources.relay().start();
    return server.open().onSuccess(open -> jobs.forEach(PeriodicJob::start));
  }
}

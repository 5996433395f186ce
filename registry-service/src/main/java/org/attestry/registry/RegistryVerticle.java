package org.attestry.registry;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import org.attestry.registry.bus.RegistryBus;
import org.attestry.registry.bus.UseCases;
import org.attestry.registry.domain.AcceptTypes;
import org.attestry.registry.domain.Announcements;
import org.attestry.registry.domain.AttestationSigning;
import org.attestry.registry.domain.CheckEntities;
import org.attestry.registry.domain.CredentialIssuer;
import org.attestry.registry.domain.DecideAttestation;
import org.attestry.registry.domain.EntityChanges;
import org.attestry.registry.domain.EntityChecks;
import org.attestry.registry.domain.EntityContent;
import org.attestry.registry.domain.EntitySigning;
import org.attestry.registry.domain.EntityStore;
import org.attestry.registry.domain.NewEntities;
import org.attestry.registry.domain.Stores;
import org.attestry.registry.domain.idempotency.IdempotentRequests;
import org.attestry.registry.domain.owners.EntityOwners;
import org.attestry.registry.domain.owners.MendOwners;
import org.attestry.registry.domain.search.Cursors;
import org.attestry.registry.domain.search.SearchQueries;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.registry.events.AcceptedFacts;
import org.attestry.registry.events.BusFactDelivery;
import org.attestry.registry.events.IndexBuilding;
import org.attestry.registry.events.TypeNews;
import org.attestry.registry.identity.KeycloakDirectory;
import org.attestry.registry.signing.BusCredentialIssuer;
import org.attestry.registry.store.OldImports;
import org.attestry.registry.store.PgSearchKey;
import org.attestry.registry.store.PgStores;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactConsumer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.facts.Outbox;
import org.attestry.runtime.facts.OutboxRelay;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.Shutdown;
import org.attestry.runtime.service.Workers;

/** Wires registry-service. */
public final class RegistryVerticle extends VerticleBase {

  private static final String SERVICE = "registry";
  private static final int CHECKS_WAITING = 64;

  private final RegistryConfig config;
  private final ServiceContext service;
  private final Shutdown shutdown = new Shutdown();

  public RegistryVerticle(RegistryConfig config, ServiceContext service) {
    this.config = config;
    this.service = service;
  }

  @Override
  public Future<?> start() {
    Database database = Database.open(vertx, config.postgres());
    service.health().check("postgres", database::answers);
    return Migrations.run(vertx, config.postgres(), SERVICE)
        .compose(migrated -> database.whenThere(() -> PgSearchKey.find(database)))
        .compose(
            key -> serve(database, new SearchQueries(config.limits().page(), new Cursors(key))));
  }

  @Override
  public Future<?> stop() {
    return shutdown.run();
  }

  private Future<Void> serve(Database database, SearchQueries queries) {
    OutboxRelay relay = new OutboxRelay(vertx, database, config.kafka(), SERVICE);
    Stores stores = PgStores.over(vertx, database, new Outbox(SERVICE), relay::nudge);
    TypeCatalogue types = new TypeCatalogue(stores.types(), config.limits().compiledTypes());
    Workers validation = validation();
    Workers checking = new Workers(vertx, "registry-check", 1, CHECKS_WAITING);
    KeycloakDirectory directory = new KeycloakDirectory(vertx, config.identity());
    TypeNews news = new TypeNews(vertx, types);
    IndexBuilding indexing = new IndexBuilding(vertx, stores.types());
    OldImports oldImports = new OldImports(vertx, stores.imports(), config.limits().importsKept());
    Upkeep upkeep =
        new Upkeep(vertx, new MendOwners(directory, stores.provisions()), stores.requests());

    BusClient bus = new BusClient(vertx);
    CredentialIssuer issuer = new BusCredentialIssuer(bus);
    UseCases.Writing writing =
        writing(
            stores,
            new EntityChecks(validation),
            new EntitySigning(issuer),
            new AttestationSigning(issuer),
            new EntityOwners(vertx::timer, directory, stores.provisions()),
            new Announcements(new BusFactDelivery(bus)));
    UseCases.Bulk bulk =
        new UseCases.Bulk(
            new CheckEntities(types, stores.entities(), stores.scan(), checking),
            validation,
            config.limits().page());
    UseCases useCases = UseCases.over(types, stores, queries, writing, bulk);
    FactHandlers facts =
        AcceptedFacts.handlers(
            new AcceptTypes(
                stores.types(), types, validation, TypeNews.announcing(vertx), indexing),
            new DecideAttestation(types, writing.changes(), writing.attestations()));
    FactConsumer consumer = new FactConsumer(vertx, config.kafka(), SERVICE, facts);
    BusServer server = RegistryBus.bind(new BusServer(vertx, service.meters()), useCases, facts);

    shutdown
        .then(server::close)
        .then(consumer::close)
        .then(news::close)
        .then(indexing::close)
        .then(oldImports::close)
        .then(upkeep::close)
        .then(relay::close)
        .then(validation::close)
        .then(checking::close)
        .then(directory::close)
        .then(database::close);
    news.start();
    indexing.start();
    oldImports.start();
    upkeep.start();
    consumer.start();
    relay.start();
    return server.ready();
  }

  private UseCases.Writing writing(
      Stores stores,
      EntityChecks checks,
      EntitySigning signing,
      AttestationSigning attestations,
      EntityOwners owners,
      Announcements announcements) {
    EntityStore store = stores.entities();
    return new UseCases.Writing(
        new NewEntities(store, checks, owners, signing, attestations),
        new EntityChanges(vertx::timer, store, announcements),
        new EntityContent(checks, signing, attestations),
        signing,
        attestations,
        new IdempotentRequests(stores.requests()),
        announcements);
  }

  private Workers validation() {
    return new Workers(
        vertx,
        "registry-validation",
        config.limits().validationThreads(),
        config.limits().validationQueue());
  }
}

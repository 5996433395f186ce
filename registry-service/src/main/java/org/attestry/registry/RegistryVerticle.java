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
import org.attestry.registry.domain.ImportEntities;
import org.attestry.registry.domain.ImportStore;
import org.attestry.registry.domain.NewEntities;
import org.attestry.registry.domain.PrepareType;
import org.attestry.registry.domain.idempotency.IdempotentRequests;
import org.attestry.registry.domain.idempotency.RequestStore;
import org.attestry.registry.domain.owners.EntityOwners;
import org.attestry.registry.domain.owners.MendOwners;
import org.attestry.registry.domain.owners.ProvisionStore;
import org.attestry.registry.domain.search.Cursors;
import org.attestry.registry.domain.search.SearchQueries;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.registry.domain.types.TypeStore;
import org.attestry.registry.events.AcceptedFacts;
import org.attestry.registry.events.BusFactDelivery;
import org.attestry.registry.events.IndexBuilding;
import org.attestry.registry.events.TypeNews;
import org.attestry.registry.identity.KeycloakDirectory;
import org.attestry.registry.signing.BusCredentialIssuer;
import org.attestry.registry.store.OldImports;
import org.attestry.registry.store.PgEntityExport;
import org.attestry.registry.store.PgEntityScan;
import org.attestry.registry.store.PgEntitySearch;
import org.attestry.registry.store.PgEntityStore;
import org.attestry.registry.store.PgHistoryStore;
import org.attestry.registry.store.PgImportStore;
import org.attestry.registry.store.PgProvisionStore;
import org.attestry.registry.store.PgRequestStore;
import org.attestry.registry.store.PgSearchKey;
import org.attestry.registry.store.PgTypeStore;
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
  private static final long MEND_MILLIS = 2_000;
  private static final long FORGET_MILLIS = 600_000;

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
    Workers workers =
        new Workers(
            vertx,
            "registry-validation",
            config.limits().validationThreads(),
            config.limits().validationQueue());
    Workers checking = new Workers(vertx, "registry-check", 1, CHECKS_WAITING);
    KeycloakDirectory directory = new KeycloakDirectory(vertx, config.identity());
    BusClient bus = new BusClient(vertx);

    TypeStore typeStore = new PgTypeStore(vertx, database);
    TypeCatalogue types = new TypeCatalogue(typeStore, config.limits().compiledTypes());
    EntityStore store = new PgEntityStore(database, new Outbox(SERVICE), relay::nudge);
    CredentialIssuer issuer = new BusCredentialIssuer(bus);
    Announcements announcements = new Announcements(new BusFactDelivery(bus));
    EntityChanges changes = new EntityChanges(vertx::timer, store, announcements);
    EntityChecks checks = new EntityChecks(workers);
    EntitySigning signing = new EntitySigning(issuer);
    AttestationSigning attestations = new AttestationSigning(issuer);
    ProvisionStore provisions = new PgProvisionStore(database);
    RequestStore requests = new PgRequestStore(database);
    NewEntities entities =
        new NewEntities(
            store,
            checks,
            new EntityOwners(vertx::timer, directory, provisions),
            signing,
            attestations);

    TypeNews news = new TypeNews(vertx, types);
    IndexBuilding indexing = new IndexBuilding(vertx, typeStore);
    FactHandlers facts =
        AcceptedFacts.handlers(
            new AcceptTypes(typeStore, types, workers, TypeNews.announcing(vertx), indexing),
            new DecideAttestation(types, changes, attestations));
    FactConsumer consumer = new FactConsumer(vertx, config.kafka(), SERVICE, facts);
    EntityContent content = new EntityContent(checks, signing, attestations);
    ImportStore imports = new PgImportStore(database, new Outbox(SERVICE), relay::nudge);
    OldImports oldImports = new OldImports(vertx, imports, config.limits().importsKept());
    UseCases.Bulk bulk =
        new UseCases.Bulk(
            imports,
            new ImportEntities(types, imports, store, content, signing, announcements, workers),
            new PgEntityExport(database),
            workers,
            config.limits().page());
    UseCases useCases =
        UseCases.over(
            types,
            store,
            new PgEntitySearch(database),
            new PgHistoryStore(database),
            bulk,
            queries,
            entities,
            changes,
            content,
            attestations,
            new IdempotentRequests(requests),
            announcements,
            new CheckEntities(types, store, new PgEntityScan(database), checking),
            new PrepareType(typeStore));
    BusServer server = RegistryBus.bind(new BusServer(vertx, service.meters()), useCases, facts);

    shutdown
        .then(server::close)
        .then(consumer::close)
        .then(news::close)
        .then(indexing::close)
        .then(oldImports::close)
        .then(relay::close)
        .then(workers::close)
        .then(checking::close)
        .then(directory::close)
        .then(database::close);
    MendOwners mending = new MendOwners(directory, provisions);
    vertx.setPeriodic(MEND_MILLIS, tick -> mending.mend());
    vertx.setPeriodic(FORGET_MILLIS, tick -> requests.forgetOld());
    news.start();
    indexing.start();
    oldImports.start();
    consumer.start();
    relay.start();
    return server.ready();
  }
}

package org.attestry.registry;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import org.attestry.registry.bus.BusClaims;
import org.attestry.registry.bus.BusCredentialIssuer;
import org.attestry.registry.bus.BusFactDelivery;
import org.attestry.registry.bus.RegistryBus;
import org.attestry.registry.bus.UseCases;
import org.attestry.registry.domain.bulk.CheckEntities;
import org.attestry.registry.domain.bulk.Stores;
import org.attestry.registry.domain.claim.ReconcileClaims;
import org.attestry.registry.domain.credential.AttestationSigning;
import org.attestry.registry.domain.credential.CredentialIssuer;
import org.attestry.registry.domain.credential.EntityCredentials;
import org.attestry.registry.domain.credential.EntitySigning;
import org.attestry.registry.domain.entity.ContentReplacement;
import org.attestry.registry.domain.entity.EntityChecks;
import org.attestry.registry.domain.entity.NewEntities;
import org.attestry.registry.domain.idempotency.IdempotentRequests;
import org.attestry.registry.domain.notify.FactNotifier;
import org.attestry.registry.domain.owners.EntityOwners;
import org.attestry.registry.domain.search.Cursors;
import org.attestry.registry.domain.search.SearchQueries;
import org.attestry.registry.domain.stored.EntityChanges;
import org.attestry.registry.domain.stored.EntityStore;
import org.attestry.registry.domain.types.AcceptTypes;
import org.attestry.registry.domain.types.TypeCatalogue;
import org.attestry.registry.events.CatalogueSync;
import org.attestry.registry.events.RegistryFactHandlers;
import org.attestry.registry.store.PgSearchKey;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactBacklog;
import org.attestry.runtime.facts.FactConsumer;
import org.attestry.runtime.facts.FactData;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.Shutdown;

/** Wires registry-service. */
public final class RegistryVerticle extends VerticleBase {

  static final String SERVICE = "registry";

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
    service.health().check("postgres", database::isReachable);
    return Migrations.run(vertx, config.postgres(), SERVICE)
        .compose(migrated -> database.retryUntilUp(() -> PgSearchKey.find(database)))
        .map(key -> new SearchQueries(config.limits().page(), new Cursors(key)))
        .compose(queries -> serve(Resources.open(vertx, config, database), queries));
  }

  @Override
  public Future<?> stop() {
    return shutdown.run();
  }

  private Future<Void> serve(Resources resources, SearchQueries queries) {
    Stores stores = resources.stores();
    TypeCatalogue types = new TypeCatalogue(stores.types(), config.limits().compiledTypes());
    Upkeep upkeep = new Upkeep(vertx, config.limits(), resources, types);
    UseCases.Writing writing = writing(resources);
    UseCases useCases =
        UseCases.over(
            types, stores, queries, writing, bulk(resources, types), config.identity().adminRole());
    FactHandlers facts =
        RegistryFactHandlers.of(new BusClient(vertx), acceptTypes(resources, types, upkeep));
    Database database = resources.database();
    FactConsumer consumer = new FactConsumer(vertx, database, config.kafka(), SERVICE, facts);
    BusServer server = RegistryBus.bind(new BusServer(vertx, service.meters()), useCases, facts);
    FactData.serve(server, SERVICE, database);
    FactBacklog.show(database, service.health(), service.meters());

    ClaimUpkeep claims = claims(types, stores, writing);
    shutdown
        .then(server::close)
        .then(consumer::close)
        .then(claims::close)
        .then(upkeep::close)
        .then(resources::close);
    upkeep.start();
    claims.start();
    consumer.start();
    resources.relay().start();
    return server.open();
  }

  private UseCases.Writing writing(Resources resources) {
    Stores stores = resources.stores();
    BusClient bus = new BusClient(vertx);
    CredentialIssuer issuer = new BusCredentialIssuer(bus);
    AttestationSigning attestations = new AttestationSigning(issuer);
    EntityStore store = stores.entities();
    EntityCredentials credentials =
        new EntityCredentials(store, new EntitySigning(issuer), attestations);
    FactNotifier announcements = new FactNotifier(new BusFactDelivery(bus));
    EntityChecks checks = new EntityChecks(resources.validation());
    EntityOwners owners =
        new EntityOwners(
            vertx::timer, resources.directory(), stores.provisions(), config.identity().owners());
    return new UseCases.Writing(
        new NewEntities(store, checks, owners, credentials),
        new EntityChanges(vertx::timer, store, announcements),
        new ContentReplacement(checks, credentials),
        credentials,
        attestations,
        new IdempotentRequests(stores.requests()),
        announcements);
  }

  private ClaimUpkeep claims(TypeCatalogue types, Stores stores, UseCases.Writing writing) {
    ReconcileClaims reconciling =
        new ReconcileClaims(
            types,
            stores.entities(),
            stores.scan(),
            writing.changes(),
            writing.announcements(),
            new BusClaims(new BusClient(vertx)));
    return new ClaimUpkeep(vertx, reconciling, config.limits().claimsCompared());
  }

  private UseCases.Bulk bulk(Resources resources, TypeCatalogue types) {
    Stores stores = resources.stores();
    return new UseCases.Bulk(
        new CheckEntities(types, stores.entities(), stores.scan(), resources.checking()),
        new EntityChecks(resources.bulk()),
        resources.bulk(),
        config.limits().page());
  }

  private AcceptTypes acceptTypes(Resources resources, TypeCatalogue types, Upkeep upkeep) {
    return new AcceptTypes(
        resources.stores().types(),
        types,
        resources.compiling(),
        CatalogueSync.announcing(vertx),
        upkeep.indexing());
  }
}

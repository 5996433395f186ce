package org.attestry.registry;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
import org.attestry.condition.CallerRecords;
import org.attestry.registry.bus.BusClaims;
import org.attestry.registry.bus.BusCredentialIssuer;
import org.attestry.registry.bus.BusFactDelivery;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.claim.ExpireClaims;
import org.attestry.registry.claim.ReconcileClaims;
import org.attestry.registry.credential.CredentialIssuer;
import org.attestry.registry.credential.EntityCredentials;
import org.attestry.registry.credential.PgDueCredentials;
import org.attestry.registry.credential.SignDue;
import org.attestry.registry.credential.SigningMode;
import org.attestry.registry.entity.EntityChecks;
import org.attestry.registry.events.RegistryFactHandlers;
import org.attestry.registry.owners.EntityOwners;
import org.attestry.registry.owners.ImportedOwners;
import org.attestry.registry.publication.AcceptTypes;
import org.attestry.registry.query.Cursors;
import org.attestry.registry.query.SearchQueries;
import org.attestry.registry.search.PgSearchKey;
import org.attestry.registry.stored.EntityChanges;
import org.attestry.registry.stored.FactNotifier;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.facts.FactBacklog;
import org.attestry.runtime.facts.FactConsumer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.management.ShownNumbers;
import org.attestry.runtime.outbox.FactData;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.Shutdown;
import org.attestry.runtime.work.FairQueue;
import org.attestry.runtime.work.FairQueue.Refusals;

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
        .compose(migrated -> database.retryUntilUp(() -> PgSearchKey.read(database)))
        .map(key -> new SearchQueries(config.limits().page(), new Cursors(key)))
        .compose(
            queries -> serve(Resources.open(vertx, config, database, service.meters()), queries));
  }

  @Override
  public Future<?> stop() {
    return shutdown.run();
  }

  private Future<Void> serve(Resources resources, SearchQueries queries) {
    Stores stores = resources.stores();
    BusClient bus = new BusClient(vertx);
    TypeCatalogue types = new TypeCatalogue(stores.types(), config.limits().compiledTypes());
    FactNotifier notifier = new FactNotifier(new BusFactDelivery(bus));
    FairQueue queue =
        new FairQueue(
            vertx, "registry-changes", EntityChanges.LIMITS, Refusals.USUAL, service.meters());
    EntityChanges changes =
        new EntityChanges(
            vertx::timer, queue::another, stores.entities(), notifier, stores.memory());
    ReconcileClaims claims =
        new ReconcileClaims(
            types, stores.entities(), stores.scan(), changes, notifier, new BusClaims(bus));
    SignDue due =
        new SignDue(
            types,
            stores.entities(),
            changes,
            new EntityCredentials(
                stores.entities(), new BusCredentialIssuer(bus), resources.validation()),
            stores.dueCredentials());
    ExpireClaims expiry = new ExpireClaims(types, stores.scan(), changes);
    BackgroundJobs jobs = new BackgroundJobs(vertx, config, resources, types, claims, expiry, due);
    FactHandlers facts = RegistryFactHandlers.of(bus, acceptTypes(resources, types, jobs));
    Database database = resources.database();
    FactConsumer consumer = new FactConsumer(vertx, database, config.kafka(), SERVICE, facts);
    BusServer server = new BusServer(vertx, service.meters());
    operations(resources, types, queries, changes, notifier).bind(server, facts);
    FactData.serve(server, SERVICE, database);
    FactBacklog.show(database, service.health(), service.meters());
    ShownNumbers.show(
        "credentials",
        PgDueCredentials.NUMBERS,
        new PgDueCredentials(database)::numbers,
        service.health(),
        service.meters());

    shutdown.then(server::close).then(consumer::close).then(jobs::close).then(resources::close);
    jobs.start();
    consumer.start();
    resources.relay().start();
    return server.open();
  }

  private RegistryBus operations(
      Resources resources,
      TypeCatalogue types,
      SearchQueries queries,
      EntityChanges changes,
      FactNotifier notifier) {
    Stores stores = resources.stores();
    EntityOwners owners =
        new EntityOwners(
            vertx::timer,
            resources.directory(),
            stores.provisions(),
            stores.accountNotes(),
            config.identity().owners());
    return new RegistryBus(
        stores,
        types,
        queries,
        changes,
        new EntityCredentials(stores.entities(), issuer(), resources.validation()),
        owners,
        new ImportedOwners(owners, config.identity().importRate()),
        notifier,
        resources.validation(),
        new FairQueue(
            vertx, "registry-values", EntityChecks.VALUES, Refusals.USUAL, service.meters()),
        resources.bulk(),
        resources.checking(),
        new CallerRecords(
            vertx,
            "registry-compared-records",
            Runtime.getRuntime().maxMemory(),
            resources.validation(),
            service.meters()),
        config.limits().page(),
        config.identity().adminRole());
  }

  private CredentialIssuer issuer() {
    return config.signing() == SigningMode.DEFERRED
        ? CredentialIssuer.LATER
        : new BusCredentialIssuer(new BusClient(vertx));
  }

  private AcceptTypes acceptTypes(Resources resources, TypeCatalogue types, BackgroundJobs jobs) {
    return new AcceptTypes(
        resources.stores().types(),
        types,
        resources.compiling(),
        jobs::notifyOfTypes,
        names -> retrySigning(resources, names),
        resources.indexing()::index);
  }

  private static Future<Void> retrySigning(Resources resources, List<String> types) {
    return resources
        .stores()
        .dueCredentials()
        .retryRefused(types)
        .onSuccess(due -> resources.signing().begin());
  }
}

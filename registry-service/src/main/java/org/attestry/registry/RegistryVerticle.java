package org.attestry.registry;

import static org.attestry.contracts.claims.ClaimsOperations.FIND_CLAIMS;
import static org.attestry.contracts.credential.CredentialOperations.ISSUE_CREDENTIAL;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.List;
import org.attestry.registry.claim.Attestors;
import org.attestry.registry.claim.ClaimModule;
import org.attestry.registry.credential.CredentialModule;
import org.attestry.registry.credential.EntityCredentials;
import org.attestry.registry.credential.PgDueCredentials;
import org.attestry.registry.entity.EntityModule;
import org.attestry.registry.events.RegistryFactHandlers;
import org.attestry.registry.imports.ImportModule;
import org.attestry.registry.owners.EntityOwners;
import org.attestry.registry.publication.AcceptTypes;
import org.attestry.registry.publication.PublicationModule;
import org.attestry.registry.query.Cursors;
import org.attestry.registry.query.SearchQueries;
import org.attestry.registry.revoke.RevokeModule;
import org.attestry.registry.search.PgSearchKey;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.bus.MemberChecks;
import org.attestry.runtime.facts.FactBacklog;
import org.attestry.runtime.facts.FactConsumer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.management.RememberedCheck;
import org.attestry.runtime.management.ShownNumbers;
import org.attestry.runtime.outbox.FactData;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.ServiceModule;
import org.attestry.runtime.service.Shutdown;

/** Starts and stops the modules of registry-service. */
public final class RegistryVerticle extends VerticleBase {

  static final String SERVICE = "registry";

  /** How often the identity provider is asked for a token for health, at the most. */
  private static final Duration PROVIDER_CHECK = Duration.ofSeconds(15);

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
    new MemberChecks(vertx, service.health())
        .uses("credential", ISSUE_CREDENTIAL)
        .uses("claims", FIND_CLAIMS);
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
    Shared shared = Shared.of(vertx, config, service.meters(), resources, queries);
    BackgroundJobs jobs = new BackgroundJobs(shared);
    FactHandlers facts = RegistryFactHandlers.of(shared.client(), acceptTypes(shared, jobs));
    Database database = resources.database();
    service
        .health()
        .dependency(
            "identity-provider",
            RememberedCheck.every(PROVIDER_CHECK, vertx, resources.directory()::isReachable));
    FactConsumer consumer = new FactConsumer(vertx, database, config.kafka(), SERVICE, facts);
    BusServer server = new BusServer(vertx, service.meters());
    modules(shared, facts).forEach(module -> module.bind(server));
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

  private List<ServiceModule> modules(Shared shared, FactHandlers facts) {
    EntityCredentials credentials = CredentialModule.credentials(shared);
    Attestors attestors = ClaimModule.attestors(shared);
    Stores stores = shared.stores();
    EntityOwners owners =
        new EntityOwners(
            vertx::timer,
            shared.resources().directory(),
            stores.provisions(),
            stores.accountNotes(),
            config.identity().owners());
    return List.of(
        new EntityModule(shared, credentials, owners, attestors),
        new ClaimModule(shared, credentials, attestors),
        new CredentialModule(shared, attestors),
        new ImportModule(shared, credentials, owners),
        new RevokeModule(shared),
        new PublicationModule(shared, facts));
  }

  private static AcceptTypes acceptTypes(Shared shared, BackgroundJobs jobs) {
    Resources resources = shared.resources();
    return new AcceptTypes(
        resources.stores().types(),
        shared.types(),
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

package org.attestry.schema;

import static org.attestry.contracts.credential.CredentialOperations.CHECK_TEMPLATE;
import static org.attestry.contracts.registry.TypeOperations.PREPARE_TYPE;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.stream.Stream;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.bus.MemberChecks;
import org.attestry.runtime.facts.FactBacklog;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.outbox.FactData;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.outbox.OutboxRelay;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.Shutdown;
import org.attestry.schema.document.DocumentCheck;
import org.attestry.schema.document.ReservedNames;
import org.attestry.schema.lint.BusTemplates;
import org.attestry.schema.lint.Linter;
import org.attestry.schema.publication.PublicationCompiler;
import org.attestry.schema.stored.BusEntityRegistry;
import org.attestry.schema.stored.PgSchemaStore;

/** Wires schema-service. */
public final class SchemaVerticle extends VerticleBase {

  private static final String SERVICE = "schema";

  /**
   * The number of worker threads: more than one, so that an expensive document does not block all
   * others.
   */
  private static final int DOCUMENTS_AT_ONCE = 3;

  private static final int DOCUMENTS_WAITING = 64;

  private final SchemaConfig config;
  private final ServiceContext context;
  private final Shutdown shutdown = new Shutdown();

  public SchemaVerticle(SchemaConfig config, ServiceContext context) {
    this.config = config;
    this.context = context;
  }

  @Override
  public Future<?> start() {
    Database database = Database.open(vertx, config.postgres());
    context.health().check("postgres", database::isReachable);
    new MemberChecks(vertx, context.health())
        .uses("registry", PREPARE_TYPE)
        .uses("credential", CHECK_TEMPLATE);
    return Migrations.run(vertx, config.postgres(), SERVICE).compose(migrated -> wire(database));
  }

  private Future<Void> wire(Database database) {
    OutboxRelay relay = new OutboxRelay(vertx, database, config.kafka(), SERVICE);
    PgSchemaStore store = new PgSchemaStore(database, new Outbox(SERVICE), relay::nudge);
    Workers workers =
        new Workers(vertx, "schema-lint", DOCUMENTS_AT_ONCE, DOCUMENTS_WAITING, context.meters());
    BusServer server = new BusServer(vertx, context.meters());
    SchemaBus.bind(
        server, store, compiler(store, workers), new BusEntityRegistry(new BusClient(vertx)));
    FactData.serve(server, SERVICE, database);
    FactBacklog.show(database, context.health(), context.meters());
    shutdown.then(server::close).then(relay::close).then(workers::close).then(database::close);
    relay.start();
    return server.open();
  }

  private PublicationCompiler compiler(PgSchemaStore store, Workers workers) {
    ReservedNames reserved =
        new ReservedNames(
            config.identity().adminRole(),
            Stream.of(config.signer().roles(), config.verifier().roles())
                .flatMap(List::stream)
                .toList());
    return new PublicationCompiler(
        store,
        new DocumentCheck(reserved),
        new Linter(reserved),
        workers,
        new BusTemplates(new BusClient(vertx)));
  }

  @Override
  public Future<?> stop() {
    return shutdown.run();
  }
}

package org.attestry.claims;

import static org.attestry.contracts.registry.AttestationOperations.AUTHORIZE_CALLER;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import org.attestry.claims.claim.BusRegistry;
import org.attestry.claims.claim.PgClaimStore;
import org.attestry.claims.events.ClaimsFactHandlers;
import org.attestry.claims.events.SupersededClaims;
import org.attestry.claims.inbox.PgInbox;
import org.attestry.claims.note.BusEntityFiles;
import org.attestry.claims.raise.AddGrant;
import org.attestry.claims.raise.CloseClaims;
import org.attestry.claims.raise.RaiseClaim;
import org.attestry.claims.raise.RefreshClaims;
import org.attestry.condition.CallerRecords;
import org.attestry.runtime.async.PeriodicJob;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.bus.MemberChecks;
import org.attestry.runtime.facts.FactBacklog;
import org.attestry.runtime.facts.FactConsumer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.fair.FairQueue;
import org.attestry.runtime.fair.FairQueue.Refusals;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.idempotency.KeyedRequests;
import org.attestry.runtime.idempotency.RequestTable;
import org.attestry.runtime.outbox.FactData;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.outbox.OutboxRelay;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.Shutdown;

/** Wires claims-service. */
public final class ClaimsVerticle extends VerticleBase {

  private static final String SERVICE = "claims";
  private static final Duration FORGET_REQUESTS_EVERY = Duration.ofMinutes(10);

  /** More than one thread, so that an attestor with many records does not block all others. */
  private static final int CONDITIONS_AT_ONCE = 2;

  /** Each call that waits keeps the records of its caller in memory. */
  private static final int CONDITIONS_WAITING = 64;

  /** A list may have a page of two megabytes, and its reader many records. */
  private static final FairQueue.Limits LISTS = FairQueue.Limits.of(8, 512);

  private final ClaimsConfig config;
  private final ServiceContext context;
  private final Shutdown shutdown = new Shutdown();

  public ClaimsVerticle(ClaimsConfig config, ServiceContext context) {
    this.config = config;
    this.context = context;
  }

  @Override
  public Future<?> start() {
    Database database = Database.open(vertx, config.postgres());
    context.health().check("postgres", database::isReachable);
    new MemberChecks(vertx, context.health()).requires("registry", AUTHORIZE_CALLER);
    return Migrations.run(vertx, config.postgres(), SERVICE).compose(migrated -> wire(database));
  }

  private Future<Void> wire(Database database) {
    OutboxRelay relay = new OutboxRelay(vertx, database, config.kafka(), SERVICE);
    PgClaimStore store = new PgClaimStore(database, new Outbox(SERVICE), relay::nudge);
    BusClient bus = new BusClient(vertx);
    Workers workers =
        new Workers(
            vertx, "claims-conditions", CONDITIONS_AT_ONCE, CONDITIONS_WAITING, context.meters());
    CallerRecords records =
        new CallerRecords(
            vertx,
            "claims-caller-records",
            Runtime.getRuntime().maxMemory(),
            workers,
            context.meters());
    BusRegistry registry = new BusRegistry(bus, records);
    RefreshClaims refresh = new RefreshClaims(store, registry);
    SupersededClaims superseded = new SupersededClaims(vertx, store, refresh);
    FactHandlers facts =
        ClaimsFactHandlers.of(
            bus,
            new RaiseClaim(store, registry),
            refresh,
            superseded,
            new AddGrant(store),
            new CloseClaims(store));
    FactConsumer consumer = new FactConsumer(vertx, database, config.kafka(), SERVICE, facts);
    BusServer server = new BusServer(vertx, context.meters());
    RequestTable requests = new RequestTable(database);
    PeriodicJob forgetting =
        new PeriodicJob(vertx, "delete old requests", FORGET_REQUESTS_EVERY, requests::deleteOld);
    ClaimsBus.bind(
        server,
        store,
        new PgInbox(database),
        new KeyedRequests(SERVICE, requests),
        registry,
        new BusEntityFiles(bus),
        workers,
        new FairQueue(vertx, "claims-lists", LISTS, Refusals.USUAL, context.meters()),
        facts);
    FactData.serve(server, SERVICE, database);
    FactBacklog.show(database, context.health(), context.meters());
    shutdown
        .then(superseded::close)
        .then(forgetting::close)
        .then(server::close)
        .then(workers::close)
        .then(consumer::close)
        .then(relay::close)
        .then(database::close);
    consumer.start();
    relay.start();
    superseded.start();
    forgetting.start();
    return server.open();
  }

  @Override
  public Future<?> stop() {
    return shutdown.run();
  }
}

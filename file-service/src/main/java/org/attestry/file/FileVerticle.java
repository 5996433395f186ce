package org.attestry.file;

import static org.attestry.contracts.registry.AttestationOperations.AUTHORIZE_CALLER;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import org.attestry.file.blob.MinioBlobStore;
import org.attestry.file.entityfile.BusEntityAccess;
import org.attestry.file.entityfile.DeleteFiles;
import org.attestry.file.entityfile.ListFiles;
import org.attestry.file.entityfile.PgFileStore;
import org.attestry.file.entityfile.StoreFile;
import org.attestry.file.entityfile.StoreFiles;
import org.attestry.file.entityfile.SweepOrphans;
import org.attestry.file.entityfile.TransferTickets;
import org.attestry.file.events.FileFactHandlers;
import org.attestry.file.transfer.TransferLimits;
import org.attestry.file.transfer.TransferServer;
import org.attestry.runtime.async.PeriodicJob;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.bus.BusServer;
import org.attestry.runtime.bus.MemberChecks;
import org.attestry.runtime.facts.FactBacklog;
import org.attestry.runtime.facts.FactConsumer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.outbox.FactData;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.outbox.OutboxRelay;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.Shutdown;

/** Wires file-service. */
public final class FileVerticle extends VerticleBase {

  private static final String SERVICE = "file";
  private static final Duration SWEEP_INTERVAL = Duration.ofHours(1);

  private final FileConfig config;
  private final ServiceContext service;
  private final Shutdown shutdown = new Shutdown();

  public FileVerticle(FileConfig config, ServiceContext service) {
    this.config = config;
    this.service = service;
  }

  @Override
  public Future<?> start() {
    Database database = Database.open(vertx, config.postgres());
    service.health().check("postgres", database::isReachable);
    new MemberChecks(vertx, service.health()).requires("registry", AUTHORIZE_CALLER);
    return Migrations.run(vertx, config.postgres(), SERVICE).compose(migrated -> wire(database));
  }

  @Override
  public Future<?> stop() {
    return shutdown.run();
  }

  private Future<Void> wire(Database database) {
    OutboxRelay relay = new OutboxRelay(vertx, database, config.kafka(), SERVICE);
    TransferLimits limits = config.limits();
    PgFileStore files =
        new PgFileStore(database, new Outbox(SERVICE), relay::nudge, limits.filesPerProperty());
    MinioBlobStore blobs =
        new MinioBlobStore(
            vertx, config.s3(), limits.fileBytes(), limits.transfers(), service.meters());
    BusClient client = new BusClient(vertx);
    BusEntityAccess access = new BusEntityAccess(client);
    DeleteFiles delete = new DeleteFiles(access, files, blobs);
    FactHandlers facts = FileFactHandlers.of(client, delete);
    FactConsumer consumer = new FactConsumer(vertx, database, config.kafka(), SERVICE, facts);
    BusServer server = new BusServer(vertx, service.meters());
    FactData.serve(server, SERVICE, database);
    FactBacklog.show(database, service.health(), service.meters());
    TransferTickets tickets = new TransferTickets(config.transfer().ticketLife());
    TransferServer transfer = transferServer(tickets, blobs, files);
    PeriodicJob sweeping = sweeping(blobs, files);
    shutdown
        .then(sweeping::close)
        .then(server::close)
        .then(consumer::close)
        .then(transfer::close)
        .then(relay::close)
        .then(blobs::close)
        .then(database::close);
    service.health().check("s3", blobs::isReachable);
    sweeping.start();
    return blobs
        .ensureBucket()
        .compose(attempted -> transfer.listen())
        .compose(
            baseUrl -> {
              StoreFiles allow = new StoreFiles(access, files, tickets, baseUrl);
              FileBus.bind(server, allow, new ListFiles(access, files), delete, facts);
              consumer.start();
              relay.start();
              return server.open();
            });
  }

  private PeriodicJob sweeping(MinioBlobStore blobs, PgFileStore files) {
    SweepOrphans orphans = new SweepOrphans(blobs, files);
    return new PeriodicJob(vertx, "sweep objects", SWEEP_INTERVAL, orphans::sweep);
  }

  private TransferServer transferServer(
      TransferTickets tickets, MinioBlobStore blobs, PgFileStore files) {
    StoreFile store = new StoreFile(blobs, files);
    return new TransferServer(
        vertx, config.transfer(), config.limits(), tickets, store, blobs, files, service.meters());
  }
}

package org.attestry.credential;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.egress.GateDocuments;
import org.attestry.credential.stored.PgCredentialStore;
import org.attestry.credential.stored.PgNewCredentials;
import org.attestry.credential.verify.RemoteDocuments;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.egress.EgressGate;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.outbox.OutboxRelay;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.runtime.service.Shutdown;

/**
 * What the service opens at its start and closes at its end, and what its modules share.
 *
 * @param clock decides on dates of credentials
 * @param relay publishes the facts of the credentials to Kafka
 * @param client sends requests to other services
 * @param signers sign
 * @param verifiers verify, and read what callers send
 * @param openers make and open keys
 */
public record Resources(
    Vertx vertx,
    CredentialConfig config,
    ServiceContext service,
    Clock clock,
    Database database,
    OutboxRelay relay,
    PgCredentialStore credentials,
    PgNewCredentials newCredentials,
    BusClient client,
    EgressGate egress,
    Workers signers,
    Workers verifiers,
    Workers openers) {

  private static final int KEYS_QUEUE = 256;

  static Resources open(Vertx vertx, CredentialConfig config, ServiceContext service, Clock clock) {
    MeterRegistry meters = service.meters();
    CredentialConfig.Signer signer = config.signer();
    CredentialConfig.Verifier verifier = config.verifier();
    Database database = Database.open(vertx, config.postgres());
    String name = CredentialVerticle.SERVICE;
    OutboxRelay relay = new OutboxRelay(vertx, database, config.kafka(), name);
    return new Resources(
        vertx,
        config,
        service,
        clock,
        database,
        relay,
        new PgCredentialStore(database, new Outbox(name), relay::nudge, clock),
        new PgNewCredentials(vertx, database, new Outbox(name), relay::nudge),
        new BusClient(vertx),
        new EgressGate(vertx, config.egress(), meters),
        new Workers(vertx, "credential-signing", signer.threads(), signer.queue(), meters),
        new Workers(vertx, "credential-verifying", verifier.threads(), verifier.queue(), meters),
        new Workers(vertx, "credential-keys", 1, KEYS_QUEUE, meters));
  }

  public CryptoWorkers signing() {
    return signers::run;
  }

  public CryptoWorkers verifying() {
    return verifiers::run;
  }

  public CryptoWorkers opening() {
    return openers::run;
  }

  public MeterRegistry meters() {
    return service.meters();
  }

  public RemoteDocuments remote() {
    return new GateDocuments(egress);
  }

  Future<Void> close() {
    return new Shutdown()
        .then(signers::close)
        .then(verifiers::close)
        .then(openers::close)
        .then(egress::close)
        .then(database::close)
        .run();
  }
}

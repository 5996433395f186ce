package org.attestry.schema;

import static org.attestry.testkit.Futures.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Operation;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.testkit.Calls;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.TestDatabase;

/** Schema-service on real servers. */
final class RunningSchemas implements AutoCloseable {

  final Vertx vertx = Vertx.vertx();
  final RegistryPeer registry = new RegistryPeer(vertx);
  final CredentialPeer credentials = new CredentialPeer();
  final TestDatabase database;
  final SchemaConfig config;
  private final BusClient bus = new BusClient(vertx);

  private RunningSchemas(TestDatabase database) {
    this.database = database;
    this.config = config(database);
    ServiceContext context =
        new ServiceContext(new Health("schema-service"), new SimpleMeterRegistry());
    registry.appear();
    credentials.appear(vertx);
    await(vertx.deployVerticle(new SchemaVerticle(config, context)));
  }

  static RunningSchemas start() {
    return new RunningSchemas(
        TestServers.migratedDatabase(
            "schema", empty -> Migrations.migrate(config(empty).postgres(), "schema")));
  }

  private static SchemaConfig config(TestDatabase database) {
    return Settings.of(TestServers.settings(database)).read(SchemaConfig.class);
  }

  /** Another replica, on another event bus: only database and broker are common. */
  static RunningSchemas sharing(RunningSchemas other) {
    return new RunningSchemas(other.database);
  }

  <Q, R> Future<R> begin(Operation<Q, R> operation, Q request, Caller caller) {
    return begin(operation, request, Calls.by(caller));
  }

  <Q, R> Future<R> begin(Operation<Q, R> operation, Q request, CallContext call) {
    return bus.request(operation, request, call);
  }

  <Q, R> R request(Operation<Q, R> operation, Q request, Caller caller) {
    return await(begin(operation, request, caller));
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}

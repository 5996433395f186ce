package org.attestry.registry;

import static org.attestry.testkit.Callers.admin;
import static org.attestry.testkit.Callers.user;
import static org.attestry.testkit.Futures.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.registry.AttestationOperations;
import org.attestry.contracts.registry.AttestationOperations.DecideAttestationRequest;
import org.attestry.contracts.registry.AttestationOperations.DecidedAttestation;
import org.attestry.contracts.registry.EntityOperations;
import org.attestry.contracts.registry.EntityOperations.ChangePropertyRequest;
import org.attestry.contracts.registry.EntityOperations.CreateEntityRequest;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.contracts.registry.EntityOperations.InviteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaFacts.SchemaPublished;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.outbox.Facts;
import org.attestry.runtime.outbox.Outbox;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.testkit.Calls;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.Postgres;
import org.attestry.testkit.servers.TestDatabase;

/** Registry-service on real servers, with the words that tests use to speak to it. */
public final class RunningRegistry implements AutoCloseable {

  public static final Caller TEACHER = user("teacher", "Teacher");

  /** That a teacher lives where the requester does. */
  public static final Condition SAME_CITY =
      new Condition.Comparison(
          Condition.Comparator.EQUALS,
          new Condition.Values(Condition.Side.ATTESTOR, FieldPath.parse("contact.city")),
          new Condition.Values(Condition.Side.REQUESTER, FieldPath.parse("contact.city")));

  private static final AtomicLong REVISIONS = new AtomicLong(100);
  private static final String NOBODY_LISTENS = "http://127.0.0.1:9/auth";

  public final Vertx vertx = Vertx.vertx();
  public final BusClient bus = new BusClient(vertx);
  public final TestDatabase database;
  public final RegistryConfig config;
  public final Health health = new Health("registry-service");
  public final CredentialPeer credentials = new CredentialPeer(vertx);
  public final FactPeer claims = new FactPeer(vertx, "claims");

  /** A registry whose identity provider cannot be reached. */
  public static RunningRegistry start() {
    return with(Map.of());
  }

  public static RunningRegistry with(Map<String, String> settings) {
    return new RunningRegistry(migratedDatabase(), settings);
  }

  /** Another replica, on another event bus: only database and broker are common. */
  public static RunningRegistry sharing(RunningRegistry other) {
    return sharing(other, Map.of());
  }

  public static RunningRegistry sharing(RunningRegistry other, Map<String, String> settings) {
    return new RunningRegistry(other.database, settings);
  }

  private RunningRegistry(TestDatabase database, Map<String, String> more) {
    this.database = database;
    this.config = config(database, more);
    ServiceContext context = new ServiceContext(health, new SimpleMeterRegistry());
    await(vertx.deployVerticle(new RegistryVerticle(config, context)));
  }

  private static TestDatabase migratedDatabase() {
    return TestServers.migratedDatabase(
        "registry", empty -> Migrations.migrate(config(empty, Map.of()).postgres(), "registry"));
  }

  private static RegistryConfig config(TestDatabase database, Map<String, String> more) {
    Map<String, String> settings = TestServers.settings(database);
    settings.put("IDENTITY_AUTH_URL", NOBODY_LISTENS);
    settings.put("IDENTITY_CLIENT_SECRET", "unused");
    settings.put("IDENTITY_DEFAULT_PASSWORD", "first-password");
    settings.putAll(more);
    return Settings.of(settings).read(RegistryConfig.class);
  }

  @Override
  public void close() {
    await(vertx.close());
  }

  public void publish(TestType type) {
    publish(type, REVISIONS.incrementAndGet());
  }

  public void publish(TestType type, long revision) {
    EntityType built = type.revision(revision).build();
    String schemaId = built.schemaId();
    SchemaPublished published = new SchemaPublished(schemaId, built.name(), 1, List.of(built));
    deliver(Facts.of(SchemaFacts.SCHEMA_PUBLISHED, schemaId, published, Calls.byNobody()));
  }

  /** Lets a fact come the durable way: the service's own relay carries it to its topic. */
  public void throughKafka(String service, Fact fact) {
    Database own = Database.open(vertx, config.postgres());
    await(new Outbox(service).insert(own.statements(), List.of(fact)).eventually(own::close));
  }

  /** The name of the partition of a type. */
  public String table(String type) {
    return database.single("SELECT 'entity_' || number FROM entity_type WHERE name = ?", type);
  }

  /** What only the server's administrator may do to this database. */
  public void asAdministrator(String sql) {
    Postgres server = TestServers.postgres();
    try (Connection connection =
            DriverManager.getConnection(
                database.jdbcUrl(), server.adminUser(), server.adminPassword());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  public void deliver(Fact fact) {
    await(bus.request(Fact.deliveryTo("registry"), fact, Calls.byNobody()));
  }

  /** Decides as the user {@code teacher}, who holds the role of Teachers. */
  public DecidedAttestation deliver(DecideAttestationRequest decision) {
    return request(AttestationOperations.DECIDE_ATTESTATION, decision, TEACHER);
  }

  /** Makes a caller a teacher in a city. */
  public EntityReceipt teacher(Caller caller, String city) {
    String record = "{\"name\": \"T\", \"contact\": {\"city\": \"%s\"}}".formatted(city);
    return create("Teacher", record, caller);
  }

  /** Sends a property for attestation; returns the id of the claim. */
  public String send(EntityReceipt entity, String property, String json, Caller caller) {
    request(EntityOperations.CHANGE_PROPERTY, change(entity, property, json, true), caller);
    return read(entity, admin()).path("_osClaimId/" + property).textValue();
  }

  public static DecideAttestationRequest decision(
      EntityReceipt entity, String claim, Decision decision) {
    return decision(entity, claim, decision, "Teacher");
  }

  public static DecideAttestationRequest decision(
      EntityReceipt entity, String claim, Decision decision, String attestorType) {
    return new DecideAttestationRequest(
        entity.type(), entity.osid(), claim, decision, UUID.randomUUID(), attestorType, false);
  }

  public <Q, R> Future<R> begin(Operation<Q, R> operation, Q request, Caller caller) {
    return bus.request(operation, request, Calls.by(caller));
  }

  /** Under an {@code Idempotency-Key}. */
  public <Q, R> Future<R> begin(Operation<Q, R> operation, Q request, Caller caller, String key) {
    return bus.request(operation, request, Calls.by(caller).under(key));
  }

  public <Q, R> R request(Operation<Q, R> operation, Q request, Caller caller) {
    return await(begin(operation, request, caller));
  }

  public <Q, R> Failure refusal(Operation<Q, R> operation, Q request, Caller caller) {
    return refusal(begin(operation, request, caller));
  }

  public static Failure refusal(Future<?> reply) {
    try {
      await(reply);
    } catch (FailureException e) {
      return e.failure();
    }
    throw new AssertionError("It was not refused");
  }

  public EntityReceipt create(String type, String json, Caller caller) {
    return request(EntityOperations.CREATE_ENTITY, creation(type, json), caller);
  }

  public EntityReceipt invite(String type, String json, Caller caller) {
    InviteEntityRequest request = new InviteEntityRequest(type, JsonBytes.of(json));
    return request(EntityOperations.INVITE_ENTITY, request, caller);
  }

  public static CreateEntityRequest creation(String type, String json) {
    return new CreateEntityRequest(type, JsonBytes.of(json));
  }

  public static ChangePropertyRequest change(
      EntityReceipt entity, String path, String json, boolean send) {
    return new ChangePropertyRequest(
        entity.type(),
        entity.osid(),
        List.of(path.split("/")),
        JsonBytes.of(json),
        send,
        null,
        null);
  }

  public ObjectNode read(EntityReceipt entity, Caller caller) {
    ReadEntityRequest request = new ReadEntityRequest(entity.type(), entity.osid());
    return (ObjectNode) Json.read(request(EntityOperations.READ_ENTITY, request, caller).entity());
  }
}

package org.attestry.model;

import static org.attestry.testkit.Futures.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.attestry.claims.ClaimsConfig;
import org.attestry.claims.ClaimsVerticle;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Fact;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.contracts.schema.SchemaFacts.SchemaPublished;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.registry.RegistryConfig;
import org.attestry.registry.RegistryVerticle;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.facts.FactConsumer;
import org.attestry.runtime.facts.FactHandlers;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.management.Health;
import org.attestry.runtime.outbox.Facts;
import org.attestry.runtime.postgres.Database;
import org.attestry.runtime.postgres.Migrations;
import org.attestry.runtime.service.ServiceContext;
import org.attestry.testkit.Calls;
import org.attestry.testkit.Seeds;
import org.attestry.testkit.TestServers;
import org.attestry.testkit.servers.TestDatabase;

/**
 * Two replicas of registry-service and of claims-service on one event bus, real database and
 * broker, and a signer that can be set to fail. Requests, replies and facts on the bus can be lost
 * by chance, as when a process ends between any two steps of a raise or a decision.
 */
final class DecisionServices implements AutoCloseable {

  private static final String ACCEPT_CLAIMS = Fact.deliveryTo("claims").address();

  private static final String ISSUE = CredentialOperations.ISSUE_CREDENTIAL.address();

  /** Short, for a message that is lost costs all of it. */
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private final Random chance = new Random(Seeds.of(17));

  final Vertx vertx = Vertx.vertx();
  final BusClient bus = new BusClient(vertx);
  final TestDatabase registry = TestServers.freshDatabase("registry");
  final TestDatabase claims = TestServers.freshDatabase("claims");
  final ChancySigner signer;
  private FactConsumer consumer;
  private final Set<String> lostReplies = ConcurrentHashMap.newKeySet();
  private volatile int lostFacts;
  private volatile int lostMessages;

  DecisionServices() {
    for (int replica = 0; replica < 2; replica++) {
      deploy(Settings.of(identity(TestServers.settings(registry))));
    }
    signer = signer();
    vertx
        .eventBus()
        .addOutboundInterceptor(
            delivery -> {
              if (!isLost(delivery.message())) {
                delivery.next();
              }
            });
  }

  /** Of a request it is decided as it is sent whether it, or the reply to it, will be lost. */
  private boolean isLost(Message<?> message) {
    String address = message.address();
    if (address.startsWith("__vertx") || address.equals(ISSUE)) {
      return lostReplies.remove(address);
    }
    if (address.equals(ACCEPT_CLAIMS) && happens(lostFacts)) {
      return true;
    }
    if (message.replyAddress() != null && happens(lostMessages)) {
      lostReplies.add(message.replyAddress());
    }
    return happens(lostMessages);
  }

  private boolean happens(int perThousand) {
    return chance.nextInt(1_000) < perThousand;
  }

  private void deploy(Settings ofRegistry) {
    RegistryConfig config = ofRegistry.read(RegistryConfig.class);
    ClaimsConfig ofClaims = Settings.of(TestServers.settings(claims)).read(ClaimsConfig.class);
    await(vertx.deployVerticle(new RegistryVerticle(config, context("registry-service"))));
    await(vertx.deployVerticle(new ClaimsVerticle(ofClaims, context("claims-service"))));
  }

  private ChancySigner signer() {
    ClaimsConfig own =
        Settings.of(TestServers.settings(TestServers.freshDatabase("credential")))
            .read(ClaimsConfig.class);
    await(Migrations.run(vertx, own.postgres(), "none"));
    FactHandlers facts = new FactHandlers(bus);
    ChancySigner made = new ChancySigner(vertx, facts);
    Database database = Database.open(vertx, own.postgres());
    consumer = new FactConsumer(vertx, database, own.kafka(), "signer-" + UUID.randomUUID(), facts);
    vertx.runOnContext(now -> consumer.start());
    return made;
  }

  private static ServiceContext context(String service) {
    return new ServiceContext(new Health(service), new SimpleMeterRegistry());
  }

  private static Map<String, String> identity(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("IDENTITY_AUTH_URL", "http://127.0.0.1:9/auth");
    all.put("IDENTITY_CLIENT_SECRET", "unused");
    all.put("IDENTITY_DEFAULT_PASSWORD", "first-password");
    return all;
  }

  /** How many of a thousand facts are not handed to claims-service, so that Kafka brings them. */
  void losesFacts(int perThousand) {
    lostFacts = perThousand;
  }

  /** How many of a thousand messages do not arrive: requests, and replies to requests. */
  void losesMessages(int perThousand) {
    lostMessages = perThousand;
  }

  void publish(
      String type, String definition, JsonBytes template, List<AttestationPolicy> policies) {
    TypeConfig config =
        new TypeConfig(
            List.of(), null, null, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
            List.of(), List.of(), List.of(), List.of(), List.of(), policies, template, Map.of(),
            true, true);
    EntityType published =
        new EntityType(type, "schema-of-" + type, 1, JsonBytes.of(definition), config);
    SchemaPublished data = new SchemaPublished(published.schemaId(), type, 1, List.of(published));
    Fact fact =
        Facts.of(SchemaFacts.SCHEMA_PUBLISHED, published.schemaId(), data, Calls.byNobody());
    await(bus.request(Fact.deliveryTo("registry"), fact, Calls.byNobody()));
  }

  <Q, R> R request(Operation<Q, R> operation, Q request, Caller caller) {
    return await(bus.request(operation, request, Calls.by(caller).within(TIMEOUT)));
  }

  /** All rows of a query, one JSON object each. */
  static JsonNode rows(TestDatabase database, String sql) {
    String all =
        database.single("SELECT coalesce(json_agg(r), '[]')::text FROM (%s) AS r".formatted(sql));
    return Json.read(all);
  }

  @Override
  public void close() {
    await(consumer.close());
    await(vertx.close());
  }
}

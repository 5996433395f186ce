package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;

/**
 * Creations, attestations that are raised and grants, one stream of each, that go on until the
 * suite crashes; and what must be there of them afterwards.
 */
final class TaskStreams {

  private static final String GRANT = "{\"action\":\"GRANT_CLAIM\"}";

  private static final String TASK_SCHEMA =
      """
      {"$schema": "http://json-schema.org/draft-07/schema", "type": "object", "title": "Task",
       "properties": {"Task": {"$ref": "#/definitions/Task"}}, "required": ["Task"],
       "definitions": {"Task": {"type": "object", "required": ["name"],
         "properties": {"name": {"type": "string"}, "result": {"type": "string"}},
         "_osConfig": {"roles": [], "enableLogin": false, "attestationPolicies": [
           {"name": "check", "type": "MANUAL", "conditions": "",
            "attestorPlugin": "did:internal:ClaimPluginActor?entity=Teacher",
            "attestationProperties": {"result": "$.result"}}]}}}}
      """;

  private final RunningSuite suite;
  private final Samples samples;
  private final Queue<String> created = new ConcurrentLinkedQueue<>();
  private final Queue<String> raised = new ConcurrentLinkedQueue<>();
  private final Queue<String> granted = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<String> toRaise = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> toGrant = new LinkedBlockingQueue<>();
  private List<Thread> threads;
  private volatile boolean ended;

  private TaskStreams(RunningSuite suite, Samples samples) {
    this.suite = suite;
    this.samples = samples;
  }

  /**
   * Publishes the type of tasks and begins.
   *
   * @param samples whose teacher has been invited
   */
  static TaskStreams begin(RunningSuite suite, Samples samples) {
    TaskStreams streams = new TaskStreams(suite, samples);
    streams
        .admin()
        .post(
            "/api/v1/Schema",
            Json.write(Map.of("name", "Task", "schema", TASK_SCHEMA, "status", "PUBLISHED")).text())
        .status(200);
    streams.threads =
        List.of(
            streams.worker(streams::create),
            streams.worker(streams::raise),
            streams.worker(streams::grant));
    return streams;
  }

  void awaitGrants(int count) {
    Eventually.until(granted::size, done -> done >= count);
  }

  /** After the crash: waits for what was in hand. */
  void end() throws InterruptedException {
    ended = true;
    for (Thread thread : threads) {
      thread.join(TimeUnit.SECONDS.toMillis(60));
    }
  }

  /** Whatever was acknowledged is there, and what was begun is completed. */
  void requireNothingLost() {
    Client admin = admin();
    created.forEach(id -> admin.get("/api/v1/Task/" + id).status(200));
    Client teacher = teacher();
    Set<String> acknowledged = Set.copyOf(granted);
    for (String id : raised) {
      Outcome outcome = Eventually.until(() -> outcome(id, admin, teacher), Outcome::agreed);
      assertTrue(outcome.agreed(), () -> id + ": " + outcome);
      if (acknowledged.contains(id)) {
        assertEquals("PUBLISHED", outcome.state());
      }
    }
    requireCreatedFacts();
  }

  @Override
  public String toString() {
    return "%d created, %d raised, %d granted"
        .formatted(created.size(), raised.size(), granted.size());
  }

  private void create(Clients clients) {
    Answer answer = clients.admin().post("/api/v1/Task", "{\"name\":\"a task\"}").status(200);
    String id = answer.result().at("/Task/osid").textValue();
    created.add(id);
    toRaise.add(id);
  }

  private void raise(Clients clients) throws InterruptedException {
    String id = toRaise.poll(1, TimeUnit.SECONDS);
    if (id != null) {
      clients.admin().put("/api/v1/Task/" + id + "/result?send=true", "\"done\"").status(200);
      raised.add(id);
      toGrant.add(id);
    }
  }

  private void grant(Clients clients) throws InterruptedException {
    String id = toGrant.poll(1, TimeUnit.SECONDS);
    if (id != null) {
      JsonNode task = clients.admin().get("/api/v1/Task/" + id).status(200).json();
      String claim = task.get("_osClaimId/result").textValue();
      clients.teacher().post("/api/v1/Teacher/claims/" + claim + "/attest", GRANT).status(200);
      granted.add(id);
    }
  }

  private Outcome outcome(String id, Client admin, Client teacher) {
    JsonNode entity = admin.get("/api/v1/Task/" + id).status(200).json();
    String claim = entity.get("_osClaimId/result").textValue();
    Answer answer = teacher.get("/api/v1/Teacher/claims/" + claim);
    JsonNode read = answer.json();
    return new Outcome(
        entity.get("_osState/result").textValue(),
        read.path("status").asText(),
        read.path("decision").asText());
  }

  /** The entity's state and the claim's, which must be the same. */
  private record Outcome(String state, String status, String decision) {
    boolean agreed() {
      return switch (state) {
        case "ATTESTATION_REQUESTED" -> status.equals("OPEN");
        case "PUBLISHED" -> status.equals("CLOSED") && decision.equals("GRANTED");
        default -> false;
      };
    }
  }

  private record Clients(Client admin, Client teacher) {}

  private interface Step {
    void run(Clients clients) throws InterruptedException;
  }

  /**
   * Does the step again and again. The crash ends it: what was not acknowledged may or may not have
   * happened.
   */
  private Thread worker(Step step) {
    Clients clients = new Clients(admin(), teacher());
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                while (!ended) {
                  step.run(clients);
                }
              } catch (UncheckedIOException | AssertionError | InterruptedException crashed) {
                System.out.println("A stream ends: " + crashed.getMessage());
              }
            });
  }

  /** Waits for the fact of each entity that was created. */
  private void requireCreatedFacts() {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", suite.endpoints().kafka(),
            "group.id", "crash-test",
            "auto.offset.reset", "earliest");
    Set<String> missing = new HashSet<>(created);
    try (KafkaConsumer<String, String> facts =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      facts.subscribe(List.of("attestry.registry"));
      Eventually.until(
          () -> {
            for (ConsumerRecord<String, String> record : facts.poll(Duration.ofMillis(500))) {
              if (Json.read(record.value()).get("type").textValue().endsWith("EntityCreated")) {
                missing.remove(record.key());
              }
            }
            return missing;
          },
          Set::isEmpty);
    }
  }

  private Client admin() {
    IdentityProvider identity = new IdentityProvider(suite.endpoints());
    return Client.withToken(
        suite.endpoints(), identity.clientCredentials().get("access_token").textValue());
  }

  private Client teacher() {
    JsonNode token =
        new IdentityProvider(suite.endpoints())
            .password(samples.teacherPhone(), suite.endpoints().defaultPassword());
    return Client.withToken(suite.endpoints(), token.get("access_token").textValue());
  }
}

package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each service as processes of its own: replicas are killed, stopped and suspended under load, and
 * what clients see of it.
 */
@Tag("resilience")
class ReplicasAcceptanceTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration UNTIL_NOBODY_NOTICES = Duration.ofSeconds(1);
  private static final Duration UNTIL_ALL_IS_TOLD = Duration.ofSeconds(4);
  private static final Duration UNTIL_HANGING_IS_NOTICED = Duration.ofSeconds(15);
  private static final int SOME = 10;
  private static final int MANY = 50;
  private static final int GRANTS_BEFORE_THE_CRASH = 60;
  private static final int TYPES = Integer.getInteger("attestry.published.types", 10);
  private static final int ROUNDS = 4;

  private static final String NOTE_SCHEMA =
      """
      {"$schema": "http://json-schema.org/draft-07/schema", "type": "object", "title": "Note",
       "properties": {"Note": {"$ref": "#/definitions/Note"}}, "required": ["Note"],
       "definitions": {"Note": {"type": "object", "required": ["text"],
         "properties": {"text": {"type": "string"}},
         "_osConfig": {"roles": [], "enableLogin": false, "credentialTemplate": {
           "@context": ["https://www.w3.org/2018/credentials/v1"], "type": ["VerifiableCredential"],
           "credentialSubject": {"type": "Note", "text": "{{text}}"}}}}}}
      """;

  private static RunningSuite suite;

  private static Samples samples;

  private Client admin;
  private Client teacher;

  @BeforeAll
  static void start() {
    suite = RunningSuite.sharedReplicas();
    samples = Samples.fresh();
    Client admin = admin();
    admin.post("/api/v1/Schema", samples.schema("Teacher")).status(200);
    admin.post("/api/v1/Schema", published("Note", NOTE_SCHEMA)).status(200);
    Client.withoutToken(suite.endpoints())
        .post("/api/v1/Teacher/invite", samples.teacher().toString())
        .status(200);
  }

  @AfterAll
  static void leave() {
    RunningSuite.leaveReplicas();
  }

  @BeforeEach
  void getTokens() {
    admin = admin();
    teacher =
        client(
            new IdentityProvider(suite.endpoints())
                .password(samples.teacherPhone(), suite.endpoints().defaultPassword())
                .get("access_token")
                .textValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"registry", "claims", "credential", "schema", "file"})
  void failsNothingAfterTheFirstSecondWhenAReplicaIsKilled(String service) throws Exception {
    Endpoints.Replica replica = suite.replica(service, 1);
    ChangingCalls changing = ChangingCalls.begin(admin, teacher);
    SteadyCalls calls = SteadyCalls.of(ofEveryServiceAnd(changing));
    calls.awaitMore(SOME);

    ProcessHandle.of(replica.pid()).orElseThrow().destroyForcibly();
    long killed = System.nanoTime();
    suite.awaitReplacement(replica);
    calls.awaitMore(SOME);
    List<SteadyCalls.Call> made = calls.stop();

    List<SteadyCalls.Call> failed = made.stream().filter(call -> !call.succeeded()).toList();
    report("kill -9 " + service, made, failed, killed);
    List<SteadyCalls.Call> late =
        failed.stream()
            .filter(call -> call.begun() - killed > UNTIL_NOBODY_NOTICES.toNanos())
            .toList();
    assertEquals(List.of(), late);
    failed.forEach(ReplicasAcceptanceTest::assertMayBeSentAgain);
    assertEquals(
        List.of(),
        failed.stream()
            .filter(call -> call.ended() - killed > UNTIL_ALL_IS_TOLD.toNanos())
            .toList());
    assertNothingIsLost(made);
    changing.requireNothingDoneTwice(made);
  }

  @ParameterizedTest
  @ValueSource(strings = {"registry", "claims", "credential", "schema", "file"})
  void failsNothingWhenAReplicaStopsInOrder(String service) throws Exception {
    Endpoints.Replica replica = suite.replica(service, 2);
    ChangingCalls changing = ChangingCalls.begin(admin, teacher);
    SteadyCalls calls = SteadyCalls.of(ofEveryServiceAnd(changing));
    calls.awaitMore(SOME);

    ProcessHandle.of(replica.pid()).orElseThrow().destroy();
    suite.awaitReplacement(replica);
    calls.awaitMore(SOME);
    List<SteadyCalls.Call> made = calls.stop();

    assertEquals(List.of(), made.stream().filter(call -> !call.succeeded()).toList());
    assertNothingIsLost(made);
    changing.requireNothingDoneTwice(made);
  }

  @Test
  void losesNothingWhenAllAreKilledAtOnce() throws Exception {
    TaskStreams streams = TaskStreams.begin(suite, samples);
    streams.awaitGrants(GRANTS_BEFORE_THE_CRASH);

    List<Endpoints.Replica> all = suite.replicas();
    all.forEach(replica -> ProcessHandle.of(replica.pid()).orElseThrow().destroyForcibly());
    long killed = System.nanoTime();
    streams.end();
    all.forEach(suite::awaitReplacement);
    System.out.printf(
        "kill -9 of all %d at once: ready again after %d ms; %s%n",
        all.size(), (System.nanoTime() - killed) / 1_000_000, streams);

    streams.requireNothingLost();
  }

  @Test
  void respondsUnavailableForASuspendedServiceAndServesTheOthers() throws Exception {
    List<Endpoints.Replica> suspended = List.of(suite.replica("file", 1), suite.replica("file", 2));
    String id = create().result().at("/Note/osid").textValue();
    String files = "/api/v1/Note/" + id + "/scan/documents";
    admin.get(files).status(200);

    for (Endpoints.Replica replica : suspended) {
      signal("STOP", replica.pid());
    }
    try {
      int status = admin.get(files).http().statusCode();
      assertTrue(Set.of(503, 504).contains(status), "status " + status);
      admin.get("/api/v1/Note/" + id).status(200);
      create().status(200);
      teacher.get("/api/v1/Teacher/claims").status(200);
      admin.get("/api/v1/Schema").status(200);
      sign().status(200);
    } finally {
      for (Endpoints.Replica replica : suspended) {
        signal("CONT", replica.pid());
      }
    }
    suspended.forEach(this::awaitRepliesOf);
    Eventually.isTrue(TIMEOUT, () -> failures(MANY).isEmpty());
  }

  /** Others may find a replica that was away only after some rounds of looking for it. */
  private void awaitRepliesOf(Endpoints.Replica replica) {
    double before = suite.answered(replica);
    Eventually.isTrue(
        TIMEOUT,
        () -> {
          failures(SOME);
          return suite.answered(replica) > before;
        });
  }

  @Test
  void leavesOutAReplicaThatHangsAndTakesItBack() throws Exception {
    Endpoints.Replica hanging = suite.replica("registry", 1);
    SteadyCalls calls = SteadyCalls.of(ofEveryService());
    calls.awaitMore(SOME);

    signal("STOP", hanging.pid());
    long suspended = System.nanoTime();
    try {
      calls.awaitMore(MANY);
    } finally {
      signal("CONT", hanging.pid());
    }
    List<SteadyCalls.Call> made = calls.stop();

    List<SteadyCalls.Call> failed = made.stream().filter(call -> !call.succeeded()).toList();
    report("one of two hangs: registry", made, failed, suspended);
    assertEquals(
        List.of(),
        failed.stream()
            .filter(call -> call.begun() - suspended > UNTIL_HANGING_IS_NOTICED.toNanos())
            .toList());
    awaitRepliesOf(hanging);
    Eventually.isTrue(TIMEOUT, () -> suite.isReady(hanging) && failures(MANY).isEmpty());
  }

  private List<SteadyCalls.Call> failures(int atLeast) {
    try {
      SteadyCalls calls = SteadyCalls.of(ofEveryService());
      calls.awaitMore(atLeast);
      return calls.stop().stream().filter(call -> !call.succeeded()).toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Test
  void makesAPublishedTypeUsableThroughEveryReplicaWithinASecond() {
    List<Long> millis = new ArrayList<>();
    for (int i = 0; i < TYPES; i++) {
      String type = "Club" + samples.unique() + "x" + i;
      admin.post("/api/v1/Schema", samples.clubSchema(type, "PUBLISHED")).status(200);
      long published = System.nanoTime();
      Eventually.isTrue(TIMEOUT, () -> usable(type));
      millis.add((System.nanoTime() - published) / 1_000_000);
    }
    List<Long> sorted = millis.stream().sorted().toList();
    System.out.printf("a type is usable through every replica after ms: %s%n", sorted);
    assertTrue(sorted.getLast() < UNTIL_NOBODY_NOTICES.toMillis(), sorted::toString);
  }

  /** Several requests one after the other, so that each replica gets one. */
  private boolean usable(String type) {
    return IntStream.range(0, ROUNDS)
        .allMatch(i -> admin.get("/api/v1/" + type).http().statusCode() == 200);
  }

  private Map<String, Supplier<Answer>> ofEveryService() {
    String id = create().status(200).result().at("/Note/osid").textValue();
    return Map.of(
        "create", this::create,
        "read", () -> admin.get("/api/v1/Note/" + id),
        "claims", () -> teacher.get("/api/v1/Teacher/claims"),
        "sign", this::sign,
        "schemas", () -> admin.get("/api/v1/Schema"),
        "files", () -> admin.get("/api/v1/Note/" + id + "/scan/documents"));
  }

  private Map<String, Supplier<Answer>> ofEveryServiceAnd(ChangingCalls changing) {
    Map<String, Supplier<Answer>> kinds = new TreeMap<>(ofEveryService());
    kinds.putAll(changing.kinds());
    return kinds;
  }

  private Answer create() {
    return admin.post("/api/v1/Note", "{\"text\":\"a note\"}");
  }

  private Answer sign() {
    return admin.post("/utils/sign", samples.sign());
  }

  /** What the replica had in flight is sent to another one, or is refused for now. */
  private static void assertMayBeSentAgain(SteadyCalls.Call call) {
    assertEquals(503, call.status(), call::toString);
  }

  private void assertNothingIsLost(List<SteadyCalls.Call> made) {
    made.stream()
        .filter(call -> call.kind().equals("create") && call.succeeded())
        .map(call -> call.json().at("/result/Note/osid").textValue())
        .forEach(id -> admin.get("/api/v1/Note/" + id).status(200));
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    assertEquals(0, new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor());
  }

  private static void report(
      String what, List<SteadyCalls.Call> made, List<SteadyCalls.Call> failed, long since) {
    long last =
        failed.stream().mapToLong(call -> (call.begun() - since) / 1_000_000).max().orElse(0);
    long told =
        failed.stream().mapToLong(call -> (call.ended() - since) / 1_000_000).max().orElse(0);
    System.out.printf(
        "%s: %d calls, %d failed, the last of them begun after %d ms and ended after %d ms %s%n",
        what, made.size(), failed.size(), last, told, failed);
  }

  private static String published(String name, String schema) {
    return Json.write(Map.of("name", name, "schema", schema, "status", "PUBLISHED")).text();
  }

  private static Client admin() {
    return client(
        new IdentityProvider(suite.endpoints())
            .clientCredentials()
            .get("access_token")
            .textValue());
  }

  private static Client client(String token) {
    return Client.withToken(suite.endpoints(), token);
  }
}

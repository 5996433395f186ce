package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.attestry.acceptance.SlowClients.Kind;
import org.attestry.acceptance.SteadyCalls.Call;
import org.attestry.contracts.JsonBytes;
import org.attestry.local.Endpoints;
import org.attestry.runtime.config.ClassPathFile;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What some cost, others do not pay: honest calls go on beside clients that are slow, and beside
 * one that sends the most costly input of each kind again and again. How long honest calls take is
 * measured by the profile {@code hostile} alone, where nothing else uses the machine.
 */
@Tag("resilience")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FairnessAcceptanceTest {

  private static final boolean MEASURED = Boolean.getBoolean("hostile.measured");
  private static final int SLOW_CLIENTS = Integer.getInteger("hostile.slow.clients", 50);
  private static final Duration SLOW_FOR =
      Duration.ofSeconds(Integer.getInteger("hostile.slow.seconds", 5));
  private static final Duration ALL_ENDED_WITHIN = Duration.ofSeconds(90);
  private static final Duration ALONE = Duration.ofSeconds(MEASURED ? 20 : 2);
  private static final int ATTACKERS = 4;
  private static final int HONEST_CALLS = MEASURED ? 200 : 20;
  private static final int FILES_OF_A_PROPERTY = 500;
  private static final long MOST = 500;
  private static final long MOST_OF_A_PDF = 2_000;

  private final Endpoints suite = RunningSuite.shared();
  private HostileWorld world;

  @BeforeAll
  void prepare() {
    world = new HostileWorld(suite);
  }

  @Test
  void slowClientsCostOnlyThemselves() throws Exception {
    String record = "/api/v1/" + world.targets().type() + "/" + world.targets().id();
    String documents = record + "/papers/documents";
    Client nobody = Client.withoutToken(suite);
    String large =
        nobody
            .upload(documents, "large", "text/plain", new byte[20_000_000])
            .status(200)
            .json()
            .at("/documentLocations/0")
            .textValue();
    byte[] small = new byte[10_000];
    AtomicInteger uploads = new AtomicInteger();
    Map<String, Supplier<Answer>> calls =
        Map.of(
            "read", () -> nobody.get(record),
            "upload",
                () -> {
                  int property = uploads.getAndIncrement() / FILES_OF_A_PROPERTY;
                  String path = "%s/papers%d/documents".formatted(record, property);
                  return nobody.upload(path, "a", "text/plain", small);
                });
    List<Call> alone = during(calls, () -> LockSupport.parkNanos(ALONE.toNanos()));

    List<Call> beside;
    try (SlowClients slow = new SlowClients(suite.gateway(), documents, "/api/v1/" + large)) {
      slow.start(SLOW_CLIENTS);
      beside =
          during(
              calls,
              () -> {
                LockSupport.parkNanos(SLOW_FOR.toNanos());
                for (Kind kind : List.of(Kind.HEADER, Kind.BODY)) {
                  Eventually.isTrue(ALL_ENDED_WITHIN, () -> slow.ended(kind) >= SLOW_CLIENTS);
                }
              });
    }
    requireSuccess(alone);
    requireSuccess(beside);
    for (String kind : calls.keySet()) {
      System.out.printf("%s: p99 %d ms, %d ms%n", kind, p99(alone, kind), p99(beside, kind));
      assertTrue(!MEASURED || p99(beside, kind) <= 2 * p99(alone, kind), kind);
    }
  }

  /** A costly operation or a pool that is added has its most costly input here too. */
  @Test
  void everyCostlyOperationAndEveryPoolIsAttacked() {
    JsonNode description =
        Json.read(JsonBytes.of(ClassPathFile.text(CostlyInputs.class, "/api/openapi.json")));
    Set<String> inputs = new CostlyInputs(suite, world).inputs(Client.withoutToken(suite)).keySet();
    Set<String> operations = CostlyInputs.costlyOperations(description);
    operations.removeAll(inputs);
    assertEquals(Set.of(), operations);

    Set<String> pools = RunningSuite.pools(suite);
    assertTrue(pools.contains("credential-verifying"), pools.toString());
    pools.removeAll(CostlyInputs.POOLS_WITHOUT_INPUT);
    pools.removeAll(CostlyInputs.POOLS.keySet());
    assertEquals(Set.of(), pools);
    assertEquals(
        List.of(),
        CostlyInputs.POOLS.values().stream().filter(name -> !inputs.contains(name)).toList());
  }

  /**
   * One caller with a token and one address without send the worst of each kind, again and again.
   * The honest callers have another token and another address.
   */
  @Test
  void theMostCostlyInputOfOneCallerKeepsNobodyWaiting() throws Exception {
    Map<String, Supplier<Answer>> calls = honest();
    List<Call> alone = inTurn(calls);
    AtomicBoolean stopped = new AtomicBoolean();
    List<Thread> attackers = attack(stopped);
    List<Call> beside;
    try {
      beside = inTurn(calls);
    } finally {
      stopped.set(true);
      for (Thread attacker : attackers) {
        attacker.join();
      }
    }
    requireSuccess(alone);
    requireSuccess(beside);
    for (String kind : calls.keySet()) {
      long before = p99(alone, kind);
      long now = p99(beside, kind);
      long most = kind.equals("certificate") ? MOST_OF_A_PDF : Math.min(MOST, 3 * before);
      System.out.printf("%s beside the most costly input: p99 %d ms, %d ms%n", kind, before, now);
      assertTrue(!MEASURED || now <= most, kind + " " + now);
    }
  }

  private Map<String, Supplier<Answer>> honest() {
    Client nobody = Client.withoutToken(suite, "127.0.0.2");
    Endpoints.User person = suite.identity().users().getFirst();
    Client user =
        Client.withToken(
            suite,
            new IdentityProvider(suite)
                .password(person.username(), person.password())
                .get("access_token")
                .textValue());
    String type = "Fair" + Samples.fresh().unique();
    world.admin().post("/api/v1/Schema", open(type)).status(200);
    JsonNode signed = world.admin().post("/utils/sign", Samples.fresh().sign()).result();
    String verification = "{\"signedCredentials\": " + signed + "}";
    String record =
        "/api/v1/" + type + "/" + created(nobody, type).result().at("/" + type + "/osid").asText();
    return Map.of(
        "create", () -> created(nobody, type),
        "read", () -> user.get(record),
        "list", () -> user.get("/api/v1/" + type + "?limit=10"),
        "search", () -> nobody.post("/api/v1/" + type + "/search", "{\"limit\":1}"),
        "verify", () -> nobody.post("/api/v1/verify", verification),
        "verify of a user", () -> user.post("/api/v1/verify", verification),
        "upload",
            () -> nobody.upload(record + "/papers/documents", "a", "text/plain", new byte[100]),
        "certificate", () -> nobody.get(record, "accept", "application/pdf"),
        "publish", () -> user.post("/api/v1/Schema", open("Fair" + Samples.fresh().unique())));
  }

  private static Answer created(Client client, String type) {
    return client.post("/api/v1/" + type, "{\"name\":\"a\"}");
  }

  private static List<Call> inTurn(Map<String, Supplier<Answer>> calls) {
    List<Call> made = new ArrayList<>();
    for (int times = 0; times < HONEST_CALLS; times++) {
      calls.forEach((kind, call) -> made.add(SteadyCalls.make(kind, call)));
    }
    return made;
  }

  private static String open(String type) {
    return Samples.schema(
        type,
        "PUBLISHED",
        """
        {"type": "object",
         "properties": {"name": {"type": "string"}, "papers": {"type": "string"}},
         "_osConfig": {"roles": ["anonymous"],
           "credentialTemplate": {"@context": ["https://www.w3.org/2018/credentials/v1"],
             "type": ["VerifiableCredential"],
             "credentialSubject": {"type": "Person", "name": "{{name}}"}}}}\
        """);
  }

  private List<Thread> attack(AtomicBoolean stopped) {
    CostlyInputs costly = new CostlyInputs(suite, world);
    List<Thread> threads = new ArrayList<>();
    for (Client attacker : List.of(world.admin(), Client.withoutToken(suite))) {
      List<Supplier<Answer>> worst = List.copyOf(costly.inputs(attacker).values());
      for (int n = 0; n < ATTACKERS; n++) {
        int first = n * worst.size() / ATTACKERS;
        threads.add(Thread.ofPlatform().daemon().start(() -> repeat(worst, first, stopped)));
      }
    }
    return threads;
  }

  private static void repeat(List<Supplier<Answer>> worst, int first, AtomicBoolean stopped) {
    for (int i = first; !stopped.get(); i++) {
      SteadyCalls.make("attack", worst.get(i % worst.size()));
    }
  }

  private static List<Call> during(Map<String, Supplier<Answer>> calls, Runnable work)
      throws InterruptedException {
    SteadyCalls steady = SteadyCalls.of(calls);
    try {
      work.run();
    } finally {
      steady.stop();
    }
    return steady.stop();
  }

  private static void requireSuccess(List<Call> calls) {
    assertEquals(List.of(), calls.stream().filter(call -> !call.succeeded()).toList());
  }

  private static long p99(List<Call> calls, String kind) {
    List<Long> millis =
        calls.stream()
            .filter(call -> call.kind().equals(kind))
            .map(call -> (call.ended() - call.begun()) / 1_000_000)
            .sorted()
            .toList();
    return millis.get(Math.max(0, millis.size() * 99 / 100 - 1));
  }
}

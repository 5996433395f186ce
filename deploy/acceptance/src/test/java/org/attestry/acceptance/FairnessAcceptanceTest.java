package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.attestry.acceptance.SlowClients.Kind;
import org.attestry.acceptance.SteadyCalls.Call;
import org.attestry.local.Endpoints;
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
  private static final long ONE_SECOND = 1_000;

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

  @Test
  void theMostCostlyInputOfOneCallerKeepsNobodyWaiting() throws Exception {
    Client honest = world.admin();
    String type = "Fair" + Samples.fresh().unique();
    honest.post("/api/v1/Schema", open(type)).status(200);
    Map<String, Supplier<Answer>> calls =
        Map.of(
            "create", () -> Client.withoutToken(suite).post("/api/v1/" + type, "{\"name\":\"a\"}"),
            "publish",
                () ->
                    world.admin().post("/api/v1/Schema", open("Fair" + Samples.fresh().unique())));
    AtomicBoolean stopped = new AtomicBoolean();
    List<Thread> attackers = attack(stopped);
    List<Call> made = new ArrayList<>();
    try {
      for (int times = 0; times < HONEST_CALLS; times++) {
        for (Map.Entry<String, Supplier<Answer>> call : calls.entrySet()) {
          made.add(SteadyCalls.make(call.getKey(), call.getValue()));
        }
      }
    } finally {
      stopped.set(true);
      for (Thread attacker : attackers) {
        attacker.join();
      }
    }
    requireSuccess(made);
    for (String kind : calls.keySet()) {
      System.out.printf("%s beside the most costly input: p99 %d ms%n", kind, p99(made, kind));
      assertTrue(!MEASURED || p99(made, kind) <= ONE_SECOND, kind);
    }
  }

  private static String open(String type) {
    return Samples.schema(
        type,
        "PUBLISHED",
        """
        {"type": "object", "properties": {"name": {"type": "string"}},
         "_osConfig": {"roles": ["anonymous"]}}\
        """);
  }

  private List<Thread> attack(AtomicBoolean stopped) {
    List<Supplier<Answer>> worst = worst(world.admin());
    List<Thread> threads = new ArrayList<>();
    for (int n = 0; n < ATTACKERS; n++) {
      int first = n;
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    for (int i = first; !stopped.get(); i++) {
                      SteadyCalls.make("attack", worst.get(i % worst.size()));
                    }
                  }));
    }
    return threads;
  }

  /** What took a process, a pool or a thread for minutes, once. */
  private List<Supplier<Answer>> worst(Client attacker) {
    String type = "/api/v1/" + world.targets().type();
    String items = HostileJson.joined(200_000, n -> "1");
    byte[] columns = HostileJson.joined(100_000, n -> "c" + n).getBytes(StandardCharsets.UTF_8);
    byte[] newlines = ("name\n\"" + "\n".repeat(600_000) + "\"\n").getBytes(StandardCharsets.UTF_8);
    String v1 = "\"https://www.w3.org/2018/credentials/v1\"";
    return List.of(
        () -> attacker.post(type, "{\"name\":\"a\",\"items\":[" + items + "]}"),
        () -> attacker.post(type + "/import", "text/csv", columns),
        () -> attacker.post(type + "/import", "text/csv", newlines),
        () -> attacker.post("/api/v1/Schema?dryRun=true", HostileSchemas.doubled()),
        () -> attacker.post("/api/v1/verify", credential(v1, HostileCredentials.graphs(30, 9))),
        () -> attacker.post("/api/v1/verify", credential(v1, HostileCredentials.ring(1_000))),
        () ->
            attacker.post(
                "/utils/sign",
                """
                {"data": {"a": [%s]}, "credentialTemplate": {"@context": [%s],
                 "type": ["VerifiableCredential"], "credentialSubject": {"name":
                 "{{#each a}}{{#each ../a}}{{/each}}{{/each}}"}}}\
                """
                    .formatted(HostileJson.joined(5_000, n -> "1"), v1)));
  }

  private static String credential(String context, String subject) {
    return """
    {"signedCredentials": {"@context": [%s, {"ex": "http://example.org/"}],
     "type": ["VerifiableCredential"], "credentialSubject": %s,
     "proof": {"type": "RsaSignature2018", "proofPurpose": "assertionMethod",
       "verificationMethod": "did:web:127.0.0.1#key", "jws": "eyJhbGciOiJQUzI1NiJ9..AA"}}}\
    """
        .formatted(context, subject);
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

package org.attestry.acceptance;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.attestry.local.Endpoints;
import org.attestry.testkit.Seeds;

/**
 * Ends replicas of a suite with SIGKILL while tests go on, one after the other, each when the one
 * before has been replaced. For the clients of that suite it does what a good client does: a call
 * that is refused with 503 in the first second after a kill is sent again, and what creates
 * something has an {@code Idempotency-Key}.
 */
final class Kills {

  private static final Duration UNTIL_NOBODY_NOTICES = Duration.ofSeconds(1);
  private static final Duration LONGEST_CALL = Duration.ofSeconds(60);
  private static final int LONGEST_PAUSE_MILLIS = 400;
  private static final long REST_NANOS = 200_000_000;

  private static final List<String> SERVICES =
      List.of("registry", "claims", "credential", "schema", "file");

  private static final Map<String, Kills> BY_GATEWAY = new ConcurrentHashMap<>();

  private final RunningSuite suite;
  private final Random chance = new Random(Seeds.of(5));
  private final Queue<Long> moments = new ConcurrentLinkedQueue<>();
  private final Queue<String> late = new ConcurrentLinkedQueue<>();
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger again = new AtomicInteger();
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
  private volatile boolean ended;

  Kills(RunningSuite suite) {
    this.suite = suite;
    BY_GATEWAY.put(suite.endpoints().gateway(), this);
  }

  /** Those of a suite whose replicas are being killed; null for any other suite. */
  static Kills of(Endpoints suite) {
    return BY_GATEWAY.get(suite.gateway());
  }

  /** Kills the next replica in a moment, when the one before is back. */
  void killNext() {
    last.join();
    int next = moments.size();
    String service = SERVICES.get(next % SERVICES.size());
    int number = 1 + next / SERVICES.size() % 2;
    long pauseNanos = chance.nextInt(LONGEST_PAUSE_MILLIS) * 1_000_000L;
    last = CompletableFuture.runAsync(() -> kill(service, number, pauseNanos));
  }

  /** Kills one after the other until the end. */
  void goOn() {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              while (!ended) {
                killNext();
              }
            });
  }

  /** Kills no more; every replica is back. */
  void end() {
    ended = true;
    last.join();
    BY_GATEWAY.remove(suite.endpoints().gateway());
  }

  /** Calls that failed although they began later than a second after a kill. */
  List<String> late() {
    return List.copyOf(late);
  }

  @Override
  public String toString() {
    return "%d kills, %d calls, %d of them sent again, late failures: %s"
        .formatted(moments.size(), calls.get(), again.get(), late);
  }

  private void kill(String service, int number, long pauseNanos) {
    LockSupport.parkNanos(pauseNanos);
    Endpoints.Replica replica = suite.replica(service, number);
    ProcessHandle.of(replica.pid()).orElseThrow().destroyForcibly();
    moments.add(System.nanoTime());
    suite.awaitReplacement(replica);
  }

  /** Sends a request, perhaps again. */
  Answer call(HttpRequest request, Function<HttpRequest, Answer> send) {
    calls.incrementAndGet();
    return answer(withKey(request), send);
  }

  private Answer answer(HttpRequest request, Function<HttpRequest, Answer> send) {
    long first = System.nanoTime();
    while (true) {
      long begun = System.nanoTime();
      Answer answer = send.apply(request);
      boolean failed = answer.http().statusCode() == 503;
      boolean asksAgain = failed ? isOfAKill(begun) : isInFlight(answer);
      if (failed && !asksAgain) {
        late.add(request + ": " + new String(answer.http().body()));
      }
      if (!asksAgain || System.nanoTime() - first > LONGEST_CALL.toNanos()) {
        return answer;
      }
      again.incrementAndGet();
      LockSupport.parkNanos(REST_NANOS);
    }
  }

  /** In flight at a kill, or begun in the first second after it. */
  private boolean isOfAKill(long begun) {
    return moments.stream().anyMatch(kill -> begun - kill < UNTIL_NOBODY_NOTICES.toNanos());
  }

  private static boolean isInFlight(Answer answer) {
    return answer.http().statusCode() == 409
        && answer.json().at("/params/err").asText().equals("registry.request.in-flight");
  }

  private static HttpRequest withKey(HttpRequest request) {
    return request.method().equals("POST")
            && request.headers().firstValue("idempotency-key").isEmpty()
        ? HttpRequest.newBuilder(request, (name, value) -> true)
            .header("idempotency-key", UUID.randomUUID().toString())
            .build()
        : request;
  }
}

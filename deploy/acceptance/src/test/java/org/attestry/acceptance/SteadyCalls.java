package org.attestry.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;

/**
 * Calls that are made again and again, each kind up to twice a second, until they are stopped. A
 * replica that starts beside them needs most of a small machine.
 */
final class SteadyCalls {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final long PAUSE_NANOS = 500_000_000;

  private static final int KEPT_CHARACTERS = 1_000;

  private final Queue<Call> made = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  private SteadyCalls() {}

  /**
   * @param kinds a name to what is called
   */
  static SteadyCalls of(Map<String, Supplier<Answer>> kinds) {
    SteadyCalls calls = new SteadyCalls();
    kinds.forEach((kind, call) -> calls.threads.add(calls.repeat(kind, call)));
    return calls;
  }

  /** Waits until each kind has succeeded so many more times. */
  void awaitMore(int times) {
    int threadsRunning = threads.size();
    long since = System.nanoTime();
    Eventually.isTrue(
        () ->
            made.stream()
                    .filter(call -> call.begun() > since && call.succeeded())
                    .collect(
                        java.util.stream.Collectors.groupingBy(
                            Call::kind, java.util.stream.Collectors.counting()))
                    .values()
                    .stream()
                    .filter(count -> count >= times)
                    .count()
                == threadsRunning);
  }

  /** Makes no further call and waits for those in progress. */
  List<Call> stop() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.join(TIMEOUT.toMillis());
    }
    return List.copyOf(made);
  }

  private Thread repeat(String kind, Supplier<Answer> call) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              while (!stopped) {
                made.add(make(kind, call));
                LockSupport.parkNanos(PAUSE_NANOS);
              }
            });
  }

  /** Makes one call. */
  static Call make(String kind, Supplier<Answer> call) {
    long begun = System.nanoTime();
    try {
      Answer answer = call.get();
      return new Call(
          kind, begun, System.nanoTime(), answer.http().statusCode(), shortened(answer));
    } catch (UncheckedIOException noAnswer) {
      return new Call(kind, begun, System.nanoTime(), 0, "no answer");
    }
  }

  /** There may be many calls until one that waits for something gives up. */
  private static String shortened(Answer answer) {
    String text = new String(answer.http().body(), StandardCharsets.UTF_8);
    return text.length() <= KEPT_CHARACTERS ? text : text.substring(0, KEPT_CHARACTERS);
  }

  /**
   * One call.
   *
   * @param begun and {@code ended} on the clock of {@link System#nanoTime}
   * @param status 0 when there was no response
   * @param said the beginning of the response
   */
  record Call(String kind, long begun, long ended, int status, String said) {

    boolean succeeded() {
      return status == 200;
    }

    JsonNode json() {
      return Json.read(JsonBytes.of(said));
    }

    @Override
    public String toString() {
      return "%s %d after %d ms: %s".formatted(kind, status, (ended - begun) / 1_000_000, said);
    }
  }
}

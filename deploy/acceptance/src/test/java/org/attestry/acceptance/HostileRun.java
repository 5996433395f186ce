package org.attestry.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attestry.acceptance.HostileOperations.Described;
import org.attestry.local.Endpoints;

/**
 * Sends the inputs that a seed stands for, a few at a time, and gathers those that were answered
 * with a status of ours, not at all, or at too great length. Those that took long are sent once
 * more, alone, because a busy machine is no fault of the suite's.
 */
final class HostileRun implements AutoCloseable {

  private static final int AT_ONCE = 6;
  private static final int INPUTS_PER_RECORD = 150;
  private static final int INPUTS_PER_TYPE = 6_000;

  /** A busy machine keeps the second one. */
  private static final long LONGEST_MILLIS =
      Boolean.getBoolean("hostile.measured") ? 2_000 : 20_000;

  private static final long CONSTANT_BYTES = 65_536;
  private static final long LONGEST_DOCUMENT = 8_000_000;
  private static final int MOST_SHOWN = 20;
  private static final Pattern STORED_SCHEMA =
      Pattern.compile("\"Schema\":\\{\"osid\":\"([0-9a-f-]+)\"");

  private final long seed;
  private final HostileWorld world;
  private final String host;
  private final List<Described> operations;
  private final RawHttp http;
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final Queue<Long> slow = new ConcurrentLinkedQueue<>();
  private final Map<Integer, LongAdder> statuses = new ConcurrentSkipListMap<>();

  HostileRun(Endpoints suite, HostileWorld world, long seed) {
    this.seed = seed;
    this.world = world;
    this.http = new RawHttp(suite.gateway());
    this.host = suite.gateway().substring("http://".length());
    this.operations = HostileOperations.described(suite);
  }

  /** Sends the inputs of these numbers; each operation has its share of them. */
  void send(long from, long count) throws InterruptedException {
    AtomicLong next = new AtomicLong(from);
    List<Thread> threads = new ArrayList<>();
    for (int n = 0; n < AT_ONCE; n++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (long i = next.getAndIncrement();
                        i < from + count;
                        i = next.getAndIncrement()) {
                      sendOne(i, false);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    List<Long> again = List.copyOf(slow);
    slow.clear();
    again.forEach(number -> sendOne(number, true));
  }

  private void sendOne(long number, boolean alone) {
    try {
      if (number % INPUTS_PER_TYPE == 0) {
        world.renewType();
      } else if (number % INPUTS_PER_RECORD == 0) {
        world.renew();
      }
      Described described = operations.get((int) (number % operations.size()));
      HostileRequest input = HostileRequest.of(seed, number, described, world, host);
      judge(input, http.send(input.bytes()), alone);
    } catch (RuntimeException | AssertionError e) {
      wrong.add("input %d: %s".formatted(number, e));
    }
  }

  private void judge(HostileRequest input, RawHttp.Reply reply, boolean alone) {
    statuses.computeIfAbsent(reply.status(), status -> new LongAdder()).increment();
    if (reply.millis() > LONGEST_MILLIS) {
      if (alone) {
        wrong.add("took %d ms: %s".formatted(reply.millis(), input));
      } else {
        slow.add(input.number());
      }
    }
    if (isOurFault(reply)) {
      wrong.add("answered %s: %s".formatted(begin(reply), input));
    }
    if (reply.body().length > longestReply(input, reply)) {
      wrong.add("answered %d bytes: %s".formatted(reply.body().length, input));
    }
    if (input.operation().endsWith("Schema") && reply.status() == 200) {
      Matcher stored = STORED_SCHEMA.matcher(reply.text());
      if (stored.find()) {
        world.deleteSchemas(List.of(stored.group(1)));
      }
    }
  }

  /** An export is as long as the type is large, and streamed. */
  private static long longestReply(HostileRequest input, RawHttp.Reply reply) {
    if (reply.status() >= 400) {
      return CONSTANT_BYTES + 2L * input.bytes().length;
    }
    return input.operation().equals("exportEntities") ? Long.MAX_VALUE : LONGEST_DOCUMENT;
  }

  /** The interface itself requires a 500 for a second revoke of a credential. */
  private static boolean isOurFault(RawHttp.Reply reply) {
    boolean failed = reply.status() == 0 || reply.status() >= 500;
    return failed && !reply.text().contains("Credential is already revoked");
  }

  private static String begin(RawHttp.Reply reply) {
    String text = reply.status() == 0 ? "nothing " + reply.head() : reply.text();
    return reply.status() + " " + (text.length() > 300 ? text.substring(0, 300) : text);
  }

  /** Writes all that was wrong to a file. */
  void report(Path file) throws IOException {
    Files.write(file, wrong);
  }

  /** What was wrong, or its beginning; the empty text for nothing. */
  String wrong() {
    List<String> shown = wrong.stream().limit(MOST_SHOWN).toList();
    return wrong.isEmpty()
        ? ""
        : "seed %d, %d wrong:%n%s".formatted(seed, wrong.size(), String.join("\n\n", shown));
  }

  /** How many inputs got each status. */
  Map<Integer, Long> statuses() {
    Map<Integer, Long> counted = new TreeMap<>();
    statuses.forEach((status, count) -> counted.put(status, count.sum()));
    return counted;
  }

  @Override
  public void close() {
    http.close();
  }
}

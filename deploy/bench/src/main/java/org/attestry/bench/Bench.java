package org.attestry.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.attestry.testkit.servers.TestDatabase;

/** What a case works with: a suite that is its own, and what it measures with. */
final class Bench {

  private static final String LEFT_IN_OUTBOX = "SELECT count(*) FROM outbox";
  private static final int RELAY_POLLS = 200;
  private static final long RELAY_POLL_MILLIS = 50;
  private static final int BARE_WARM_UP_SECONDS = 2;
  private static final int MOST_WARM_UPS = 8;

  /** A round that needs more than this share of the one before was not worth it. */
  private static final double STEADY = 0.85;

  private final BenchOptions options;
  private final RunningSuite suite;
  private final Path outputs;
  private final Gateway gateway;
  private final TestDatabase database;
  private final TestDatabase server;
  private final Wrk wrk;
  private final Pgbench pgbench;

  /**
   * @param outputs where the outputs of the load generators are kept
   */
  Bench(
      BenchOptions options,
      RunningSuite suite,
      ExternalProgram wrk,
      ExternalProgram pgbench,
      Path outputs) {
    this.options = options;
    this.suite = suite;
    this.outputs = outputs;
    this.gateway = new Gateway(suite.endpoints());
    this.database = suite.database();
    this.server = suite.server();
    this.wrk = new Wrk(wrk, outputs, gateway);
    this.pgbench = new Pgbench(pgbench, database);
  }

  BenchOptions options() {
    return options;
  }

  List<Integer> connections() {
    return options.connections();
  }

  Gateway gateway() {
    return gateway;
  }

  TestDatabase database() {
    return database;
  }

  Types types() {
    return new Types(gateway, database);
  }

  double residentMegabytes() {
    return Machine.residentMegabytes(suite.endpoints().pid());
  }

  /**
   * Runs a load before it is measured, and looks into each answer: round after round, until the
   * services need hardly less processor time for a request than in the round before. How long their
   * code takes to become fast depends on what else the machine does.
   */
  void warmUp(String what, Load load, int connections) {
    double before = warmUpRound(what, load, connections);
    double now = warmUpRound(what, load, connections);
    for (int round = 2; now < before * STEADY && round < MOST_WARM_UPS; round++) {
      before = now;
      now = warmUpRound(what, load, connections);
    }
  }

  /** At the usual number of connections. */
  void warmUp(String what, Load load) {
    warmUp(what, load, options.usualConnections());
  }

  /** Processor time of the services for a request. */
  private double warmUpRound(String what, Load load, int connections) {
    Path output = outputs.resolve(file(what, connections) + "-warm-up.txt");
    CpuTimes before = CpuTimes.of(suite.endpoints());
    LoadResult outcome = wrk.run(load, connections, options.warmUp(), true, output);
    awaitRelay();
    if (outcome.errors() > 0) {
      throw new BenchFailure(
          "%s failed while it warmed up: %d errors in %d requests. %s"
              .formatted(what, outcome.errors(), outcome.requests(), outcome.reason()));
    }
    return CpuTimes.of(suite.endpoints()).since(before).per(outcome.requests()).services();
  }

  /**
   * Measures a load. What the services do for it after the answer, the relay of facts, counts as
   * work of the requests.
   */
  Measured measure(String what, Load load, int connections) {
    Path output = outputs.resolve(file(what, connections) + ".txt");
    recycleLog();
    CpuTimes before = CpuTimes.of(suite.endpoints());
    LoadResult outcome = wrk.run(load, connections, options.seconds(), false, output);
    awaitRelay();
    CpuTimes used = CpuTimes.of(suite.endpoints()).since(before);
    return printed(new Measured(what, connections, outcome, used.per(outcome.requests())));
  }

  /** Measures requests that can be sent once only. */
  Measured measureOnce(
      String what, List<String> requests, int connections, Function<String, Boolean> send) {
    recycleLog();
    CpuTimes before = CpuTimes.of(suite.endpoints());
    LoadResult outcome = EachOnce.run(requests, connections, send);
    awaitRelay();
    CpuTimes used = CpuTimes.of(suite.endpoints()).since(before);
    return printed(new Measured(what, connections, outcome, used.per(outcome.requests())));
  }

  /** What OpenSSL signs and verifies on one core of this machine now. */
  Openssl openssl() {
    return Openssl.measure(ExternalProgram.openssl(), outputs.resolve("openssl.txt"));
  }

  /** Measures a statement of its own, sent by pgbench. */
  Measured measureBare(String what, BareScript script, String schemas, int connections) {
    String name = file(what, connections);
    int warm = Math.min(options.warmUp(), BARE_WARM_UP_SECONDS);
    pgbench.run(
        script.run(2 * connections), schemas, connections, warm, outputs, name + "-warm-up");
    recycleLog();
    CpuTimes before = CpuTimes.of(suite.endpoints());
    LoadResult outcome =
        pgbench.run(
            script.run(2 * connections + 1),
            schemas,
            connections,
            options.seconds(),
            outputs,
            name);
    CpuTimes used = CpuTimes.of(suite.endpoints()).since(before);
    CpuTimes server = new CpuTimes(Double.NaN, used.postgres(), Double.NaN);
    return printed(new Measured(what, connections, outcome, server.per(outcome.requests())));
  }

  /**
   * A new server makes the files of its log one after the other, and all who write wait 50 ms for
   * each; from its first checkpoint on it takes the old ones.
   */
  private void recycleLog() {
    server.execute("CHECKPOINT");
  }

  /** A script of pgbench. */
  interface BareScript {

    /**
     * @param number another one for each run
     */
    String run(int number);
  }

  /** Until the facts of the requests are on Kafka, or for ten seconds. */
  private void awaitRelay() {
    for (int i = 0; i < RELAY_POLLS && !database.single(LEFT_IN_OUTBOX).equals("0"); i++) {
      Pause.millis(RELAY_POLL_MILLIS);
    }
  }

  private static Measured printed(Measured measured) {
    System.out.printf(
        Locale.ROOT,
        "  %-44s %3d connections %9.0f/s  p50 %8.2f  p99 %8.2f ms  %d errors%n",
        measured.what(),
        measured.connections(),
        measured.outcome().perSecond(),
        measured.outcome().p50(),
        measured.outcome().p99(),
        measured.outcome().errors());
    return measured;
  }

  private static String file(String what, int connections) {
    String words = what.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return words + "-" + connections;
  }
}

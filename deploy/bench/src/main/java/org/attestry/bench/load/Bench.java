package org.attestry.bench.load;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.attestry.testkit.servers.TestDatabase;

/** The environment of a case: its own suite, and the load generators. */
public final class Bench {

  private static final String LEFT_IN_OUTBOX = "SELECT count(*) FROM outbox";
  private static final int RELAY_POLLS = 200;
  private static final long RELAY_POLL_MILLIS = 50;
  private static final int BARE_WARM_UP_SECONDS = 2;
  private static final int MOST_WARM_UPS = 8;

  /**
   * The share of the previous round's processor time from which a round counts as no further
   * improvement.
   */
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
   * @param outputs the folder in which the outputs of the load generators are stored
   */
  public Bench(
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

  public BenchOptions options() {
    return options;
  }

  public List<Integer> connections() {
    return options.connections();
  }

  public Gateway gateway() {
    return gateway;
  }

  public TestDatabase database() {
    return database;
  }

  public Types types() {
    return new Types(gateway, database);
  }

  public double residentMegabytes() {
    return Machine.residentMegabytes(suite.endpoints().pid());
  }

  /**
   * Runs a load before it is measured, and checks each response: in rounds, until the services need
   * hardly less processor time per request than in the previous round. How long the JVM takes to
   * optimise their code depends on the other load of the machine.
   */
  public void warmUp(String what, Load load, int connections) {
    double before = warmUpRound(what, load, connections);
    double now = warmUpRound(what, load, connections);
    for (int round = 2; now < before * STEADY && round < MOST_WARM_UPS; round++) {
      before = now;
      now = warmUpRound(what, load, connections);
    }
  }

  /** Runs a load with the usual number of connections before it is measured. */
  public void warmUp(String what, Load load) {
    warmUp(what, load, options.usualConnections());
  }

  /** Runs a round; returns the processor time of the services per request. */
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
   * Measures a load. The services' work after the response, the relay of facts, is attributed to
   * the requests.
   */
  public Measured measure(String what, Load load, int connections) {
    Path output = outputs.resolve(file(what, connections) + ".txt");
    recycleLog();
    CpuTimes before = CpuTimes.of(suite.endpoints());
    LoadResult outcome = wrk.run(load, connections, options.seconds(), false, output);
    awaitRelay();
    CpuTimes used = CpuTimes.of(suite.endpoints()).since(before);
    return printed(new Measured(what, connections, outcome, used.per(outcome.requests())));
  }

  /** Measures requests that can be sent only once. */
  public Measured measureOnce(
      String what, List<String> requests, int connections, Function<String, Boolean> send) {
    recycleLog();
    CpuTimes before = CpuTimes.of(suite.endpoints());
    LoadResult outcome = EachOnce.run(requests, connections, send);
    awaitRelay();
    CpuTimes used = CpuTimes.of(suite.endpoints()).since(before);
    return printed(new Measured(what, connections, outcome, used.per(outcome.requests())));
  }

  /** Measures OpenSSL's signatures and verifications per second on one core of this machine. */
  public Openssl openssl() {
    return Openssl.measure(ExternalProgram.openssl(), outputs.resolve("openssl.txt"));
  }

  /** Measures a bare SQL statement, sent by pgbench. */
  public Measured measureBare(String what, BareScript script, String schemas, int connections) {
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
   * Has the server recycle its write-ahead log: a new server creates the log files one after the
   * other, and all writers wait 50 ms for each; from its first checkpoint on it reuses old files.
   */
  private void recycleLog() {
    server.execute("CHECKPOINT");
  }

  /** Creates a script of pgbench. */
  public interface BareScript {

    /**
     * @param number a different number for each run
     */
    String run(int number);
  }

  /** Waits until the facts of the requests are on Kafka, at most ten seconds. */
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

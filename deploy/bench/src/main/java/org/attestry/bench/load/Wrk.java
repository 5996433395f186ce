package org.attestry.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.attestry.runtime.json.Json;

/** Runs wrk with {@code requests.lua}, and parses the lines that the script prints. */
final class Wrk {

  private static final String SCRIPT = "requests.lua";
  private static final String MEASURED = "measured ";
  private static final String REFUSED = "refused ";
  private static final double MICROS = 1_000_000.0;
  private static final double MICROS_PER_MILLI = 1_000.0;

  private static final AtomicInteger RUNS = new AtomicInteger();

  private final ExternalProgram program;
  private final Path script;
  private final Gateway gateway;

  /**
   * @param folder the folder to which the script is written
   */
  Wrk(ExternalProgram program, Path folder, Gateway gateway) {
    this.program = program;
    this.script = folder.resolve(SCRIPT);
    this.gateway = gateway;
    try (InputStream resource = Wrk.class.getResourceAsStream(SCRIPT)) {
      Files.write(script, resource.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param strict whether to check each response: slower, but counts every response that is not a
   *     success and states a reason
   */
  LoadResult run(Load load, int connections, int seconds, boolean strict, Path output) {
    Map<String, String> settings =
        Map.of(
            "BENCH_METHOD", load.method(),
            "BENCH_PATH", load.path(),
            "BENCH_BODY", load.body(),
            "BENCH_ACCEPT", load.accept(),
            "BENCH_ROWS", Integer.toString(load.rows()),
            "BENCH_TYPES", Integer.toString(load.types()),
            "BENCH_TAG", "r" + RUNS.incrementAndGet(),
            "BENCH_TOKEN", gateway.freshToken(),
            "BENCH_STRICT", strict ? "yes" : "no");
    List<String> arguments =
        List.of(
            "-t" + Machine.generatorThreads(connections),
            "-c" + connections,
            "-d" + seconds + "s",
            "--timeout",
            "30s",
            "--latency",
            "-s",
            script.toString(),
            gateway.address());
    return parse(program.run(output, settings, arguments));
  }

  static LoadResult parse(String printed) {
    JsonNode measured =
        printed
            .lines()
            .filter(line -> line.startsWith(MEASURED))
            .findFirst()
            .map(line -> Json.read(line.substring(MEASURED.length())))
            .orElseThrow(() -> new BenchFailure("wrk printed no result: " + printed.strip()));
    String reason =
        printed
            .lines()
            .filter(line -> line.startsWith(REFUSED))
            .findFirst()
            .map(line -> line.substring(REFUSED.length()))
            .orElse("");
    return new LoadResult(
        measured.get("requests").longValue(),
        measured.get("micros").longValue() / MICROS,
        millis(measured, "p50"),
        millis(measured, "p95"),
        millis(measured, "p99"),
        measured.get("refused").longValue()
            + measured.get("connection").longValue()
            + measured.get("timeout").longValue(),
        reason);
  }

  private static double millis(JsonNode measured, String name) {
    return measured.get(name).longValue() / MICROS_PER_MILLI;
  }
}

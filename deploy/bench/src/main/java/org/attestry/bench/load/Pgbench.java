package org.attestry.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attestry.testkit.servers.TestDatabase;

/** Runs pgbench with a script, and parses its output and its log of all transactions. */
final class Pgbench {

  private static final Pattern PROCESSED =
      Pattern.compile("number of transactions actually processed: (\\d+)");
  private static final Pattern FAILED = Pattern.compile("number of failed transactions: (\\d+)");
  private static final Pattern RATE =
      Pattern.compile("tps = ([0-9.]+) \\(without initial connection time\\)");

  /**
   * The columns of the log are client, transaction, duration in microseconds, script, seconds, and
   * microseconds.
   */
  private static final int DURATION_COLUMN = 2;

  private static final double MICROS_PER_MILLI = 1_000.0;

  private final ExternalProgram program;
  private final TestDatabase database;

  Pgbench(ExternalProgram program, TestDatabase database) {
    this.program = program;
    this.database = database;
  }

  /**
   * @param schemas the search path, the schemas in which unqualified names are searched
   * @param folder the folder of the script, the output and, temporarily, the log
   * @param name the prefix of the names of these files
   */
  LoadResult run(
      String script, String schemas, int connections, int seconds, Path folder, String name) {
    try {
      Path file = Files.writeString(folder.resolve(name + ".sql"), script);
      String log = folder.resolve(name + "-log").toString();
      String printed =
          program.run(
              folder.resolve(name + ".txt"),
              Map.of("PGPASSWORD", database.password(), "PGOPTIONS", "-c search_path=" + schemas),
              arguments(file, log, connections, seconds));
      return parse(printed, durations(folder, name + "-log."));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> arguments(Path script, String log, int connections, int seconds) {
    return List.of(
        "--host=" + database.host(),
        "--port=" + database.port(),
        "--username=" + database.role(),
        "--no-vacuum",
        "--protocol=prepared",
        "--client=" + connections,
        "--jobs=" + Machine.generatorThreads(connections),
        "--time=" + seconds,
        "--define=n=0",
        "--file=" + script,
        "--log",
        "--log-prefix=" + log,
        database.name());
  }

  /**
   * @param micros the durations of the transactions, sorted
   */
  static LoadResult parse(String printed, long[] micros) {
    long processed = Long.parseLong(find(PROCESSED, printed));
    double rate = Double.parseDouble(find(RATE, printed));
    return new LoadResult(
        processed,
        processed / rate,
        percentile(micros, 50),
        percentile(micros, 95),
        percentile(micros, 99),
        Long.parseLong(find(FAILED, printed)),
        "");
  }

  /** Returns the durations in the lines of logs, sorted. */
  static long[] durations(Stream<String> lines) {
    long[] micros =
        lines.mapToLong(line -> Long.parseLong(line.split(" ")[DURATION_COLUMN])).toArray();
    Arrays.sort(micros);
    return micros;
  }

  private static long[] durations(Path folder, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> logs = files.filter(f -> f.getFileName().toString().startsWith(prefix)).toList();
      long[] micros = durations(logs.stream().flatMap(Pgbench::lines));
      for (Path log : logs) {
        Files.delete(log);
      }
      return micros;
    }
  }

  private static Stream<String> lines(Path log) {
    try {
      return Files.lines(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a percentile by the nearest-rank method, in milliseconds. */
  static double percentile(long[] sorted, int percent) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int rank = (int) Math.ceil(percent / 100.0 * sorted.length);
    return sorted[rank - 1] / MICROS_PER_MILLI;
  }

  private static String find(Pattern pattern, String printed) {
    Matcher matcher = pattern.matcher(printed);
    if (!matcher.find()) {
      throw new BenchFailure("pgbench printed no result: " + printed.strip());
    }
    return matcher.group(1);
  }
}

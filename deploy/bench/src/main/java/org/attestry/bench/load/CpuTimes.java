package org.attestry.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.local.Endpoints;

/**
 * The processor time that the services, PostgreSQL and Kafka have used. Unlike rates and latencies
 * it hardly depends on the other load of the machine. Read from {@code /proc}; NaN on systems
 * without it.
 *
 * @param services microseconds, like the other components
 */
public record CpuTimes(double services, double postgres, double kafka) {

  /** Linux reports times in hundredths of a second, whatever the kernel's clock rate. */
  private static final double MICROS_PER_TICK = 10_000.0;

  /**
   * The columns of {@code /proc/<pid>/stat} (proc(5)), counted after the name: utime is the 14th of
   * all columns.
   */
  private static final int USER = 11;

  private static final int SYSTEM = 12;
  private static final int USER_OF_ENDED_CHILDREN = 13;
  private static final int SYSTEM_OF_ENDED_CHILDREN = 14;

  static CpuTimes of(Endpoints suite) {
    Map<String, Long> servers = suite.servers();
    return new CpuTimes(
        own(suite.pid()), withChildren(servers.get("PostgreSQL")), own(servers.get("Kafka")));
  }

  CpuTimes since(CpuTimes before) {
    return new CpuTimes(
        services - before.services, postgres - before.postgres, kafka - before.kafka);
  }

  double total() {
    return services + postgres + kafka;
  }

  CpuTimes per(long requests) {
    return new CpuTimes(services / requests, postgres / requests, kafka / requests);
  }

  /** The processor time of a process in ticks, without and with its ended children. */
  record Ticks(long own, long withEnded) {

    /**
     * Parses {@code /proc/<pid>/stat}, in which the name, in parentheses, may contain any
     * character.
     */
    static Ticks parse(String stat) {
      String[] columns = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      long own = Long.parseLong(columns[USER]) + Long.parseLong(columns[SYSTEM]);
      return new Ticks(
          own,
          own
              + Long.parseLong(columns[USER_OF_ENDED_CHILDREN])
              + Long.parseLong(columns[SYSTEM_OF_ENDED_CHILDREN]));
    }

    private static Ticks of(long pid) throws IOException {
      return parse(Files.readString(Path.of("/proc/" + pid + "/stat")));
    }
  }

  private static double own(long pid) {
    try {
      return Ticks.of(pid).own() * MICROS_PER_TICK;
    } catch (IOException unknown) {
      return Double.NaN;
    }
  }

  private static double withChildren(long pid) {
    try (Stream<ProcessHandle> children = ProcessHandle.of(pid).orElseThrow().descendants()) {
      long ticks = Ticks.of(pid).withEnded();
      for (ProcessHandle child : children.toList()) {
        ticks += ofChild(child.pid());
      }
      return ticks * MICROS_PER_TICK;
    } catch (IOException unknown) {
      return Double.NaN;
    }
  }

  private static long ofChild(long pid) {
    try {
      return Ticks.of(pid).own();
    } catch (IOException endedMeanwhile) {
      return 0;
    }
  }
}

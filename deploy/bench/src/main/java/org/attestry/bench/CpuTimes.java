package org.attestry.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.local.Endpoints;

/**
 * How long the processor has worked for the services, PostgreSQL and Kafka. Unlike rates and
 * latencies it hardly depends on what else the machine does. Read from {@code /proc}; not a number
 * where there is none.
 *
 * @param services microseconds, as the others
 */
record CpuTimes(double services, double postgres, double kafka) {

  /** Linux shows times in hundredths of a second whatever the kernel's own clock. */
  private static final double MICROS_PER_TICK = 10_000.0;

  /** Columns of {@code /proc/<pid>/stat} (proc(5)) behind the name: utime is the 14th of all. */
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

  /** The ticks that a process has run, without and with its children that have ended. */
  record Ticks(long own, long withEnded) {

    /** Reads {@code /proc/<pid>/stat}, where the name, in brackets, may hold anything. */
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

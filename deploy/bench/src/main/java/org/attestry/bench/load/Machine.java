package org.attestry.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The machine on which the measurements were made.
 *
 * @param load the load averages at the beginning
 * @param syncMicros the median duration of writing 8 KiB to the disk, in microseconds
 */
public record Machine(
    String cpu, int cores, String memory, String system, String load, long syncMicros) {

  private static final int SYNCS = 101;
  private static final int PAGE = 8_192;
  private static final long NANOS_PER_MICRO = 1_000;

  /**
   * @param folder a folder on the disk of the suite's data
   */
  public static Machine here(Path folder) {
    return new Machine(
        value("/proc/cpuinfo", "model name"),
        Runtime.getRuntime().availableProcessors(),
        value("/proc/meminfo", "MemTotal"),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        first("/proc/loadavg"),
        sync(folder));
  }

  /**
   * Returns the number of threads of a load generator, which must leave processors for the measured
   * suite.
   */
  public static int generatorThreads(int connections) {
    return Math.clamp(Runtime.getRuntime().availableProcessors() / 4, 1, connections);
  }

  /** Returns the resident memory of a process in MB, or NaN. */
  static double residentMegabytes(long pid) {
    String kilobytes = value("/proc/" + pid + "/status", "VmRSS").replaceAll("[^0-9]", "");
    return kilobytes.isEmpty() ? Double.NaN : Long.parseLong(kilobytes) / 1024.0;
  }

  private static String value(String file, String name) {
    try {
      return Files.readAllLines(Path.of(file)).stream()
          .filter(line -> line.startsWith(name))
          .findFirst()
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .orElse("unknown");
    } catch (IOException notLinux) {
      return "unknown";
    }
  }

  private static String first(String file) {
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException notLinux) {
      return "unknown";
    }
  }

  private static long sync(Path folder) {
    long[] micros = new long[SYNCS];
    try {
      Files.createDirectories(folder);
      Path file = Files.createTempFile(folder, "sync", ".tmp");
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        for (int i = 0; i < SYNCS; i++) {
          channel.write(ByteBuffer.allocate(PAGE), 0);
          long begin = System.nanoTime();
          channel.force(false);
          micros[i] = (System.nanoTime() - begin) / NANOS_PER_MICRO;
        }
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new BenchFailure("Cannot write in %s: %s".formatted(folder, e.getMessage()), e);
    }
    Arrays.sort(micros);
    return micros[SYNCS / 2];
  }
}

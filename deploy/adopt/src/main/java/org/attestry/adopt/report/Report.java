package org.attestry.adopt.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * The report of a command: a line for each finding, all of them in a file and the first of each
 * kind on the terminal. A line has the kind, what it is about, and a sentence, separated by tabs.
 * Thread-safe.
 */
public final class Report implements AutoCloseable {

  private static final long MOST_SHOWN = 100;

  private final PrintStream terminal;
  private final Path file;
  private final BufferedWriter writer;
  private final Map<Finding, Long> counts = new EnumMap<>(Finding.class);

  public Report(Path file, PrintStream terminal) {
    this.file = file;
    this.terminal = terminal;
    try {
      PrivateFolder.create(file.toAbsolutePath().getParent());
      this.writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Adds a line.
   *
   * @param subject such as {@code Student/1-96e5… /address/city}
   */
  public synchronized void add(Finding kind, String subject, String sentence) {
    String line = "%-9s\t%s\t%s".formatted(kind, flat(subject), flat(sentence));
    long before = counts.merge(kind, 1L, Long::sum) - 1;
    if (before < MOST_SHOWN) {
      terminal.println(line);
    } else if (before == MOST_SHOWN) {
      terminal.println("%-9s\tFurther lines of this kind are in %s".formatted(kind, file));
    }
    try {
      writer.write(line);
      writer.newLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says how far the command is; such lines are not part of the report. */
  public synchronized void progress(String sentence) {
    terminal.println(sentence);
    terminal.flush();
  }

  public synchronized long count(Finding kind) {
    return counts.getOrDefault(kind, 0L);
  }

  /** Returns how many lines somebody must look at. */
  public synchronized long faults() {
    return counts.entrySet().stream()
        .filter(count -> count.getKey().isFault())
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Ends the report with the number of lines of each kind. */
  @Override
  public synchronized void close() {
    StringBuilder end = new StringBuilder("Lines:");
    for (Finding kind : Finding.values()) {
      if (kind != Finding.COUNT) {
        end.append(' ').append(kind).append(' ').append(count(kind));
      }
    }
    terminal.println(end + ". The report is in " + file + ".");
    try {
      writer.write(end.toString());
      writer.newLine();
      writer.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String flat(String text) {
    return text.replaceAll("\\s+", " ");
  }
}

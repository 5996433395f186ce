package org.attestry.adopt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.attestry.adopt.report.Report;

/** Reads the lines of a report that a test has made. */
public final class Reports {

  private Reports() {}

  public static Report in(Path folder) {
    return new Report(folder.resolve("report.txt"), System.out);
  }

  /** Ends the report, and returns its lines without the last one, fields separated by bars. */
  public static List<String> lines(Report report, Path folder) {
    report.close();
    try {
      List<String> lines = Files.readAllLines(folder.resolve("report.txt"));
      return lines.subList(0, lines.size() - 1).stream()
          .map(line -> line.replaceAll(" *\t", "|"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

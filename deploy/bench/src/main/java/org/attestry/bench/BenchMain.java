package org.attestry.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.bench.cases.BenchCase;
import org.attestry.bench.cases.CertificatesCase;
import org.attestry.bench.cases.ChangeCase;
import org.attestry.bench.cases.CreateCase;
import org.attestry.bench.cases.CredentialsCase;
import org.attestry.bench.cases.NestedCase;
import org.attestry.bench.cases.PublishCase;
import org.attestry.bench.cases.ReadCase;
import org.attestry.bench.cases.SearchCase;
import org.attestry.bench.cases.TypesCase;
import org.attestry.bench.load.Bench;
import org.attestry.bench.load.BenchFailure;
import org.attestry.bench.load.BenchOptions;
import org.attestry.bench.load.ExternalProgram;
import org.attestry.bench.load.Machine;
import org.attestry.bench.load.RunningSuite;
import org.attestry.bench.load.Section;

/** The main class of {@code deploy/bench/run}. */
public final class BenchMain {

  private static final Map<String, BenchCase> CASES =
      Map.of(
          "create", new CreateCase(),
          "read", new ReadCase(),
          "nested", new NestedCase(),
          "search", new SearchCase(),
          "change", new ChangeCase(),
          "credentials", new CredentialsCase(),
          "publish", new PublishCase(),
          "certificates", new CertificatesCase(),
          "types", new TypesCase());

  private final Path root = Path.of(System.getProperty("attestry.root"));
  private final BenchOptions options;
  private final String when =
      LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss"));
  private final Path results = root.resolve("deploy/bench/results").resolve(when);
  private final Path run = runFolder().resolve(when);
  private final ExternalProgram wrk = ExternalProgram.wrk();
  private final ExternalProgram pgbench = ExternalProgram.pgbench();
  private final List<Section> sections = new ArrayList<>();
  private Machine machine;
  private Versions versions;

  private BenchMain(BenchOptions options) {
    this.options = options;
  }

  /** Runs the cases; exits with 1 if a case failed, with 2 if the benchmark could not be run. */
  public static void main(String[] arguments) {
    try {
      System.exit(new BenchMain(BenchOptions.of(arguments)).measure() ? 0 : 1);
    } catch (BenchFailure explained) {
      System.err.println(explained.getMessage());
      System.exit(2);
    }
  }

  private boolean measure() {
    folder(results);
    machine = Machine.here(run);
    for (String name : options.only()) {
      sections.add(section(name));
      report();
    }
    run.toFile().delete();
    System.out.println(results.resolve("report.md"));
    return sections.stream().allMatch(section -> section.failure().isEmpty());
  }

  private Section section(String name) {
    System.out.println(name);
    Section section = new Section(name);
    Path outputs = folder(results.resolve(name));
    try (RunningSuite suite = RunningSuite.start(root, run.resolve(name), outputs)) {
      if (versions == null) {
        versions = Versions.of(root, outputs, suite.database(), wrk, pgbench);
      }
      CASES.get(name).run(new Bench(options, suite, wrk, pgbench, outputs), section);
    } catch (BenchFailure | IllegalStateException e) {
      section.fail(e.getMessage());
      System.err.println("  FAILED: " + e.getMessage());
    }
    return section;
  }

  /**
   * Writes the report after each case, so that the results exist if a later case is interrupted.
   */
  private void report() {
    if (versions == null) {
      return;
    }
    write(
        results.resolve("report.md"),
        new Report(when, options, machine, versions, sections).markdown());
  }

  private Path runFolder() {
    String wanted = System.getenv("ATTESTRY_RUN");
    return wanted == null ? root.resolve("deploy/bench/data") : Path.of(wanted).toAbsolutePath();
  }

  private static Path folder(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new BenchFailure("%s cannot be made: %s".formatted(folder, e.getMessage()), e);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

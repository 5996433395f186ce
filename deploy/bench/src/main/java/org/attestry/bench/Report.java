package org.attestry.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.attestry.bench.load.BenchOptions;
import org.attestry.bench.load.LoadResult;
import org.attestry.bench.load.Machine;
import org.attestry.bench.load.Measured;
import org.attestry.bench.load.Ratio;
import org.attestry.bench.load.RunningSuite;
import org.attestry.bench.load.Section;

/** The results, formatted as Markdown. */
record Report(
    String when, BenchOptions options, Machine machine, Versions versions, List<Section> sections) {

  private static final Bars BARS = new Bars();

  private static final String HEAD =
      """
      # Benchmark of %s

      | | |
      | --- | --- |
      | processor | %s, %d cores |
      | memory | %s |
      | system | %s |
      | load averages at the beginning | %s |
      | bringing 8 KiB to the disk | %,d µs at the median |
      | commit | %s |
      | JDK | %s, services: %s |
      | PostgreSQL | %s, fsync and synchronous commit on |
      | Kafka | %s |
      | load | %s; %s |

      Everything ran on this machine: the load generator too, with %d thread(s). Each case has a
      suite of its own, all six services in one process, started for it. Each load warms up in rounds of
      %d s, each answer looked into, until the services' time for a request falls by less than 15 %%;
      then each line is measured for %d s. Requests go through the gateway with an administrator's token. pgbench runs the statement that registry-service itself runs, against
      the same server, prepared, with as many connections. Errors are statuses from 400 on, broken
      connections and timeouts; a case with errors has failed. Processor time is microseconds per
      request, of the services, of PostgreSQL and of Kafka; it includes the relay of facts after the
      answer.
      """;

  String markdown() {
    return head() + sections.stream().map(Report::section).collect(Collectors.joining());
  }

  private String head() {
    return HEAD.formatted(
        when,
        machine.cpu(),
        machine.cores(),
        machine.memory(),
        machine.system(),
        machine.load(),
        machine.syncMicros(),
        versions.commit(),
        versions.java(),
        String.join(" ", RunningSuite.JVM_OPTIONS),
        versions.postgres(),
        versions.kafka(),
        versions.wrk(),
        versions.pgbench(),
        Machine.generatorThreads(Integer.MAX_VALUE),
        options.warmUp(),
        options.seconds());
  }

  private static String section(Section section) {
    StringBuilder text = new StringBuilder("\n## " + section.name() + "\n");
    if (!section.failure().isEmpty()) {
      text.append("\n**FAILED**: ").append(section.failure()).append('\n');
    }
    lines(section, text);
    ratios(section, text);
    if (!section.remarks().isEmpty()) {
      text.append('\n');
      section.remarks().forEach(remark -> text.append("- ").append(remark).append('\n'));
    }
    return text.toString();
  }

  private static void lines(Section section, StringBuilder text) {
    if (section.measured().isEmpty()) {
      return;
    }
    text.append(
        """

        | | connections | requests/s | p50 ms | p95 ms | p99 ms | errors | services µs | PostgreSQL µs | Kafka µs |
        | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |
        """);
    for (Measured line : section.measured()) {
      LoadResult outcome = line.outcome();
      text.append(
          "| %s | %d | %s | %s | %s | %s | %d | %s | %s | %s |%n"
              .formatted(
                  line.what(),
                  line.connections(),
                  number("%,.0f", outcome.perSecond()),
                  number("%,.2f", outcome.p50()),
                  number("%,.2f", outcome.p95()),
                  number("%,.2f", outcome.p99()),
                  outcome.errors(),
                  number("%,.0f", line.cpu().services()),
                  number("%,.0f", line.cpu().postgres()),
                  number("%,.0f", line.cpu().kafka())));
    }
  }

  private static void ratios(Section section, StringBuilder text) {
    if (section.ratios().isEmpty()) {
      return;
    }
    text.append("\n| ratio | measured | bar | |\n| --- | --: | --: | --- |\n");
    for (Ratio ratio : section.ratios()) {
      text.append(
          "| %s | %s | %s | %s |%n"
              .formatted(
                  ratio.what(),
                  number("%.2f", ratio.value()),
                  BARS.of(ratio),
                  BARS.verdict(ratio)));
    }
  }

  private static String number(String form, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, form, value) : "–";
  }
}

package org.attestry.bench.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attestry.bench.load.Bench;
import org.attestry.bench.load.BenchFailure;
import org.attestry.bench.load.BenchTypes;
import org.attestry.bench.load.Gateway;
import org.attestry.bench.load.Load;
import org.attestry.bench.load.Measured;
import org.attestry.bench.load.Ratios;
import org.attestry.bench.load.Section;
import org.attestry.runtime.json.Json;

/**
 * Measures searches in types of several sizes. Searches that the gateway does not support yet are
 * skipped, with its message in the report.
 */
public final class SearchCase implements BenchCase {

  private static final int REFERENCE = 10_000;
  private static final int MILLION = 1_000_000;
  private static final int PAGES = 5_000;
  private static final int PAGE_ROWS = 20;
  private static final int BAD_REQUEST = 400;

  /** The number of a row that exists in every type. */
  private static final int SOME_ROW = 777;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.SINGLE,
          Question.TEN_OF_MANY,
          Question.UNINDEXED,
          Question.SORTED,
          Question.SUBSTRING);

  @Override
  public void run(Bench bench, Section found) {
    List<Integer> sizes = new ArrayList<>(List.of(REFERENCE, 1_000, 20_000));
    if (bench.options().large()) {
      sizes.add(MILLION);
    }
    Map<String, Measured> reference = new HashMap<>();
    for (int size : sizes) {
      bench.types().publishFilled(BenchTypes.searched(type(size)), size);
      Map<Integer, Measured> single = new HashMap<>();
      for (Question question : QUESTIONS) {
        for (Measured line : measure(bench, found, question, size)) {
          compare(found, question, size, line, reference);
          compareWithSingle(found, question, size, line, single);
        }
      }
    }
    pages(bench, found, sizes.getLast());
  }

  private static void compare(
      Section found, Question question, int size, Measured line, Map<String, Measured> reference) {
    String key = question.name() + line.connections();
    if (size == REFERENCE) {
      reference.put(key, line);
    } else if (reference.containsKey(key) && question.bar() != null) {
      String what = "%s, %,d entities / %,d".formatted(question.name(), size, REFERENCE);
      found.add(Ratios.p95(what, question.bar(), line, reference.get(key)));
    }
  }

  private static void compareWithSingle(
      Section found, Question question, int size, Measured line, Map<Integer, Measured> single) {
    if (question == Question.SINGLE) {
      single.put(line.connections(), line);
    } else if (question == Question.TEN_OF_MANY && single.containsKey(line.connections())) {
      String what =
          "%s / %s, %,d entities".formatted(question.name(), Question.SINGLE.name(), size);
      found.add(Ratios.rate(what, "search.many", line, single.get(line.connections())));
    }
  }

  /** Measures the first page and, by cursor, the 5,000th. */
  private static void pages(Bench bench, Section found, int size) {
    int limit = Math.min(PAGE_ROWS, size / PAGES);
    JsonNode before =
        Json.read(
            "{\"limit\":%d,\"offset\":%d,\"count\":\"none\"}"
                .formatted(limit, (PAGES - 2) * limit));
    Gateway.Answer answer = bench.gateway().post(path(size), before);
    String cursor = answer.body().path("nextCursor").asText("");
    if (!answer.ok() || cursor.isEmpty()) {
      found.remark("Skipped: pages by cursor. The gateway says: %s", answer.message());
      return;
    }
    List<Measured> first = measure(bench, found, Question.page("page 1", limit, ""), size);
    List<Measured> last = measure(bench, found, Question.page("page 5,000", limit, cursor), size);
    for (int i = 0; i < Math.min(first.size(), last.size()); i++) {
      found.add(Ratios.p95("page 5,000 / page 1", "search.cursor", last.get(i), first.get(i)));
    }
  }

  /** Measures a search; if it fails, the others are still measured. */
  private static List<Measured> measure(Bench bench, Section found, Question question, int size) {
    String what = "%s, %,d entities".formatted(question.name(), size);
    try {
      Optional<String> unknown = refusal(bench, question, size);
      if (unknown.isPresent()) {
        found.remark("Skipped: %s. The gateway says: %s", what, unknown.get());
        return List.of();
      }
      return measure(bench, found, what, question, size);
    } catch (BenchFailure e) {
      found.fail(e.getMessage());
      return List.of();
    }
  }

  private static List<Measured> measure(
      Bench bench, Section found, String what, Question question, int size) {
    Load load = Load.of("POST", path(size), question.body()).rows(size);
    List<Integer> connections = connections(bench, found, question, size);
    bench.warmUp(what, load, Math.min(bench.options().usualConnections(), connections.getLast()));
    List<Measured> lines = new ArrayList<>();
    for (int count : connections) {
      lines.add(bench.measure(what, load, count));
    }
    lines.forEach(found::add);
    return lines;
  }

  /**
   * Returns the numbers of connections: concurrent scans of a million rows would only measure the
   * statement timeout.
   */
  private static List<Integer> connections(
      Bench bench, Section found, Question question, int size) {
    if (question == Question.UNINDEXED && size >= MILLION) {
      found.remark("The unindexed filter over %,d entities is measured at 1 connection.", size);
      return List.of(1);
    }
    return bench.connections();
  }

  /**
   * Sends the request once and checks the response.
   *
   * @return why the gateway refuses the search; empty if it does not
   */
  private static Optional<String> refusal(Bench bench, Question question, int size) {
    Gateway.Answer answer = bench.gateway().post(path(size), Json.read(question.about(SOME_ROW)));
    if (answer.status() == BAD_REQUEST) {
      return Optional.of(answer.message());
    }
    int answered = answer.body().path("data").size();
    if (!answer.ok() || answered != question.answers()) {
      throw new BenchFailure(
          "%s, %,d entities: expected %d entities and got %d, status %d. %s"
              .formatted(
                  question.name(),
                  size,
                  question.answers(),
                  answered,
                  answer.status(),
                  answer.message()));
    }
    return Optional.empty();
  }

  private static String type(int size) {
    return "Item" + size;
  }

  private static String path(int size) {
    return "/api/v1/%s/search".formatted(type(size));
  }
}

package org.attestry.bench.load;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * The options of {@code deploy/bench/run}.
 *
 * @param only the names of the cases to run, in the order of {@link #CASES}
 * @param seconds the duration of a measurement
 * @param warmUp the duration in seconds of a warm-up round before a measurement
 * @param connections the numbers of concurrent clients, with one measurement for each number
 * @param large whether to search a million entities too
 */
public record BenchOptions(
    List<String> only, int seconds, int warmUp, List<Integer> connections, boolean large) {

  static final List<String> CASES =
      List.of(
          "create",
          "read",
          "nested",
          "search",
          "change",
          "credentials",
          "publish",
          "certificates",
          "types");

  /** The cases that are run only if they are requested. */
  private static final List<String> LONG = List.of("types");

  /**
   * The longest measurement: a token is valid for five minutes, and a measurement uses a single
   * token.
   */
  private static final int MOST_SECONDS = 240;

  private static final int MOST_CONNECTIONS = 150;

  /**
   * @throws BenchFailure with a message that describes the mistake
   */
  public static BenchOptions of(String... arguments) {
    Draft draft = new Draft();
    Deque<String> rest = new ArrayDeque<>(Arrays.asList(arguments));
    while (!rest.isEmpty()) {
      String option = rest.remove();
      switch (option) {
        case "--large" -> draft.large = true;
        case "--types" -> draft.types = true;
        case "--only" -> draft.only = cases(value(option, rest));
        case "--seconds" -> draft.seconds = number(option, value(option, rest), MOST_SECONDS);
        case "--warm-up" -> draft.warmUp = number(option, value(option, rest), MOST_SECONDS);
        case "--connections" -> draft.connections = connections(value(option, rest));
        default -> throw new BenchFailure("There is no option " + option + "; see --help.");
      }
    }
    return draft.options();
  }

  /** Returns the number of connections for cases that are measured with one number only. */
  public int usualConnections() {
    return connections.contains(16) ? 16 : connections.getLast();
  }

  private static String value(String option, Deque<String> rest) {
    if (rest.isEmpty()) {
      throw new BenchFailure(option + " needs a value; see --help.");
    }
    return rest.remove();
  }

  private static List<String> cases(String text) {
    List<String> wanted = List.of(text.split(","));
    for (String name : wanted) {
      if (!CASES.contains(name)) {
        throw new BenchFailure(
            "--only: there is no case '%s'; there are %s."
                .formatted(name, String.join(", ", CASES)));
      }
    }
    return CASES.stream().filter(wanted::contains).toList();
  }

  private static List<Integer> connections(String text) {
    return Stream.of(text.split(","))
        .map(part -> number("--connections", part, MOST_CONNECTIONS))
        .toList();
  }

  private static int number(String option, String text, int most) {
    int number = text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
    if (number < 1 || number > most) {
      throw new BenchFailure(
          "%s: '%s' must be a number from 1 to %d.".formatted(option, text, most));
    }
    return number;
  }

  private static final class Draft {
    private List<String> only;
    private int seconds = 10;
    private int warmUp;
    private List<Integer> connections = List.of(1, 16, 64);
    private boolean large;
    private boolean types;

    BenchOptions options() {
      List<String> cases =
          only != null
              ? only
              : CASES.stream().filter(name -> types || !LONG.contains(name)).toList();
      int warm = warmUp > 0 ? warmUp : Math.max(1, seconds / 2);
      return new BenchOptions(cases, seconds, warm, connections, large);
    }
  }
}

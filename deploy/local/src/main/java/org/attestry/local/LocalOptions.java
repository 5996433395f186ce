package org.attestry.local;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.attestry.testkit.servers.ServerFailure;

/**
 * What {@code deploy/local/up} was asked for.
 *
 * @param demo whether to load the demonstration data
 * @param processes whether each service is a process of its own
 * @param replicas service to how many processes, 1 where nothing is said
 */
record LocalOptions(boolean demo, boolean processes, Map<String, Integer> replicas) {

  private static final int MOST = 9;

  /**
   * @throws ServerFailure that says what is wrong
   */
  static LocalOptions of(String... arguments) {
    boolean demo = false;
    boolean processes = false;
    Map<String, Integer> replicas = Map.of();
    Deque<String> rest = new ArrayDeque<>(Arrays.asList(arguments));
    while (!rest.isEmpty()) {
      String option = rest.remove();
      switch (option) {
        case "--demo" -> demo = true;
        case "--processes" -> processes = true;
        case "--replicas" -> replicas = replicas(rest.isEmpty() ? "" : rest.remove());
        default -> throw new ServerFailure("There is no option " + option + ".");
      }
    }
    if (!replicas.isEmpty() && !processes) {
      throw new ServerFailure("--replicas needs --processes: one process has one of each service.");
    }
    return new LocalOptions(demo, processes, replicas);
  }

  private static Map<String, Integer> replicas(String text) {
    Map<String, Integer> replicas = new TreeMap<>();
    for (String part : text.split(",")) {
      String[] words = part.split("=");
      if (words.length != 2
          || !LocalServers.SERVICES_WITH_DATABASE.contains(words[0])
          || !words[1].matches("[1-" + MOST + "]")) {
        throw new ServerFailure(
            "--replicas: '%s' must be <service>=<1 to %d>, where the service is one of %s."
                .formatted(part, MOST, LocalServers.SERVICES_WITH_DATABASE));
      }
      replicas.put(words[0], Integer.valueOf(words[1]));
    }
    return replicas;
  }
}

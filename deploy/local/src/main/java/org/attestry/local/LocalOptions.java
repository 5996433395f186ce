package org.attestry.local;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.attestry.testkit.servers.ServerFailure;

/**
 * The options of {@code deploy/local/up}.
 *
 * @param demo whether to load the demonstration data
 * @param processes whether each service runs in a separate process
 * @param replicas service to its number of processes; 1 for services that are not in the map
 * @param order {@link #SERVERS_FIRST}, {@link #SERVICES_FIRST}, or a number, the seed of a random
 *     order
 */
record LocalOptions(boolean demo, boolean processes, Map<String, Integer> replicas, String order) {

  static final String SERVERS_FIRST = "servers";
  static final String SERVICES_FIRST = "services";

  private static final int MOST = 9;

  /**
   * @throws ServerFailure with a message that describes the mistake
   */
  static LocalOptions of(String... arguments) {
    boolean demo = false;
    boolean processes = false;
    Map<String, Integer> replicas = Map.of();
    String order = SERVERS_FIRST;
    Deque<String> rest = new ArrayDeque<>(Arrays.asList(arguments));
    while (!rest.isEmpty()) {
      String option = rest.remove();
      switch (option) {
        case "--demo" -> demo = true;
        case "--processes" -> processes = true;
        case "--replicas" -> replicas = replicas(rest.isEmpty() ? "" : rest.remove());
        case "--order" -> order = order(rest.isEmpty() ? "" : rest.remove());
        default -> throw new ServerFailure("There is no option " + option + ".");
      }
    }
    if (!replicas.isEmpty() && !processes) {
      throw new ServerFailure("--replicas needs --processes: one process has one of each service.");
    }
    if (!order.equals(SERVERS_FIRST) && !processes) {
      throw new ServerFailure(
          "--order needs --processes: one process starts all services at once.");
    }
    return new LocalOptions(demo, processes, replicas, order);
  }

  private static String order(String text) {
    if (!text.equals(SERVERS_FIRST) && !text.equals(SERVICES_FIRST) && !text.matches("\\d{1,18}")) {
      throw new ServerFailure(
          "--order: '%s' must be servers, services or a number.".formatted(text));
    }
    return text;
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

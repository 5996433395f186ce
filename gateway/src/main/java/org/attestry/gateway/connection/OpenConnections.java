package org.attestry.gateway.connection;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The connections that count towards the limits, by client. Used by several threads. */
final class OpenConnections {

  private final Map<String, Set<ClientConnection>> byClient = new HashMap<>();
  private int size;

  synchronized void add(ClientConnection connection) {
    byClient.computeIfAbsent(connection.client(), first -> new HashSet<>()).add(connection);
    size++;
  }

  /** Removes a connection, if it still counts. */
  synchronized void remove(ClientConnection connection) {
    Set<ClientConnection> ofTheClient = byClient.get(connection.client());
    if (ofTheClient != null && ofTheClient.remove(connection)) {
      size--;
      if (ofTheClient.isEmpty()) {
        byClient.remove(connection.client());
      }
    }
  }

  /** Returns the number of all connections. */
  synchronized int size() {
    return size;
  }

  /** Returns the number of a client's connections. */
  synchronized int of(String client) {
    return byClient.getOrDefault(client, Set.of()).size();
  }

  /**
   * Removes the longest idle connection of the client that has the most connections.
   *
   * @param newcomer the client of the connection that needs the place
   * @param exempt clients whose connections stay
   * @return null when no other client would have as many as the newcomer afterwards
   */
  synchronized ClientConnection makeRoom(String newcomer, Predicate<ClientConnection> exempt) {
    int fewest = of(newcomer) + 2;
    long now = System.nanoTime();
    ClientConnection idle =
        byClient.values().stream()
            .filter(each -> each.size() >= fewest && !exempt.test(each.iterator().next()))
            .max(Comparator.comparingInt(Set::size))
            .flatMap(
                most -> most.stream().max(Comparator.comparingLong(each -> each.idleNanos(now))))
            .orElse(null);
    if (idle != null) {
      remove(idle);
    }
    return idle;
  }
}

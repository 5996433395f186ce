package org.attestry.gateway.connection;

import java.util.HashMap;
import java.util.Map;

/**
 * The memory of requests whose heads are not complete, or that wait for the response before, in all
 * and by client. Used on one event loop.
 */
final class HeldBytes {

  /** A client may hold the limit divided by this number. */
  private static final int SHARES = 4;

  private static final int SLACK = 16;

  private final long limit;
  private final Map<String, Long> byClient = new HashMap<>();
  private long all;

  /**
   * @param limit the most bytes of all clients
   */
  HeldBytes(long limit) {
    this.limit = limit;
  }

  /**
   * @param more by how many bytes a connection of the client holds more; negative if it holds less
   */
  void add(String client, long more) {
    all += more;
    byClient.merge(client, more, (held, added) -> held + added == 0 ? null : held + added);
  }

  /** Returns how many bytes the client must free; 0 if it is within its share. */
  long beyondShare(String client) {
    return excess(byClient.getOrDefault(client, 0L), limit / SHARES);
  }

  /** Returns how many bytes must be freed; 0 if all clients are within the limit. */
  long beyondLimit() {
    return excess(all, limit);
  }

  /** A little more than the excess is freed, so that the next byte does not exceed the limit. */
  private static long excess(long held, long most) {
    return held <= most ? 0 : held - most + most / SLACK;
  }
}

package org.attestry.runtime.egress;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The documents that were fetched last, within a number of bytes, and the fetches in flight. A
 * failure is kept for a short time, so that a server that is away is not asked for each request.
 * Used on one event loop.
 */
final class FetchCache {

  private static final Duration FAILURES = Duration.ofSeconds(5);

  /** What an entry takes beside its address and its document. */
  private static final int ENTRY_BYTES = 500;

  private final long most;
  private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  private record Entry(Future<Fetched> result, long begun, long bytes) {

    boolean serves(Duration newest) {
      Duration limit = result.failed() ? FAILURES : newest;
      return !result.isComplete() || System.nanoTime() - begun <= limit.toNanos();
    }
  }

  /**
   * @param most bytes
   */
  FetchCache(long most) {
    this.most = most;
  }

  /** A document that is no older, one in flight, or the failure of the last moment. */
  Optional<Future<Fetched>> find(String address, Duration newest) {
    Entry entry = entries.get(address);
    return entry != null && entry.serves(newest) ? Optional.of(entry.result()) : Optional.empty();
  }

  void put(String address, Future<Fetched> result, long begun) {
    replace(address, new Entry(result, begun, 0));
    result.onComplete(
        done -> {
          long size = ENTRY_BYTES + 2L * address.length();
          size += done.succeeded() ? done.result().body().length() : 0;
          replace(address, new Entry(result, begun, size));
          evict();
        });
  }

  private void replace(String address, Entry entry) {
    Entry old = entries.put(address, entry);
    bytes += entry.bytes() - (old == null ? 0 : old.bytes());
  }

  /** Removes what was used longest ago; what is in flight stays. */
  private void evict() {
    Iterator<Entry> oldest = entries.values().iterator();
    while (bytes > most && oldest.hasNext()) {
      Entry entry = oldest.next();
      if (entry.result().isComplete()) {
        oldest.remove();
        bytes -= entry.bytes();
      }
    }
  }
}

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

  /** The memory of an entry beside its address and its document. */
  private static final int ENTRY_BYTES = 500;

  private final long most;
  private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * @param kept the document that was fetched before, until there is a newer one; or null
   */
  private record Entry(Future<Fetched> result, long begun, Fetched kept, long bytes) {

    Optional<Future<Fetched>> serve(Duration newest) {
      if (kept != null && kept.age().compareTo(newest) <= 0) {
        return Optional.of(Future.succeededFuture(kept));
      }
      Duration limit = result.failed() ? FAILURES : newest;
      boolean serves = !result.isComplete() || System.nanoTime() - begun <= limit.toNanos();
      return serves ? Optional.of(result) : Optional.empty();
    }

    Fetched last() {
      return result.succeeded() ? result.result() : kept;
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
    return entry == null ? Optional.empty() : entry.serve(newest);
  }

  /** A document that was fetched before serves until the new one is there. */
  void put(String address, Future<Fetched> result, long begun) {
    Entry old = entries.get(address);
    Fetched kept = old == null ? null : old.last();
    replace(address, new Entry(result, begun, kept, size(address, kept)));
    result.onComplete(
        done -> {
          Fetched last = done.succeeded() ? done.result() : kept;
          Fetched older = done.succeeded() ? null : kept;
          replace(address, new Entry(result, begun, older, size(address, last)));
          evict();
        });
  }

  private static long size(String address, Fetched document) {
    return ENTRY_BYTES + 2L * address.length() + (document == null ? 0 : document.body().length());
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

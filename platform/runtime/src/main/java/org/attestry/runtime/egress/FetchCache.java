package org.attestry.runtime.egress;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A cache of the documents that were used last, up to a number of bytes, and of the fetches in
 * flight. A failure is cached for a short time, so that an unavailable server does not receive a
 * request for each fetch. Used on one event loop.
 */
final class FetchCache {

  private static final Duration FAILURES = Duration.ofSeconds(5);

  /** The estimated memory of an entry without its address and document. */
  private static final int ENTRY_BYTES = 500;

  private final long most;
  private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * @param kept the previously fetched document, until there is a newer one; or null
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
   * @param most the most bytes that are cached
   */
  FetchCache(long most) {
    this.most = most;
  }

  /**
   * Finds a document that is not older than {@code newest}, a fetch in flight, or a recent failure.
   */
  Optional<Future<Fetched>> find(String address, Duration newest) {
    Entry entry = entries.get(address);
    return entry == null ? Optional.empty() : entry.serve(newest);
  }

  /** Adds a fetch; a previously fetched document can be found until the fetch has succeeded. */
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

  /** Removes the least recently used entries, except those in flight. */
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

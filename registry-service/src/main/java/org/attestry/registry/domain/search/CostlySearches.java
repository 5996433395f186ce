package org.attestry.registry.domain.search;

import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.attestry.registry.domain.types.LearnedIndex;
import org.attestry.registry.domain.types.LearnedIndex.Kind;
import org.attestry.registry.domain.types.LearnedIndexStore;
import org.attestry.registry.domain.types.PublishedType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts searches that are expensive because an index is missing, and adds the index when enough
 * searches within an hour lacked it. The first such search adds statistics on the field's values.
 * Not thread-safe: used on one event loop.
 */
public final class CostlySearches {

  private static final Logger LOG = LoggerFactory.getLogger(CostlySearches.class);
  private static final Duration WITHIN = Duration.ofHours(1);
  private static final Duration RETRY_AFTER = Duration.ofMinutes(1);

  /** The maximum number of indexes counted at the same time, over all types. */
  private static final int MOST_COUNTED = 1_000;

  private final LearnedIndexStore store;
  private final int enough;
  private final LinkedHashMap<MissingIndex, Deque<Instant>> counted =
      new LinkedHashMap<>(16, 0.75f, true);

  private final LinkedHashMap<MissingIndex, Instant> lastAttempts =
      new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param enough the number of searches within an hour after which an index is added
   */
  public CostlySearches(LearnedIndexStore store, int enough) {
    this.store = store;
    this.enough = enough;
  }

  private record MissingIndex(int type, LearnedIndex index) {}

  /**
   * Adds indexes for which one search is enough. Each index is attempted at most once a minute,
   * because its type may have too few entities.
   */
  public void add(PublishedType type, Set<LearnedIndex> lacking, Instant at) {
    for (LearnedIndex index : lacking) {
      MissingIndex key = new MissingIndex(type.number(), index);
      Instant last = lastAttempts.get(key);
      if (last == null || last.isBefore(at.minus(RETRY_AFTER))) {
        lastAttempts.put(key, at);
        add(type, index);
      }
    }
    while (lastAttempts.size() > MOST_COUNTED) {
      lastAttempts.pollFirstEntry();
    }
  }

  /**
   * Counts one slow search. Indexes and statistics are added in the background.
   *
   * @param worked determines whether the search itself is expensive, or was slow only because of
   *     concurrent load; called only for the search that reaches the required number
   */
  public void count(
      PublishedType type, Set<LearnedIndex> lacking, Supplier<Future<Boolean>> worked, Instant at) {
    Set<LearnedIndex> toAdd = new LinkedHashSet<>();
    for (LearnedIndex index : lacking) {
      MissingIndex key = new MissingIndex(type.number(), index);
      Deque<Instant> times = counted.computeIfAbsent(key, first -> new ArrayDeque<>());
      times.add(at);
      while (times.getFirst().isBefore(at.minus(WITHIN))) {
        times.removeFirst();
      }
      if (times.size() == 1 && index.kind() == Kind.VALUES) {
        add(type, new LearnedIndex(Kind.STATISTICS, index.field()));
      }
      if (times.size() >= enough) {
        counted.remove(key);
        toAdd.add(index);
      }
    }
    while (counted.size() > MOST_COUNTED) {
      counted.pollFirstEntry();
    }
    if (!toAdd.isEmpty()) {
      worked
          .get()
          .onSuccess(
              much -> {
                if (much) {
                  toAdd.forEach(index -> add(type, index));
                }
              });
    }
  }

  private void add(PublishedType type, LearnedIndex index) {
    store
        .add(type, index)
        .onFailure(
            cause ->
                LOG.atWarn()
                    .addKeyValue("type", type.name())
                    .addKeyValue("reason", cause.getClass().getSimpleName())
                    .log("an index that searches lack was not added; they are counted again"));
  }
}

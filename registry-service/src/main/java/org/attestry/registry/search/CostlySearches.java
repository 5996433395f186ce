package org.attestry.registry.search;

import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.attestry.contracts.CallerKey;
import org.attestry.registry.index.PgLearnedIndexes;
import org.attestry.registry.types.LearnedIndex;
import org.attestry.registry.types.LearnedIndex.Kind;
import org.attestry.registry.types.PublishedType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts searches that are expensive because an index is missing, and adds the index when enough
 * searches within an hour lacked it. The first such search adds statistics on the field's values.
 * An index of the parts of texts makes the writes of all callers slower, so it takes searches of
 * several callers, of whom all addresses without a token together are one. Not thread-safe: used on
 * one event loop.
 */
public final class CostlySearches {

  private static final Logger LOG = LoggerFactory.getLogger(CostlySearches.class);
  private static final Duration WITHIN = Duration.ofHours(1);
  private static final Duration RETRY_AFTER = Duration.ofMinutes(1);

  /** The maximum number of indexes counted at the same time, over all types. */
  private static final int MOST_COUNTED = 1_000;

  /** The minimum number of callers whose searches lack an index of parts. */
  private static final int CALLERS = 3;

  private static final CallerKey ANONYMOUS = CallerKey.address("");

  private final PgLearnedIndexes store;
  private final int enough;
  private final LinkedHashMap<MissingIndex, Deque<Slow>> counted =
      new LinkedHashMap<>(16, 0.75f, true);

  private final LinkedHashMap<MissingIndex, Instant> lastAttempts =
      new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param enough the number of searches within an hour after which an index is added
   */
  public CostlySearches(PgLearnedIndexes store, int enough) {
    this.store = store;
    this.enough = enough;
  }

  private record MissingIndex(int type, LearnedIndex index) {}

  /** A slow search. */
  private record Slow(Instant at, CallerKey caller) {}

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
   * @param caller whose search it is
   * @param worked determines whether the search itself is expensive, or was slow only because of
   *     concurrent load; called only for the search that reaches the required number
   */
  public void count(
      PublishedType type,
      Set<LearnedIndex> lacking,
      CallerKey caller,
      Supplier<Future<Boolean>> worked,
      Instant at) {
    Set<LearnedIndex> toAdd = new LinkedHashSet<>();
    for (LearnedIndex index : lacking) {
      MissingIndex key = new MissingIndex(type.number(), index);
      Deque<Slow> searches = counted.computeIfAbsent(key, first -> new ArrayDeque<>());
      searches.add(new Slow(at, caller.isAnonymous() ? ANONYMOUS : caller));
      while (searches.size() > mostKept() || searches.getFirst().at().isBefore(at.minus(WITHIN))) {
        searches.removeFirst();
      }
      if (searches.size() == 1 && index.kind() == Kind.VALUES) {
        add(type, new LearnedIndex(Kind.STATISTICS, index.field()));
      }
      if (suffice(index, searches)) {
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

  private int mostKept() {
    return Math.max(10 * enough, CALLERS);
  }

  private boolean suffice(LearnedIndex index, Deque<Slow> searches) {
    long callers = searches.stream().map(Slow::caller).distinct().count();
    return searches.size() >= enough && (index.kind() != Kind.PARTS || callers >= CALLERS);
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

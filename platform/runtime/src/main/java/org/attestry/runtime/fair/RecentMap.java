package org.attestry.runtime.fair;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A map of the most recently used entries; reading an entry counts as use. Used by one thread. */
public final class RecentMap<K, V> extends LinkedHashMap<K, V> {

  private static final long serialVersionUID = 1L;

  private final int most;
  private final transient Consumer<V> evicted;

  public RecentMap(int most) {
    this(most, value -> {});
  }

  /**
   * @param most the most entries; adding a further one evicts the least recently used entry
   * @param evicted receives the value of each entry that is evicted
   */
  public RecentMap(int most, Consumer<V> evicted) {
    super(16, 0.75f, true);
    this.most = most;
    this.evicted = evicted;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    boolean full = size() > most;
    if (full) {
      evicted.accept(eldest.getValue());
    }
    return full;
  }
}
